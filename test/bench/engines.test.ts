/** The group of template engines: those that need no package are always there. */
import { expect, test } from "vitest";
import { GROUPS } from "../../bench/groups.ts";
import { templateFor } from "../../bench/template-engine.ts";
import { verify } from "../../bench/verify.ts";
import { built } from "../built.ts";

const SETTING = { effort: { turns: 1, milliseconds: 0, isQuick: true }, competitors: [] };
const ALWAYS = ["compileTemplate", "compileText", "replaceAll", "tagged template"];

test("every engine that is installed gives the same texts; the others are missing with a reason", async () => {
  built("dist/index.js");
  const questions = await GROUPS.engines!.questions(SETTING);
  expect(questions.map(({ title }) => title)).toHaveLength(7);
  for (const question of questions.slice(0, 6)) {
    const { rows, leftOut } = await verify(question);
    expect(leftOut).toEqual([]);
    expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(ALWAYS));
    for (const { reason } of question.missing!) expect(reason).toMatch(/^Cannot find (?:package|module)/);
    expect(rows.length + question.missing!.length).toBe(9);
  }
});

test("a file that cannot be loaded is missing", async () => {
  const [question] = await GROUPS.engines!.questions({ ...SETTING, engineFiles: ["/no/such/engine.js"] });
  expect(question!.missing).toContainEqual({
    name: "/no/such/engine.js",
    reason: expect.stringContaining("Cannot find"),
  });
});

test("the source of an engine", () => {
  const engine = { name: "e", generatesCode: false, reference: (name: string) => `<${name}>`, compile: () => () => "" };
  expect(templateFor(engine, { literals: ["a ", " b"], names: ["X"], sets: [] })).toBe("a <X> b");
});
