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
