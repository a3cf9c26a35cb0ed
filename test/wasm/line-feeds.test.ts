import { expect, test } from "vitest";
import { wasmInstance } from "../../src/wasm/instance.ts";
import { countLineFeeds } from "../../src/wasm/yaml.ts";
import { base, bytes, primitives } from "./primitives.ts";

/** Longer than two rounds of four blocks. */
const MAX_LENGTH = 150;

test("every length and alignment; line feeds outside do not count", () => {
  for (let alignment = 0; alignment < 17; alignment++) {
    for (let length = 0; length <= MAX_LENGTH; length++) {
      const start = base + alignment;
      bytes.fill(0x0a, base, base + 1024);
      for (let i = 0; i < length; i++) bytes[start + i] = i % 7 === 3 ? 0x0a : 0x61;
      const expected = Math.floor((length + 3) / 7);
      if (primitives.lineFeeds(start, start + length) !== expected) throw new Error(`${length} at ${alignment}`);
      bytes.fill(0x0a, start, start + length);
      if (primitives.lineFeeds(start, start + length) !== length) throw new Error(`${length} of ${length}`);
    }
  }
});

test("skipSpaces: every number of spaces, at every alignment", () => {
  for (let alignment = 0; alignment < 17; alignment++) {
    for (let count = 0; count <= MAX_LENGTH; count++) {
      const start = base + alignment;
      bytes.fill(0x20, base, base + 1024);
      for (const next of [0, 0x0a, 0x1f, 0x21, 0xa0, 0xff]) {
        bytes[start + count] = next;
        if (primitives.skipSpaces(start) !== start + count) throw new Error(`${count} at ${alignment}, ${next}`);
      }
    }
  }
});

test("texts of several steps", () => {
  for (const length of [0, 1, 23, 24, 25, 65_535, 65_536, 65_537, 200_000]) {
    expect(countLineFeeds(new Uint8Array(length).fill(0x0a))).toBe(length);
    expect(countLineFeeds(new Uint8Array(length).fill(0x0b))).toBe(0);
  }
});

test("a long text takes no more memory than one step", () => {
  countLineFeeds(new Uint8Array(1));
  const { memory } = wasmInstance().scanners;
  const before = memory.buffer.byteLength;
  countLineFeeds(new Uint8Array(10_000_000));
  expect(memory.buffer.byteLength - before).toBeLessThan(1_000_000);
});
