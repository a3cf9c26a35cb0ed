/** What is written into YAML text, and several readers of it: the fuzz target's inputs, from fixed seeds. */
import { describe, expect, test } from "vitest";
import { parseManifest } from "../../../src/yaml/parse.ts";
import { splice } from "../../../src/yaml/write/edit.ts";
import { runInMemory } from "../../cli/memory-io.ts";
import { yamlInPlaceTarget } from "../../fuzz/targets/yaml-in-place.ts";
import { fuzzCases, Random } from "../../reference/random.ts";

test("seeded: every reader reads the output as the input with the changes made", async () => {
  const random = new Random(20_261_123);
  for (let i = 0; i < fuzzCases(12_000); i++) {
    const input = yamlInPlaceTarget.make!(random);
    try {
      await yamlInPlaceTarget.run(input);
    } catch (error) {
      throw new Error(`case ${i}: ${JSON.stringify(input)}: ${error}`);
    }
  }
});

test.each([
  ["a: |\n $(A)\n ", "one\n\n  two\n", "a: |+\n one\n\n   two\n\n"],
  ["a: >\n  $(A)\n  ", "x\n", "a: >+\n  x\n\n"],
  ["a: |\n  $(A)\n  ", "x", "a: |\n  x\n  "],
])("spaces at the end of the text do not become a line of a block scalar: %j, %j", async (text, value, expected) => {
  const { output } = await runInMemory(["expand", "--yaml", "-e", `A=${value}`], { stdin: text });
  expect(output).toBe(expected);
  expect(parseManifest(output).map((document) => document.value)).toEqual([{ a: `${value}\n` }]);
});

test.each([
  ["a:\n|\n  $(A)\n", "\t", 'a:\n "\\t\\n"\n'],
  ["a:\n  b:\n  >-\n    $(A)\nc: d\n", "", 'a:\n  b:\n   ""\nc: d\n'],
  ["a:\n  |-\n    $(A)", "\t", 'a:\n   "\\t"'],
  ["a:\n  |-\n    $(A)", "\t>+", 'a:\n   "\\t>+"'],
])(
  "a block scalar in the column of its key that becomes quoted moves to the right: %j, %j",
  async (text, value, expected) => {
    const { output } = await runInMemory(["expand", "--yaml", "-e", `A=${value}`], { stdin: text });
    expect(output).toBe(expected);
    expect(() => parseManifest(output)).not.toThrow();
  },
);

test("a block scalar at the end of the text gets a line break if it keeps one", async () => {
  const { output } = await runInMemory(["expand", "--yaml", "-e", "A=b\n"], { stdin: "a: |-\n  $(A)" });
  expect(output).toBe("a: |\n  b\n");
});

test.each([
  ["d: |\r\n $(A)", "\t", 'd: "\\t\\n"'],
  ["d: |\r\n $(A)", "x", "d: |\r\n x"],
  ["d: |\r\n $(A)\r\ne: f\r\n", "\t", 'd: "\\t\\n"\r\ne: f\r\n'],
  ["d: |+1\r\n $(A)\n  ", "a: b", 'd: "a: b\\n \\n"'],
])("no CR follows a block scalar where none followed it in the input: %j, %j", async (text, value, expected) => {
  const { output } = await runInMemory(["expand", "--yaml", "-e", `A=${value}`], { stdin: text });
  expect(output).toBe(expected);
});

describe("a key that its value makes too long for readers", () => {
  const expanded = (text: string, length: number) =>
    runInMemory(["expand", "--yaml", "-e", `A=${"k".repeat(length)}`], { stdin: text });

  test.each(["$(A): v\n", "{$(A): v}\n", '"$(A)": v\n', "- [x, '$(A)' : v]\n", "&anchor $(A): v\n", "- - $(A): v\n"])(
    "%j",
    async (text) => {
      const { code, messages, output } = await expanded(text, 1100);
      expect([code, output]).toEqual([2, ""]);
      expect(messages).toEqual([
        expect.stringMatching(/^<stdin>:1:\d+: not YAML: a key of more than 1024 characters needs "\? " before it$/),
      ]);
    },
  );

  test.each([
    ["the longest", "$(A): v\n", 1024],
    ["with its anchor", "&a  $(A) : v\n", 1019],
    ["in a list", "- - $(A): v\n", 1024],
    ["with its tag, in which a comma ends nothing", "{!<tag:yaml.org,2002:str> $(A): v}\n", 999],
    ["in quotes, with spaces and a tab after it", "- {a: b,  '$(A)' \t: v}\n", 1020],
    ["in braces in brackets", "[a, {$(A): v}]\n", 1024],
    ["in brackets, after a bracket", "[[$(A): v], $(A)]\n", 1024],
    ["after a colon", "? a\n: $(A): v\n", 1024],
    ["after a key in braces", "{b: {c: [d]}, $(A): v}\n", 1024],
    ["on the first line of a long text", `&a $(A): v\n${"# comment\n".repeat(1000)}`, 1021],
  ])("%s", async (_, text, length) => {
    const { code, output } = await expanded(text, length);
    expect([code, output]).toEqual([0, text.replaceAll("$(A)", "k".repeat(length))]);
    expect(() => parseManifest(output)).not.toThrow();
    expect((await expanded(text, length + 1)).code).toBe(2);
  });

  test("a key that was too long before, and does not become longer", async () => {
    const key = "k".repeat(1100);
    for (const length of [0, 4]) {
      expect((await expanded(`"${key}$(A)": v\n`, length)).output).toBe(`"${key}${"k".repeat(length)}": v\n`);
    }
    expect((await expanded(`"${key}$(A)": v\n`, 5)).code).toBe(2);
  });

  test("no key", async () => {
    for (const text of ["a: $(A)\n", "? $(A)\n: v\n", "- '$(A)'\n"]) {
      expect((await expanded(text, 1100)).output).toBe(text.replace("$(A)", "k".repeat(1100)));
    }
  });

  test("an edit writes it with `?`", () => {
    const long = "k".repeat(1100);
    for (const text of ["a: &a x\nb:\n- *a : 1\n", "a: &a x\nb: {*a : 1}\n"]) {
      const document = parseManifest(text)[0]!;
      const output = splice(text, [{ document, path: ["a"], value: long }]);
      const { b } = parseManifest(output)[0]!.value as { b: unknown };
      expect(b).toEqual(text.includes("{") ? { x: 1 } : [{ x: 1 }]);
    }
    const text = `a: &a ${long}\nb:\n- *a : 1\nc: {*a : 1}\n`;
    const document = parseManifest(text)[0]!;
    const output = splice(text, [{ document, path: ["a"], value: "x" }]);
    expect(parseManifest(output)[0]!.value).toEqual({ a: "x", b: [{ [long]: 1 }], c: { [long]: 1 } });
  });
});
