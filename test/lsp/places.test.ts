import { expect, test } from "vitest";
import { brokenRange, contains, keyRange } from "../../src/lsp/places.ts";
import { GARDEN, KUBERNETES } from "../../src/yaml/dialect.ts";
import type { Path } from "../../src/yaml/node.ts";
import { parseManifest } from "../../src/yaml/parse.ts";
import { marked, shown } from "./marked.ts";

test.each<[text: string, path: Path, range: string]>([
  ["a: {b: 1}", ["a", "b"], "1:5 b"],
  ["a: {'b': 1}", ["a", "b"], "1:5 'b'"],
  // An item of a list, and the document: the value, or its first line.
  ["a: [b, c]", ["a", 1], "1:8 c"],
  ["a:\n- b: 1\n  c: 2\n", ["a", 0], "2:3 b: 1"],
  ["a: 1\r\nb: 2\r\n", [], "1:1 a: 1"],
  ["a: |\n  x\n  y\n", ["a"], "1:1 a"],
  ["- |\n  x\n", [0], "1:3 |"],
  ["? |\n  a\n: 1\n", ["a\n"], "1:3 |"],
  // A value from an alias or a merge is at the place where it is defined.
  ["x: &x {a: 1}\ny: *x", ["y", "a"], "1:8 a"],
  ["x: &x {a: 1}\ny: {<<: *x}", ["y", "a"], "1:11 1"],
  // A missing key: the nearest parent that exists.
  ["a: {b: 1}", ["a", "c"], "1:4 {b: 1}"],
])("%j %j: %j", (text, path, range) => {
  expect(shown(text, keyRange(text, parseManifest(text, GARDEN)[0]!, path))).toBe(range);
});

test("of duplicate keys, the last one, which sets the value", () => {
  const text = "a: 1\na: 2\n";
  expect(shown(text, keyRange(text, parseManifest(text, KUBERNETES, () => {})[0]!, ["a"]))).toBe("2:1 a");
});

test("a range contains its ends", () => {
  expect([1, 2, 3, 4, 5].map((offset) => contains({ start: 2, end: 4 }, offset))).toEqual([
    false,
    true,
    true,
    true,
    false,
  ]);
});

test.each<[text: string, underlined: string]>([
  ["a: ‸[b, c\nd: e\n", "[b, c"],
  ["a: ‸[b, c \t\r\nd: e\n", "[b, c"],
  ["a: ‸ [b", " [b"],
  ["‸a", "a"],
  // Nothing is left of the line: the last word before.
  ["a: [bc, de‸", "de"],
  ["a: [bc, de \n\t‸", "de"],
  ["a: [bc, de‸ \nf: g\n", "de"],
  [" [bc\n‸\n", "[bc"],
  [" bc‸", "bc"],
  ["bc ‸ ", "bc"],
  ["‸", ""],
  [" \n‸", ""],
])("%j: %j", (given, underlined) => {
  const { text, at } = marked(given);
  const { start, end } = brokenRange(text, at, 0);
  expect(text.slice(start, end)).toBe(underlined);
});

test("a text in a longer one, and a mistake after its end", () => {
  expect(brokenRange("a: [b", 3, 100)).toEqual({ start: 103, end: 105 });
  expect(brokenRange("a: [b ", 7, 100)).toEqual({ start: 103, end: 105 });
  expect(brokenRange("", 7, 100)).toEqual({ start: 100, end: 100 });
});
