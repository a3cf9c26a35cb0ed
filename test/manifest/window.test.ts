import { describe, expect, test } from "vitest";
import { Window } from "../../src/manifest/window.ts";
import { bytesOf } from "../reference/byte-source.ts";

const BYTES = Uint8Array.from({ length: 5000 }, (_, i) => i % 251);

describe("the whole source is read", () => {
  test.each([undefined, 0, 1, 5000, 5001, 1e15])("if its length is reported as %s", (length) => {
    for (const readsOf of [100, undefined]) {
      const source = bytesOf(BYTES, readsOf);
      const window = new Window(length === undefined ? source : { ...source, length }, 0);
      expect([window.has(4999), window.has(5000)]).toEqual([true, false]);
      expect(Buffer.compare(window.bytes, BYTES)).toBe(0);
    }
  });

  test("from a position, while its beginning is dropped", () => {
    const window = new Window(bytesOf(BYTES, 100), 1000);
    for (let position = 1000; position < 5000; position++) {
      expect([window.has(0), window.position, window.bytes[0]]).toEqual([true, position, BYTES[position]]);
      window.drop(1);
    }
    expect(window.has(0)).toBe(false);
  });
});

test("a byte beyond the limit is an error, wherever the window begins", () => {
  const window = new Window(bytesOf(BYTES), 0, 4999);
  expect(window.has(4998)).toBe(true);
  for (const offset of [4999, 5000, 10_000]) {
    expect(() => window.has(offset)).toThrow("the document has more than 4999 bytes");
  }
  window.drop(1);
  for (const offset of [4999, 5000, 10_000]) expect(window.has(offset)).toBe(false);
});
