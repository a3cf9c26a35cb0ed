import { expect, test } from "vitest";
import { isShared, stableSource } from "../../src/wasm/input-bytes.ts";

const shared = () => new Uint8Array(new SharedArrayBuffer(4), 1, 2).fill(7);

test("only memory that threads share is shared", () => {
  expect(isShared(shared())).toBe(true);
  expect(isShared(new Uint8Array(2))).toBe(false);
  expect(isShared(Buffer.from("x"))).toBe(false);
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
