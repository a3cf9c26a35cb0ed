import { runInNewContext } from "node:vm";
import { afterEach, expect, test, vi } from "vitest";
import { isShared, overlap, plainView, stableSource } from "../../src/wasm/input-bytes.ts";

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
  expect((stableSource(own, "a file") as Uint8Array).buffer).toBe(own.buffer);
  expect(stableSource("text", "a file")).toBe("text");
});

test.each<[what: string, value: unknown, type: string]>([
  ["undefined", undefined, "undefined"],
  ["null", null, "null"],
  ["a number", 5, "number"],
  ["a list", [1], "a list"],
  ["an object", { length: 1, 0: 1 }, "object"],
  ["a function", () => {}, "function"],
  ["memory without a view", new ArrayBuffer(1), "object"],
  ["a view of units", new Uint16Array(1), "object"],
  ["a view of clamped bytes", new Uint8ClampedArray(1), "object"],
])("what is neither bytes nor text is refused: %s", (_, value, type) => {
  expect(() => plainView(value as Uint8Array, "the input")).toThrow(
    new TypeError("the input must be a Uint8Array; encode text first"),
  );
  expect(() => stableSource(value as Uint8Array, "an env file")).toThrow(
    new TypeError(`source must be an env file, as a string or a Uint8Array, not ${type}`),
  );
});

test("bytes are of any length, class, and realm", () => {
  for (const bytes of [new Uint8Array(), new Uint8Array(1), Buffer.from("x"), runInNewContext("new Uint8Array(1)")]) {
    const source = stableSource(bytes, "an env file") as Uint8Array;
    for (const view of [plainView(bytes, "the input"), source]) {
      expect(Object.getPrototypeOf(view)).toBe(Uint8Array.prototype);
      expect([view.buffer, view.byteOffset, view.length]).toEqual([bytes.buffer, bytes.byteOffset, bytes.length]);
    }
  }
  expect(() => plainView("text" as never, "the input")).toThrow("the input must be a Uint8Array; encode text first");
});

test("memory that is gone is refused", () => {
  const transferred = new Uint8Array(4);
  structuredClone(transferred.buffer, { transfer: [transferred.buffer] });
  const { buffer } = runInNewContext("new Uint8Array(new ArrayBuffer(8, { maxByteLength: 8 }))");
  const resized = new Uint8Array(buffer, 4, 4);
  buffer.resize(2);
  for (const bytes of [transferred, resized]) {
    const message = "the input cannot be read: its memory was transferred or resized; pass it earlier";
    expect(() => plainView(bytes, "the input")).toThrow(new TypeError(message));
    expect(() => stableSource(bytes, "the input")).toThrow(new TypeError(message));
  }
});

test.each([
  ["the same", 4, 8, true],
  ["the first one's end", 7, 9, true],
  ["right after it", 8, 12, false],
  ["the first one's start", 0, 5, true],
  ["right before it", 0, 4, false],
  ["within", 5, 6, true],
  ["around", 0, 16, true],
  ["no byte, within", 6, 6, false],
  ["no byte, at the start", 4, 4, false],
  ["no byte, at the end", 8, 8, false],
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
