/** Lines of a source, whatever ends them. */
import { expect, test } from "vitest";
import { SourceText } from "../../src/lint/source-text.ts";

test.each([
  ["ab\ncd", 0, 2],
  ["ab\r\ncd", 0, 2],
  ["ab\r\ncd", 1, 2],
  ["ab\r\ncd\r\n", 5, 6],
  ["ab\rcd", 0, 2],
  ["\n", 0, 0],
  ["\r\n", 0, 0],
  ["ab", 1, 2],
])("the end of the line in %j that %d is in: %d", (text, offset, end) => {
  expect(new SourceText(text).lineEnd(offset)).toBe(end);
});

const long = Array.from({ length: 300 }, (_, i) => i % 10).join("");

test.each([
  ["a line", "ab\ncdef\ngh", 4, 6, { text: "cdef", start: 1, end: 3 }],
  ["the beginning of several lines", "ab\ncd\nef", 1, 7, { text: "ab", start: 1, end: 2 }],
  ["at most 160 characters of a line", long, 100, 300, { text: long.slice(0, 160), start: 100, end: 160 }],
  ["60 of them before a place further on", long, 101, 103, { text: long.slice(41, 201), start: 60, end: 62 }],
  ["up to the line's end", long, 250, 300, { text: long.slice(190), start: 60, end: 110 }],
])("what is shown of a source: %s", (_, text, start, end, shown) => {
  expect(new SourceText(text).region(start, end).sourceLine).toEqual(shown);
});
