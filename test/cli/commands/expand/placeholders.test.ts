/** `varexpand expand --syntax flux`: objects that are excluded, and `--placeholders`. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { runInMemory } from "../../memory-io.ts";
import { FolderPerTest } from "../../temporary.ts";

const folder = new FolderPerTest();

const EXCLUDED = "metadata: {annotations: {kustomize.toolkit.fluxcd.io/substitute: disabled}}\na: ${X} $$\n";

const read = (name: string) => readFileSync(folder.at(name), "utf8");

async function flux(stdin: string, ...args: string[]) {
  const { code, messages, output } = await runInMemory(["expand", "--syntax", "flux", ...args], { stdin });
  return { code, messages, output };
}

test.each([[], ["--yaml"]])("objects that Flux does not change are copied: %j", async (...args) => {
  const expected = { code: 0, messages: [], output: `a: x\n---\n${EXCLUDED}` };
  expect(await flux(`a: \${X}\n---\n${EXCLUDED}`, "-e", "X=x", ...args)).toEqual(expected);
  expect(await flux(EXCLUDED, ...args)).toEqual({ code: 0, messages: [], output: EXCLUDED });
});

test("they are copied with every kind of output, and their variables are not listed", async () => {
  folder.write({ "a.yaml": EXCLUDED, "rows.csv": "Y\n1\n" });
  expect((await flux("", "--list-variables", folder.at("a.yaml"))).output).toBe("");
  expect((await flux("", "-o", folder.at("out/"), folder.at("a.yaml"))).code).toBe(0);
  expect(read("out/a.yaml")).toBe(EXCLUDED);
  expect((await flux("", "--rows", folder.at("rows.csv"), folder.at("a.yaml"))).output).toBe(EXCLUDED);
  expect((await flux("", "-i", folder.at("a.yaml"))).code).toBe(0);
  expect(read("a.yaml")).toBe(EXCLUDED);
});

test("the positions of references after them are those of the file", async () => {
  const { messages } = await flux(`${EXCLUDED}---\na:  \${NONE}\n`);
  expect(messages[0]).toBe("<stdin>:4:5: NONE: the variable is not set; set it with -e");
});

test("--placeholders replaces variables that are not set, and names them", async () => {
  const text = "a: ${A} ${B} ${C} ${D:-d}\nb: ${E} ${F} ${G} ${H}\n";
  const expected = "a: placeholder-A b placeholder-C d\nb: placeholder-E placeholder-F placeholder-G placeholder-H\n";
  expect(await flux(text, "--placeholders", "-e", "B=b")).toEqual({
    code: 0,
    output: expected,
    messages: ["placeholders for 6 variables that are not set: A, C, E, F, G, and 1 more"],
  });
  expect(await flux("a: ${A}\n", "--placeholders", "--yaml")).toEqual({
    code: 0,
    output: "a: placeholder-A\n",
    messages: ["placeholders for 1 variable that is not set: A"],
  });
  expect(await flux("a: ${A}\n", "--placeholders", "-e", "A=x")).toEqual({ code: 0, output: "a: x\n", messages: [] });
});

test("a value is not expanded again", async () => {
  expect((await flux("a: ${A:-${B}} ${C/x/$y}\n", "--placeholders", "-e", "B=${Z}")).output).toBe(
    "a: ${Z} placeholder-C\n",
  );
});

test("--placeholders still reports malformed text", async () => {
  const { code, messages } = await flux("a: ${A B}\n", "--placeholders");
  expect({ code, messages }).toEqual({ code: 2, messages: [expect.stringContaining("<stdin>:1:4: ${A B}")] });
});

test.each([
  ["without --syntax flux", ["expand", "--placeholders"]],
  ["--json", ["expand", "--syntax", "flux", "--placeholders", "--json"]],
  ["-i", ["expand", "--syntax", "flux", "--placeholders", "-i", "a.yaml"]],
  ["--list-variables", ["expand", "--syntax", "flux", "--placeholders", "--list-variables"]],
  ["--only", ["expand", "--syntax", "flux", "--placeholders", "--only", "A"]],
  ["--rows", ["expand", "--syntax", "flux", "--placeholders", "--rows", "a.csv"]],
  ["--shard", ["expand", "--syntax", "flux", "--placeholders", "--yaml", "--shard", "0/1", "-o", "out", "a.yaml"]],
])("--placeholders cannot be used with some options: %s", async (_, args) => {
  const { code, messages } = await runInMemory(args);
  expect({ code, messages }).toEqual({ code: 2, messages: [expect.stringContaining("--placeholders")] });
});
