import { expect, test } from "vitest";
import { Random } from "../reference/random.ts";
import { base, bytes, primitives, units, words } from "./primitives.ts";

/** Longer than four blocks, so that every position of every block's edge is met. */
const LONGEST = 70;
const ALIGNMENTS = 17;

test("find8: every length, alignment and position; a match after the end does not count", () => {
  const memory = bytes;
  for (let alignment = 0; alignment < ALIGNMENTS; alignment++) {
    for (let length = 0; length <= LONGEST; length++) {
      const start = base + alignment;
      const end = start + length;
      memory.fill(0x61, base, end);
      memory.fill(0x24, end, end + 32);
      if (primitives.find8(start, end, 0x24) !== end) throw new Error(`none: length ${length}, alignment ${alignment}`);
      for (let at = start; at < end; at++) {
        memory[at] = 0x24;
        if (primitives.find8(start, end, 0x24) !== at) throw new Error(`${at - start} of ${length} at ${alignment}`);
        memory[end - 1] = 0x24;
        if (primitives.find8(start, end, 0x24) !== at) throw new Error(`first of two: ${at - start} of ${length}`);
        memory[end - 1] = 0x61;
        memory[at] = 0x61;
      }
    }
  }
  expect(primitives.find8(base, base, 0x24)).toBe(base);
});

test("find16: every length, alignment and position; half a unit does not match", () => {
  const memory = units;
  for (let alignment = 0; alignment < ALIGNMENTS; alignment++) {
    for (let length = 0; length <= LONGEST; length++) {
      const first = base / 2 + alignment;
      memory.fill(0x2461, base / 2, first + length);
      memory.fill(0x24, first + length, first + length + 16);
      const start = first * 2;
      const end = start + length * 2;
      if (primitives.find16(start, end, 0x24) !== end)
        throw new Error(`none: length ${length}, alignment ${alignment}`);
      for (let at = first; at < first + length; at++) {
        memory[at] = 0x24;
        if (primitives.find16(start, end, 0x24) !== at * 2)
          throw new Error(`${at - first} of ${length} at ${alignment}`);
        memory[at] = 0x2461;
      }
    }
  }
  expect(primitives.find16(base, base, 0x24)).toBe(base);
});

test("equal and hash: every length and alignment; one bit anywhere makes a difference, surrounding bytes do not", () => {
  const random = new Random(2);
  const memory = bytes;
  for (let alignment = 0; alignment < 9; alignment++) {
    for (let length = 0; length <= LONGEST; length++) {
      const a = base + 8 + alignment;
      const b = base + 512;
      for (let i = 0; i < length; i++) memory[a + i] = memory[b + i] = random.below(256);
      memory[a - 1] = 1;
      memory[b - 1] = 2;
      memory[a + length] = 3;
      memory[b + length] = 4;
      const same = primitives.hash(a, length);
      if (primitives.equal(a, b, length) === 0) throw new Error(`equal at ${length}, ${alignment}`);
      if (primitives.hash(b, length) !== same) throw new Error(`hash at ${length}, ${alignment}`);
      for (let i = 0; i < length; i++) {
        memory[b + i]! ^= 1 << random.below(8);
        if (primitives.equal(a, b, length) !== 0) throw new Error(`a difference at ${i} of ${length}`);
        memory[b + i] = memory[a + i]!;
      }
    }
  }
});

test("hash: 100,000 names that differ in little fall into different low bits", () => {
  const names = new Set<number>();
  const buckets = new Uint8Array(1 << 18);
  let longestRun = 0;
  for (let i = 0; i < 100_000; i++) {
    const name = `SERVICE_${i}_PORT_80_TCP_ADDR`;
    const { written } = new TextEncoder().encodeInto(name, bytes.subarray(base));
    const hash = primitives.hash(base, written) >>> 0;
    names.add(hash);
    buckets[hash & (buckets.length - 1)]! += 1;
    longestRun = Math.max(longestRun, buckets[hash & (buckets.length - 1)]!);
  }
  // Random 32-bit hashes would collide about once; random slots would hold 6 or 7 at most.
  expect(names.size).toBeGreaterThan(99_990);
  expect(longestRun).toBeLessThan(12);
});

test("hash: the order of the blocks counts, also where their digests are small", () => {
  const seed = bytes.slice(primitives.seedAt(), primitives.seedAt() + 40);
  // With no secret to add, the digest of a block of 32 bytes is its first word times its fifth one.
  bytes.fill(0, primitives.seedAt(), primitives.seedAt() + 32);
  const hashOf = (...digests: number[]) => {
    for (const [i, digest] of digests.entries()) words.set([digest, 0, 0, 0, 1, 0, 0, 0], base / 4 + 8 * i);
    return primitives.hash(base, 32 * digests.length);
  };
  const hashes = [hashOf(1, 2, 3), hashOf(2, 1, 3)];
  bytes.set(seed, primitives.seedAt());
  expect(hashes[0]).not.toBe(hashes[1]);
});

test("hash: the secret is 40 bytes, and each of them counts", () => {
  const start = primitives.seedAt();
  bytes.fill(0x61, base, base + 100);
  const hash = primitives.hash(base, 100);
  for (let i = 0; i <= 40; i++) {
    bytes[start + i]! ^= 0x80;
    expect(primitives.hash(base, 100) === hash, `byte ${i}`).toBe(i === 40);
    bytes[start + i]! ^= 0x80;
  }
});
