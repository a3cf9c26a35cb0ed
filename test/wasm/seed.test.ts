/** Hashes use a secret seed, so an attacker cannot choose names that collide. */
import { expect, test } from "vitest";
import { Environment } from "../../src/index.ts";
import { SEED_BYTES } from "../../src/wasm/codes.ts";
import { wasmInstance } from "../../src/wasm/instance.ts";
import { growthExponent, LINEAR } from "../reference/linearity.ts";
import { Random } from "../reference/random.ts";
import { base, bytes, primitives } from "./primitives.ts";

/** The hash of a name under a secret. */
function hashed(name: Uint8Array, secret: Uint8Array): number {
  bytes.set(secret, primitives.seedAt());
  bytes.set(name, base);
  bytes.fill(0, base + name.length, base + name.length + 64);
  return primitives.hash(base, name.length) >>> 0;
}

/** Names as an attacker would choose them: all alike but for bits that a weak hash loses. */
const FAMILIES: Record<string, (i: number) => Uint8Array> = {
  "the last byte of each word of 8": (i) => family(32, [7, 15, 23, 31], i),
  "the last byte of each word of 4, half a name": (i) => family(16, [3, 7, 11, 15], i),
  "the first byte of each block": (i) => family(32, [0, 16], i),
  "bytes of the second half": (i) => family(31, [16, 19, 24, 30], i),
  "one word by one": (i) => family(16, [0, 1], i),
  "two blocks of 32, each by one byte": (i) => family(64, [0, 32], i),
  "blocks of 32 that change places": (i) => {
    const name = new Uint8Array(32 * 13);
    for (let block = 0; block < 13; block++) name.fill((i >> block) & 1 ? 0x61 : 0x62, block * 32, block * 32 + 32);
    return name;
  },
  "numbers at their end": (i) => new TextEncoder().encode(`NAME_${i}`),
  "length alone": (i) => new Uint8Array(i),
};

/** A name of `length` times `a`, in which `places` hold the digits of `i`. */
function family(length: number, places: readonly number[], i: number): Uint8Array {
  const name = new Uint8Array(length).fill(0x61);
  const base = Math.ceil(4096 ** (1 / places.length));
  for (const place of places) {
    name[place] = 0x21 + (i % base);
    i = Math.floor(i / base);
  }
  return name;
}

test.each(Object.entries(FAMILIES))("names that differ in %s spread over the slots", (_, nameOf) => {
  const random = new Random(7);
  for (let round = 0; round < 20; round++) {
    const secret = Uint8Array.from({ length: 40 }, () => random.below(256));
    // 4096 names into 4096 slots: 63 % of the slots are taken if chance decides.
    const slots = new Set<number>();
    for (let i = 0; i < 4096; i++) slots.add(hashed(nameOf(i), secret) >>> 20);
    expect(slots.size).toBeGreaterThan(4096 * 0.55);
  }
});

test("another secret, another hash, for names of every length", () => {
  const one = new Uint8Array(40).fill(1);
  for (let length = 1; length < 80; length++) {
    const name = new Uint8Array(length).fill(0x41);
    const hashes = [0, 9, 17, 30].map((place) =>
      hashed(
        name,
        one.map((byte, i) => (i === place ? 77 : byte)),
      ),
    );
    expect(new Set(hashes).size).toBeGreaterThan(1);
    expect(hashed(name, one)).toBe(hashed(name, one));
  }
});

test("names that collided without a secret: a table of them is made and used in linear time", () => {
  // They differ in bytes whose products fell out of the slot's bits in version 0.1.0.
  const names = (count: number) =>
    Array.from({ length: count }, (_, i) => {
      const digits = [i & 63, (i >> 6) & 63, (i >> 12) & 63].map((digit) => String.fromCharCode(0x40 + digit));
      return `AAAAAAA${digits[0]}AAAAAAA${digits[1]}AAAAAAA${digits[2]}`;
    });
  const run = (count: number) => {
    const list = names(count);
    const environment = new Environment(Object.fromEntries(list.map((name) => [name, "x"])));
    expect(environment.expandBytes(new TextEncoder().encode(list.map((name) => `$(${name})`).join(""))).length).toBe(
      count,
    );
  };
  expect(growthExponent(run, 2000)).toBeLessThan(LINEAR);
});

test("a secret is drawn for the instance that has a table, once", () => {
  const secret = () => {
    const { memory, seedAt } = wasmInstance().scanners;
    return [...new Uint8Array(memory.buffer, seedAt() >>> 0, SEED_BYTES)];
  };
  const input = new TextEncoder().encode("$(A)");
  new Environment({ A: "1" }).expandBytes(input);
  const drawn = secret();
  expect(new Set(drawn).size).toBeGreaterThan(8);
  new Environment({ B: "1" }).expandBytes(input);
  expect(secret()).toEqual(drawn);
});
