/** Searches in blocks, against the same in an array: every offset near the end of a block. */
import { describe, expect, test } from "vitest";
import { ByteSearch } from "../../../src/scale/shard/split-points.ts";

const BLOCK = 1 << 16;

/** A source that returns a few bytes at a time, with line feeds at `marks`. */
function searched(length: number, ...marks: number[]) {
  const bytes = new Uint8Array(length).fill(7);
  for (const mark of marks) bytes[mark] = 10;
  const read = (into: Uint8Array, from: number) => {
    const part = bytes.subarray(from, from + Math.min(into.length, 40_000));
    into.set(part);
    return part.length;
  };
  return { bytes, search: new ByteSearch({ length, read }) };
}

const around = (at: number) => [at - 2, at - 1, at, at + 1, at + 2];

test("a byte at an offset; nothing outside of the source", () => {
  const { bytes, search } = searched(BLOCK + 10, 0, BLOCK - 1, BLOCK);
  for (const at of [0, BLOCK + 10, ...around(BLOCK), -1, BLOCK + 9, BLOCK + 11, 2 * BLOCK]) {
    expect([at, search.at(at)]).toEqual([at, bytes[at]]);
  }
});

describe.each([BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK + 5])("in %d bytes", (length) => {
  const marks = [...around(BLOCK), 3, length - 1].filter((at) => at < length);
  const ends = [0, 1, ...around(BLOCK), ...around(length), 2 * BLOCK];

  test.each(marks)("the first and the last byte of its kind, at %d", (mark) => {
    const { bytes, search } = searched(length, mark);
    for (const from of ends) {
      for (const to of ends) {
        const inside = from <= mark && mark < Math.min(to, bytes.length) ? mark : -1;
        expect([from, to, search.indexOf(10, from, to)]).toEqual([from, to, inside]);
        expect([from, to, search.lastIndexOf(10, from, to)]).toEqual([from, to, inside]);
        expect([from, to, search.lastIndexOf(13, from, to, 10)]).toEqual([from, to, inside]);
      }
    }
  });
});

test("a source that ends too early is an error", () => {
  const search = new ByteSearch({ length: 5, read: () => 0 });
  expect(() => search.at(0)).toThrow("the source ended before its length of 5 bytes");
});
