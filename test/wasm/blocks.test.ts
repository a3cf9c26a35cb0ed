import { expect, test } from "vitest";
import { Random } from "../reference/random.ts";
import { base, bytes, primitives, words } from "./primitives.ts";

/** Longer than two rounds of four blocks. */
const MAX_LENGTH = 150;
const ALIGNMENTS = 17;

test("copyPiece: every length and alignment; writes nothing before, and at most 128 bytes from the start or 31 after the end; two blocks for a short piece", () => {
  const random = new Random(1);
  const memory = bytes;
  for (let i = 0; i < 1024; i++) memory[base + i] = random.below(256);
  for (let from = 0; from < ALIGNMENTS; from++) {
    for (let to = 0; to < ALIGNMENTS; to += 3) {
      for (let length = 0; length <= 2 * MAX_LENGTH; length++) {
        const target = base + 4097 + to;
        memory.fill(0xaa, base + 4096, base + 4096 + 1024);
        primitives.copyPiece(base + from, length, target);
        const expected = memory.subarray(base + from, base + from + length);
        if (Buffer.compare(memory.subarray(target, target + length), expected) !== 0) {
          throw new Error(`copy of ${length} from ${from} to ${to}`);
        }
        if (memory[target - 1] !== 0xaa) throw new Error(`${length} bytes wrote before their start`);
        if (length <= 32 && memory[target + 32] !== 0xaa) throw new Error(`${length} bytes wrote more than two blocks`);
        if (memory[target + Math.max(length + 31, 128)] !== 0xaa) throw new Error(`${length} bytes wrote too far`);
      }
    }
  }
});

test("copyUntil: every length, alignment and position; a match after the end does not count", () => {
  const memory = bytes;
  for (let alignment = 0; alignment < ALIGNMENTS; alignment++) {
    for (let length = 0; length <= MAX_LENGTH; length++) {
      const start = base + alignment;
      const end = start + length;
      const to = base + 4096 + (alignment % 5);
      for (let i = 0; i < length; i++) memory[start + i] = 0x61 + (i % 23);
      memory.fill(0x24, end, end + 128);
      for (let at = start; at <= end; at++) {
        const replaced = memory[at]!;
        memory[at] = 0x24;
        memory.fill(0xaa, to - 1, to + length + 128);
        const found = primitives.copyUntil(start, end, to, 0x24);
        if (found !== at) throw new Error(`${at - start} of ${length} at ${alignment}: ${found - start}`);
        const copied = memory.subarray(to, to + found - start);
        if (Buffer.compare(copied, memory.subarray(start, found)) !== 0) throw new Error(`copied ${found - start}`);
        if (memory[to - 1] !== 0xaa) throw new Error(`${length} bytes wrote before their start`);
        memory[at] = replaced;
      }
    }
  }
});

/** The offsets that `list` stores, followed by the two ends. */
function listed(start: number, length: number): number[] {
  const to = base + 65_536;
  primitives.list(start, start + length, 0x24, 0x29, to);
  const offsets: number[] = [];
  for (let at = to >> 2; ; at++) {
    if (words[at] === primitives.nowhere()) {
      expect(words[at + 1]).toBe(primitives.nowhere());
      return offsets;
    }
    offsets.push(words[at]! - start);
  }
}

test("list: nothing, everything, and one of each at every position, for every length and alignment", () => {
  const memory = bytes;
  for (let alignment = 0; alignment < ALIGNMENTS; alignment += 4) {
    for (let length = 0; length <= MAX_LENGTH; length++) {
      const start = base + alignment;
      memory.fill(0x24, base, start + length + 256);
      expect(listed(start, length)).toEqual(Array.from({ length }, (_, i) => i));
      memory.fill(0x61, start, start + length);
      expect(listed(start, length)).toEqual([]);
      for (let at = 0; at < length; at++) {
        memory[start + at] = 0x24;
        memory[start + length - 1 - at] = 0x29;
        const expected = [...new Set([at, length - 1 - at])].sort((a, b) => a - b);
        if (listed(start, length).join() !== expected.join()) throw new Error(`${expected} of ${length}`);
        memory[start + at] = memory[start + length - 1 - at] = 0x61;
      }
    }
  }
});

test("list: any density", () => {
  const random = new Random(2);
  const memory = bytes;
  for (let round = 0; round < 400; round++) {
    const length = random.below(3000);
    const density = 1 + random.below(40);
    const expected: number[] = [];
    for (let i = 0; i < length; i++) {
      const isMatch = random.below(density) === 0;
      memory[base + i] = isMatch ? random.pick([0x24, 0x29]) : random.pick([0x23, 0x25, 0x28, 0x2a, 0xa4, 0xa9]);
      if (isMatch) expected.push(i);
    }
    expect(listed(base, length)).toEqual(expected);
  }
});

test("what a list ends with is neither of what is listed", () => {
  const memory = bytes;
  expect(memory.subarray(primitives.nowhere(), primitives.nowhere() + 4)).toEqual(new Uint8Array(4));
});

test("findFar: every length, alignment and position; a match after the end does not count", () => {
  const memory = bytes;
  for (let alignment = 0; alignment < ALIGNMENTS; alignment++) {
    for (let length = 0; length <= MAX_LENGTH; length++) {
      const start = base + alignment;
      const end = start + length;
      for (let i = 0; i < length; i++) memory[start + i] = 0x61 + (i % 23);
      memory.fill(0x24, end, end + 128);
      if (alignment > 0) memory[start - 1] = 0x24;
      for (let at = start; at <= end; at++) {
        const replaced = memory[at]!;
        memory[at] = 0x24;
        const found = primitives.findFar(start, end, 0x24);
        if (found !== at) throw new Error(`${at - start} of ${length} at ${alignment}: ${found - start}`);
        memory[at] = replaced;
      }
    }
  }
});
