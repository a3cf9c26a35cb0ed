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

/** CR, LF, and CR LF end lines. */
const LINES = "a\r \t b \r\n\n é😀c";

test.each([
  ["line", (source: SourceText, at: number) => source.lineAt(at), [1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 4, 4, 4, 4, 4, 4]],
  [
    "start",
    (source: SourceText, at: number) => source.lineStart(at),
    [0, 0, 2, 2, 2, 2, 2, 2, 2, 9, 10, 10, 10, 10, 10, 10],
  ],
  [
    "end",
    (source: SourceText, at: number) => source.lineEnd(at),
    [1, 1, 7, 7, 7, 7, 7, 7, 7, 9, 15, 15, 15, 15, 15, 15],
  ],
  [
    "next line",
    (source: SourceText, at: number) => source.nextLine(at),
    [2, 2, 9, 9, 9, 9, 9, 9, 9, 10, 15, 15, 15, 15, 15, 15],
  ],
])("the %s of each offset", (_, valueAt, values) => {
  const source = new SourceText(LINES);
  expect(Array.from({ length: LINES.length + 1 }, (_, at) => valueAt(source, at))).toEqual(values);
});

test.each([
  [0, 0, 1],
  [1, 1, 1],
  [2, 5, 6],
  [5, 5, 6],
  [6, 7, 7],
  [9, 9, 9],
  [10, 11, 15],
  [15, 15, 15],
])("the rest of the line at %d, without white space: %d to %d", (offset, start, end) => {
  expect(new SourceText(LINES).restOfLine(offset)).toEqual({ start, end });
});

test("the places of a region count lines, characters, and UTF-16 code units", () => {
  const sourceLine = { text: " é😀c", start: 1, end: 4 };
  expect(new SourceText(LINES).region(11, 14)).toEqual({
    ...{ line: 4, column: 2, endLine: 4, endColumn: 4 },
    utf16: { column: 2, endColumn: 5 },
    ...{ start: 11, end: 14, sourceLine },
  });
});

test.each([
  ["a\rb\rcd", { line: 3, column: 3 }, 3],
  ["a\nb\ncd", { line: 3, column: 3 }, 3],
  ["a\rb\n😀", { line: 3, column: 2 }, 3],
  ["a\nb\r", { line: 3, column: 1 }, 1],
  ["ab", { line: 1, column: 3 }, 3],
])("after %j, the next part begins at %j", (text, position, utf16Column) => {
  expect(new SourceText(text).next).toEqual({ position, offset: text.length, utf16Column });
});

test("the parts of a file continue its lines, columns, and offsets", () => {
  const whole = "é😀a😀b\rc\n😀d";
  for (const cuts of [[1], [3], [4], [6], [7], [8], [9], [10], [12], [3, 4], [1, 3, 8, 9], [whole.length]]) {
    let part = new SourceText(whole.slice(0, cuts[0]));
    for (const [i, cut] of cuts.entries()) {
      expect(part.end).toBe(cut);
      part = new SourceText(whole.slice(cut, cuts[i + 1]), part.next);
    }
    const { start: from } = part.region(0, 0);
    for (let at = from; at <= whole.length; at++) {
      if (/[\udc00-\udfff]/.test(whole[at] ?? "")) continue;
      const { sourceLine: _, ...region } = part.region(at - from, part.text.length);
      const { sourceLine: __, ...expected } = new SourceText(whole).region(at, whole.length);
      expect([cuts, at, region]).toEqual([cuts, at, expected]);
    }
  }
});
