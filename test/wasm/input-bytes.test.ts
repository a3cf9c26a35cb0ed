import { afterEach, expect, test, vi } from "vitest";
import { isShared, overlap, stableSource } from "../../src/wasm/input-bytes.ts";

const shared = () => new Uint8Array(new SharedArrayBuffer(4), 1, 2).fill(7);

afterEach(() => void vi.unstubAllGlobals());

test("only memory that threads share is shared", () => {
  expect(isShared(shared())).toBe(true);
  expect(isShared(new Uint8Array(2))).toBe(false);
  expect(isShared(Buffer.from("x"))).toBe(false);
  vi.stubGlobal("SharedArrayBuffer", undefined);
  expect(isShared(new Uint8Array(2))).toBe(false);
});

test("a source that other threads may change is copied, every other one is not", () => {
  const source = shared();
  const stable = stableSource(source, "a file") as Uint8Array;
  source.fill(8);
  expect([...stable]).toEqual([7, 7]);
  const own = new Uint8Array(2);
  expect(stableSource(own, "a file")).toBe(own);
  expect(stableSource("text", "a file")).toBe("text");
});

test.each([
  ["the same", 4, 8, true],
  ["the first one's end", 7, 9, true],
  ["right after it", 8, 12, false],
  ["the first one's start", 0, 5, true],
  ["right before it", 0, 4, false],
  ["within", 5, 6, true],
  ["around", 0, 16, true],
])("bytes that belong to two views: %s", (_, start, end, expected) => {
  const { buffer } = new Uint8Array(16);
  const [one, other] = [new Uint8Array(buffer, 4, 4), new Uint8Array(buffer, start, end - start)];
  expect([overlap(one, other), overlap(other, one)]).toEqual([expected, expected]);
  expect(overlap(one, other.slice())).toBe(false);
});

test.each([
  ["with Buffer", Buffer],
  ["without Buffer", undefined],
])("a byte is found at or after an offset, %s", async (_, buffer) => {
  vi.stubGlobal("Buffer", buffer);
  vi.resetModules();
  const { findByte, plainLength } = await import("../../src/wasm/input-bytes.ts");
  const bytes = new Uint8Array([0x24, 0xff, 0, 0x24, 0xff]).subarray(1);
  expect([0xff, 0, 0x24, 0x25].map((byte) => findByte(bytes, byte))).toEqual([0, 1, 2, -1]);
  expect([0, 1, 3, 4].map((from) => findByte(bytes, 0xff, from))).toEqual([0, 3, 3, -1]);
  // Without Buffer, the search would take longer than a scan.
  const lengths = [bytes, bytes.subarray(2), bytes.subarray(3), bytes.subarray(4)].map(plainLength);
  expect(lengths).toEqual(buffer ? [2, 0, 1, 0] : [0, 0, 0, 0]);
});

test("texts with and without references are expanded without Buffer", async () => {
  vi.stubGlobal("Buffer", undefined);
  vi.resetModules();
  const { Environment } = await import("../../src/expansion/environment.ts");
  const environment = new Environment({ A: "value" });
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  for (const length of [0, 1, 1023, 1024, 1025, 100_000]) {
    const text = "-".repeat(length);
    for (const [input, expected] of [
      [text, text],
      [`${text}$(A)`, `${text}value`],
      [`$(A)${text}`, `value${text}`],
    ] as const) {
      const bytes = encoder.encode(input);
      expect(decoder.decode(environment.expandBytes(bytes))).toBe(expected);
      const output = new Uint8Array(expected.length);
      expect(environment.expandInto(bytes, output)).toEqual({ read: bytes.length, written: expected.length });
      expect(decoder.decode(output)).toBe(expected);
    }
  }
});
