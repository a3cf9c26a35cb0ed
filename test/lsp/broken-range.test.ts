import { expect, test } from "vitest";
import { brokenRange } from "../../src/lsp/broken-range.ts";
import { marked } from "./marked.ts";

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

test("a text in a longer one, and a mistake behind its end", () => {
  expect(brokenRange("a: [b", 3, 100)).toEqual({ start: 103, end: 105 });
  expect(brokenRange("a: [b ", 7, 100)).toEqual({ start: 103, end: 105 });
  expect(brokenRange("", 7, 100)).toEqual({ start: 100, end: 100 });
});
