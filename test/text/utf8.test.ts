import { expect, test } from "vitest";
import { bytePlaces, decodeUtf8, startsWithMark, validPrefix } from "../../src/text/utf8.ts";

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

test.each<[number[], number[]]>([
  [
    [0x24, 0x24],
    [0, 1],
  ],
  [
    [0xc3, 0xa9, 0x24, 0xf0, 0x9f, 0x98, 0x80, 0x24],
    [2, 7],
  ],
  [[0xef, 0xbb, 0xbf, 0x24], [3]],
  [[0x7f, 0xc2, 0x80, 0x24], [3]],
  [
    [0xff, 0xff, 0x24, 0xc3, 0x24, 0x61, 0xf0, 0x9f, 0x24],
    [2, 4, 8],
  ],
  [[0x61], []],
])("%j: places of $ are %j", (bytes, expected) => {
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(Uint8Array.from(bytes));
  const places = [...text.matchAll(/\$/g)].map(({ index }) => index);
  expect(bytePlaces(Uint8Array.from(bytes), text, places)).toEqual(expected);
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
