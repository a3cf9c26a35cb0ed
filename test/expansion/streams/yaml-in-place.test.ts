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
  ])("%s", async (_, text, length) => {
    const { code, output } = await expanded(text, length);
    expect([code, output]).toEqual([0, text.replace("$(A)", "k".repeat(length))]);
    expect(() => parseManifest(output)).not.toThrow();
    expect((await expanded(text, length + 1)).code).toBe(2);
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
