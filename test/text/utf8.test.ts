import { expect, test } from "vitest";
import { byteOffsets, decodeUtf8, startsWithMark, validPrefix } from "../../src/text/utf8.ts";

test.each<[number[], string | undefined, string]>([
  [[], "", ""],
  [[0x61, 0xc3, 0xa9], "aé", "aé"],
  [[0xef, 0xbb, 0xbf, 0x61], "\ufeffa", "\ufeffa"],
  [[0xef, 0xbb, 0xbf, 0x61, 0xff], undefined, "\ufeffa"],
  [[0xff], undefined, ""],
  [[0x61, 0xff, 0x62], undefined, "a"],
  [[0x61, 0xc3], undefined, "a"],
  [[0x61, 0xf0, 0x9f, 0x98, 0x62], undefined, "a"],
  [[0x61, 0xed, 0xa0, 0x80], undefined, "a"],
])("%j", (bytes, text, valid) => {
  expect(decodeUtf8(Uint8Array.from(bytes))).toBe(text);
  expect(validPrefix(Uint8Array.from(bytes))).toBe(valid);
});

test.each<[string, number[], number[]]>([
  ["", [0], [0]],
  ["ab", [0, 1, 2], [0, 1, 2]],
  ["é$😀$", [0, 1, 2, 4, 5], [0, 2, 3, 7, 8]],
  ["\ufeff\u07ff\u0800\uffff$", [1, 2, 3, 4], [3, 5, 8, 11]],
  ["\ud7ff\ue000$", [1, 2], [3, 6]],
  ["\u{10000}\u{10ffff}$", [2, 4], [4, 8]],
  ["a", [], []],
])("%j: the offsets %j are %j in UTF-8", (text, places, expected) => {
  expect(byteOffsets(text, places)).toEqual(expected);
});

test.each([
  ["\ufeff", true],
  ["\ufeffa", true],
  ["a\ufeff", false],
  ["", false],
  ["\ufffe", false],
])("%j begins with a byte order mark: %s", (text, expected) => {
  expect(startsWithMark(text)).toBe(expected);
  expect(startsWithMark(new TextEncoder().encode(text))).toBe(expected);
});

test.each([
  [[0xef, 0xbb]],
  [[0xef, 0xbb, 0xbe]],
  [[0xef, 0xba, 0xbf]],
  [[0xee, 0xbb, 0xbf]],
  [[0x61, 0xef, 0xbb, 0xbf]],
])("the bytes %j do not begin with a byte order mark", (bytes) => {
  expect(startsWithMark(Uint8Array.from(bytes))).toBe(false);
});
