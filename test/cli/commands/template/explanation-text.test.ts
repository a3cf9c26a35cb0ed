/** What people read about variables of a project. */
import { expect, test } from "vitest";
import { explanationText } from "../../../../src/cli/commands/template/explanation-text.ts";
import type { Explanation, Origin } from "../../../../src/garden/project/variables/explanation.ts";

const shown = (value: unknown) => ({ value, isLate: false, isSecret: false });

/** A variable that one level gives. */
function givenBy(origin: Partial<Origin>): Explanation {
  const given = { ...shown("a"), level: "--var", place: undefined, effect: "gives", ...origin } as const;
  const { value, isLate, isSecret } = given;
  return { document: "environment dev", variable: "var.a", value, isLate, isSecret, origins: [given] };
}

test("values are aligned, with their positions and their effect", () => {
  const explanation: Explanation = {
    ...shown({ a: 1 }),
    document: "environment dev",
    variable: "var.log",
    origins: [
      { ...shown({ a: 1 }), level: "--var", place: undefined, effect: "adds" },
      {
        ...shown(null),
        level: "dev.env",
        place: { file: "dev.env" },
        effect: "removes",
      },
      {
        ...shown("x"),
        level: "the project's variables",
        place: { file: "g.yml", line: 10, column: 17 },
        effect: "hidden",
      },
    ],
  };
  expect(explanationText([explanation, givenBy({})])).toBe(`var.log in environment dev: {"a":1}
  {"a":1}               --var (merged)
  null     dev.env      dev.env (removed)
  "x"      g.yml:10:17  the project's variables (hidden)

var.a in environment dev: "a"
  "a"    --var
`);
});

test("a variable that no level sets", () => {
  const explanation: Explanation = { ...shown(undefined), document: "build.a", variable: "var.b", origins: [] };
  expect(explanationText([explanation])).toBe("var.b in build.a: no level sets it\n");
});

test.each<[what: string, given: Partial<Origin>, text: string]>([
  ["a text", { value: "a\nb" }, '"a\\nb"'],
  ["none", { value: undefined }, "(no value)"],
  ["a later one", { value: undefined, isLate: true }, "(not known yet)"],
  ["a secret one", { value: "hunter2", isSecret: true, isLate: true }, "***"],
  ["a long one", { value: "x".repeat(16_777_215) }, `"${"x".repeat(199)}...`],
  ["a longer one", { value: "x".repeat(16_777_216) }, "(too large to show)"],
])("a value in short: %s", (_, given, text) => {
  expect(explanationText([givenBy(given)])).toBe(`var.a in environment dev: ${text}\n  ${text}    --var\n`);
});
