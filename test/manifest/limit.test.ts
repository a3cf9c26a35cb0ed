/** The most bytes of a document. */
import { expect, test } from "vitest";
import { manifestParts } from "../../src/manifest/parts.ts";
import { bytesOf } from "../reference/byte-source.ts";

/** The texts of the parts. */
const read = (text: string, limit: number): string[] =>
  [...manifestParts(bytesOf(text), 100, limit)].map((part) => part.text);

const yaml = (length: number) => `a: é${"x".repeat(length - 6)}\n`;
const json = (length: number) => `{"a":"é${"x".repeat(length - 10)}"}`;
const list = (length: number) => `{"kind":"List","items":[{},${json(length)},${json(20)}]}`;

test.each<[what: string, text: (length: number) => string, line: number, column: number]>([
  ["a document", yaml, 1, 1],
  ["a document before another one", (length) => `${yaml(length)}---\nb`, 1, 1],
  ["a document after another one", (length) => `b: 1\n---\n${yaml(length - 4)}`, 2, 1],
  ["a JSON object", json, 1, 1],
  ["a JSON object between others", (length) => json(30) + json(length) + json(30), 1, 30],
  ["an item of a List that is longer than the limit", list, 1, 28],
])("%s of as many bytes as the limit is read, and with one more it is too large", (_, text, line, column) => {
  expect(read(text(90), 90).join("")).toBe(text(90));
  expect(() => read(text(91), 90)).toThrow(
    expect.objectContaining({
      code: "too-large",
      offset: 0,
      message: "the document has more than 90 bytes",
      position: expect.objectContaining({ line, column }),
    }),
  );
});

test("the end of an object that is not closed is searched for", () => {
  expect(() => read(`{${" ".repeat(200)}`, 50)).toThrow("the document has more than 50 bytes");
});

test.each([
  ["a: }\n---\n", "syntax", 1, 4],
  ["a: .inf\n---\n", "not-json", 1, 4],
  ["a: 'x\n---\n", "too-large", 1, 1],
])("%j before a long document: %s", (text, code, line, column) => {
  const error = { code, position: { line, column } };
  expect(() => read(`${text}${"x".repeat(100)}\n---\n`, 50)).toThrow(expect.objectContaining(error));
});

test("at most a mebibyte beyond the limit is read to find the end", () => {
  let end = 0;
  const source = {
    read(into: Uint8Array, position: number) {
      const count = Math.min(into.length, 65_536);
      into.fill(0x61, 0, count);
      end = position + count;
      return count;
    },
  };
  expect(() => [...manifestParts(source, 100, 1000)]).toThrow("the document has more than 1000 bytes");
  expect(end).toBe(17 * 65_536);
});

test("aliases to long texts count their length", () => {
  const text = (length: number) => `a: &a ${"x".repeat(length)}\nb: [${"*a, ".repeat(2000)}]\n`;
  expect(() => read(text(40_000), 1 << 20)).toThrow("aliases make more than 1000000 values");
  expect(read(text(400), 1 << 20)).toHaveLength(1);
  // A text counts as one value, and as another one for every 64 characters.
  expect(read(text(499 * 64 + 63), 1 << 20)).toHaveLength(1);
  expect(() => read(text(500 * 64), 1 << 20)).toThrow("aliases make more than 1000000 values");
});
