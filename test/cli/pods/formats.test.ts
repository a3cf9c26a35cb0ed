/** Several documents in one output. */
import { expect, test } from "vitest";
import { runInMemory } from "../memory-io.ts";
import { TemporaryFolder } from "../temporary.ts";

const folder = new TemporaryFolder();
const pod = (name: string) => `kind: Pod\nmetadata: {name: ${name}}\nspec: {containers: [{name: c, args: [${name}]}]}`;
const value = (name: string) => ({
  kind: "Pod",
  metadata: { name },
  spec: { containers: [{ name: "c", args: [name] }] },
});
const printed = async (stdin: string) => (await runInMemory(["pod", "-", "-o", "json"], { stdin })).output;
const json = (value: object) => `${JSON.stringify(value, undefined, 2)}\n`;
const list = (...items: object[]) => ({ apiVersion: "v1", kind: "List", items });

test.each([[[]], [["-c", "c"]]])(
  "documents are separated even if a file does not end with a line break: %j",
  async (args) => {
    const files = [pod("a"), `---\n${pod("b")}`, pod("c")].map((text, i) => folder.file(`${i}.yaml`, text));
    const { output } = await runInMemory(["pod", ...files, ...args]);
    expect(output).toBe(`${pod("a")}\n---\n${pod("b")}\n---\n${pod("c")}`);
  },
);

test.each([
  ["", list()],
  ["---\n---\n", list()],
  ["null\n---\n~\n", list()],
  [`---\nnull\n---\n${pod("a")}\n---\n`, value("a")],
  [`${pod("a")}\n---\n${pod("b")}\n`, list(value("a"), value("b"))],
])("-o json omits empty documents, and prints a List unless there is one object: %j", async (stdin, expected) => {
  expect(await printed(stdin)).toBe(json(expected));
});

test.each([0, 1 << 20])("-o json of a List with %i spaces, and of what precedes and follows it", async (spaces) => {
  const items = json(list(value("b"), value("c"))).replace("[", `[${" ".repeat(spaces)}`);
  const stdin = json(value("a")) + items + json(value("d"));
  const all = list(value("a"), list(value("b"), value("c")), value("d"));
  expect(await printed(stdin)).toBe(json(all));
});

test.each([0, 1 << 20])("-o json of an empty List with %i spaces", async (spaces) => {
  const stdin = json(list()).replace("[", `[${" ".repeat(spaces)}`) + json(value("a"));
  expect(await printed(stdin)).toBe(json(list(list(), value("a"))));
});
