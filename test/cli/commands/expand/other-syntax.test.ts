/** What `expand` says about references of another syntax. */
import { describe, expect, test } from "vitest";
import { runInMemory } from "../../memory-io.ts";
import { FolderPerTest } from "../../temporary.ts";

const folder = new FolderPerTest();

async function messages(stdin: string, ...args: string[]): Promise<readonly string[]> {
  return (await runInMemory(["expand", ...args], { stdin })).messages;
}

const NOTHING = "<stdin>: nothing was expanded: the input has";

describe("the default syntax", () => {
  test.each([
    ["a ${X} b", `${NOTHING} \${X} and no $(NAME); use --syntax envsubst, compose, or flux`],
    ["a ${X:-secret} b", `${NOTHING} \${X:-...} and no $(NAME); use --syntax compose or flux`],
    ["a ${X-d}", `${NOTHING} \${X-...} and no $(NAME); use --syntax compose`],
    ["a ${X//a/b}", `${NOTHING} \${X//...} and no $(NAME); use --syntax flux`],
    ["a ${X:-${Y}}", `${NOTHING} \${X:-...} and no $(NAME); use --syntax compose or flux`],
    ["a ${env:X}", `${NOTHING} \${env:X} and no $(NAME); use --syntax otel or otel-collector`],
    [`${"$(".repeat(99)} \${X}`, `${NOTHING} \${X} and no $(NAME); use --syntax envsubst, compose, or flux`],
    [`\${${"a b ".repeat(99)}} \${X}`, `${NOTHING} \${X} and no $(NAME); use --syntax envsubst, compose, or flux`],
  ])("%s", async (text, message) => {
    expect(await messages(text, "-e", "X=x")).toEqual([message]);
    expect(await messages(text, "-e", "X=x", "--strict")).toEqual([message]);
  });

  test.each(["a $X", "a ${X} $(X)", "$(X)${X}", "$(NONE) ${X}", "$${X}", "${}", "${1}", "${X Y Z}", "${X", ""])(
    "%s: nothing",
    async (text) => {
      expect(await messages(text, "-e", "X=x")).toEqual([]);
    },
  );

  test.each([0, 1, 2, 3])("a reference that is in two pieces, with %i bytes in the first one", async (count) => {
    for (const [reference, expected] of [
      ["${X}", 1],
      ["$(X) ${X}", 0],
    ] as const) {
      const text = `${"\n".repeat((1 << 19) - count)}${reference}`;
      expect(await messages(text, "-e", "X=x")).toHaveLength(expected);
    }
  });

  test("several files: the first one is named, and all of them count", async () => {
    folder.write({ "a.txt": "a", "b.txt": "${X}", "c.txt": "${Y}", "d.txt": "$(X)" });
    const [a, b, c, d] = ["a.txt", "b.txt", "c.txt", "d.txt"].map((name) => folder.at(name)) as [
      string,
      string,
      string,
      string,
    ];
    expect(await messages("", a, b, c)).toEqual([expect.stringContaining("b.txt: nothing was expanded")]);
    expect(await messages("", a, b, c, d)).toEqual([]);
    // The end of one file is not continued in the next one.
    folder.write({ "a.txt": "$", "b.txt": "{X}" });
    expect(await messages("", a, b)).toEqual([]);
  });

  test("--rows, -i, and -o DIR/", async () => {
    folder.write({ "a.txt": "${X}", "rows.csv": "X\n1\n2\n" });
    const expected = [expect.stringContaining("a.txt: nothing was expanded: the input has ${X}")];
    expect(await messages("", "--rows", folder.at("rows.csv"), folder.at("a.txt"))).toEqual(expected);
    expect(await messages("", "-o", folder.at("out/"), folder.at("a.txt"))).toEqual(expected);
    expect(await messages("", "-i", folder.at("a.txt"))).toEqual(expected);
  });
});

describe("envsubst", () => {
  test("names the syntaxes that have defaults", async () => {
    const message =
      "<stdin>: ${Y:-...} was not expanded: envsubst supports only $NAME and ${NAME}; use --syntax compose or flux";
    expect(await messages("${X} $X ${Y:-d}", "--syntax", "envsubst", "-e", "X=x")).toEqual([message]);
  });

  test.each(["${X} $X", "$X}", "${X Y}"])("%s: nothing", async (text) => {
    expect(await messages(text, "--syntax", "envsubst", "-e", "X=x")).toEqual([]);
  });
});

test.each(["compose", "flux"])("%s: nothing", async (syntax) => {
  expect(await messages("${X:-d} ", "--syntax", syntax)).toEqual([]);
});
