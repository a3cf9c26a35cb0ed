import { expect, test } from "vitest";
import { concatBytes, readAll, resizeBuffer } from "../../src/text/byte-buffer.ts";
import { Random } from "../reference/random.ts";

test("a larger buffer, and a smaller one", () => {
  const bytes = Uint8Array.of(1, 2, 3);
  expect(resizeBuffer(bytes, 5)).toEqual(Uint8Array.of(1, 2, 3, 0, 0));
  expect(resizeBuffer(bytes, 5, 2)).toEqual(Uint8Array.of(1, 2, 0, 0, 0));
  expect(resizeBuffer(bytes, 2, 2)).toEqual(Uint8Array.of(1, 2));
});

test("pieces are joined", () => {
  expect(concatBytes([], 0)).toEqual(new Uint8Array(0));
  const piece = Uint8Array.of(1, 2);
  const whole = concatBytes([piece, new Uint8Array(0), Buffer.of(3)], 3);
  piece[0] = 9;
  expect(whole).toEqual(Uint8Array.of(1, 2, 3));
});

/** Reads a random number of bytes at a time. */
function readingOf(source: Uint8Array, random: Random): (into: Uint8Array) => number {
  let at = 0;
  return (into) => {
    const count = Math.min(into.length, source.length - at, 1 + random.below(40));
    into.set(source.subarray(at, at + count));
    at += count;
    return count;
  };
}

test("everything is read, whatever was expected; one byte more than the limit is refused", () => {
  const random = new Random(3);
  const tooLarge = () => new RangeError("too large");
  for (const length of [0, 1, 2, 63, 64, 65, 200]) {
    const source = Uint8Array.from({ length }, (_, i) => i);
    for (const expected of [0, 1, length, 2 * length, 1_000_000_000_000]) {
      expect(readAll(readingOf(source, random), expected, Math.max(length, 1), tooLarge)).toEqual(source);
      if (length === 0) continue;
      expect(() => readAll(readingOf(source, random), expected, length - 1, tooLarge)).toThrow("too large");
    }
  }
});

test("the buffer is not larger than the bytes or the limit require", () => {
  const roomsOf = (expected: number, limit: number) => {
    const rooms: number[] = [];
    let left = 100;
    readAll(
      (into) => {
        rooms.push(into.length);
        const count = Math.min(into.length, left);
        left -= count;
        return count;
      },
      expected,
      limit,
      () => new RangeError("too large"),
    );
    return rooms;
  };
  expect(roomsOf(100, 1000)).toEqual([101, 1]);
  expect(roomsOf(1000, 100)).toEqual([101, 1]);
  expect(roomsOf(15, 1000)).toEqual([16, 16, 32, 64, 28]);
  expect(roomsOf(59, 100)).toEqual([60, 41, 1]);
});
