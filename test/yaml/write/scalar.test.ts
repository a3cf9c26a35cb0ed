/** Edits of scalars directly after an anchor, or in the column of their key, are read as the new value. */
import { expect, test } from "vitest";
import type { Path } from "../../../src/yaml/node.ts";
import { parseManifest } from "../../../src/yaml/parse.ts";
import { splice } from "../../../src/yaml/write/edit.ts";

test.each<[string, Path, string, unknown]>([
  ["&x??", [], "x", "x"],
  ["&x:?", [], "x", "x"],
  ["a: &x??", ["a"], "x", { a: "x" }],
  ["s:\n>", ["s"], "x", { s: "x" }],
  ["&-?0", [], "trail ", "trail "],
  ["-\n|", [0], "x", ["x"]],
  ["s:\n|\n", ["s"], "x\r", { s: "x\r" }],
  ["4:\n|\n", ["4"], "x\r\ny", { "4": "x\r\ny" }],
  ["a:\n  s:\n  |\n  b: 1\n", ["a", "s"], "x\ty\r", { a: { s: "x\ty\r", b: 1 } }],
])("%j, %j: %j", (text, path, value, expected) => {
  const [document] = parseManifest(text);
  const written = splice(text, [{ document: document!, path, value }]);
  expect(parseManifest(written).map((root) => root.value)).toEqual([expected]);
});

test("in brackets, only values with characters of collections, : and ? need quotes", () => {
  const written = (text: string, value: string) => {
    const [document] = parseManifest(text);
    return splice(text, [{ document: document!, path: [0], value }]);
  };
  for (let code = 0x20; code < 0x7f; code++) {
    const value = `a${String.fromCharCode(code)}b`;
    expect(written("- x", value)).toBe(`- ${value}`);
    expect(written("[x]", value)).toBe(/[,[\]{}:?]/.test(value) ? `["${value}"]` : `[${value}]`);
  }
});
