import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { all } from "#wasm/all";
import { allScanners } from "../../src/wasm/all-scanners.ts";
import {
  aligned,
  bytes,
  ensure,
  refuseReentry,
  scratchStart,
  setLent,
  useModule,
  words,
  writeSource,
  writeText,
} from "../../src/wasm/arena.ts";
import { ARENA_OFFSET } from "../../src/wasm/capacities.ts";
import { SLACK } from "../../src/wasm/codes.ts";
import { compile, wasmInstance } from "../../src/wasm/instance.ts";

const PAGE = 65_536;

beforeAll(() => void allScanners());
/** An instance with as little memory as possible. */
beforeEach(() => useModule(compile(all)));
afterEach(() => void vi.restoreAllMocks());

const memoryBytes = () => wasmInstance().scanners.memory.buffer.byteLength;

test("addresses are rounded up to multiples of 16", () => {
  const addresses = [0, 1, 15, 16, 17, 31, 32, 2 ** 31, 2 ** 31 + 1];
  expect(addresses.map(aligned)).toEqual([0, 16, 16, 16, 32, 32, 32, 2 ** 31, 2 ** 31 + 16]);
  expect(scratchStart() % 16).toBe(0);
});

describe("memory", () => {
  test("grows if an address and the slack after it do not fit, and is one memory for every view", () => {
    for (let round = 0; round < 3; round++) {
      const before = memoryBytes();
      ensure(before - SLACK);
      expect(memoryBytes()).toBe(before);
      bytes()[before - 4] = 7;
      ensure(before - SLACK + 1);
      expect(memoryBytes()).toBeGreaterThan(before);
      expect([bytes(), words()].map(({ byteLength }) => byteLength)).toEqual(Array(2).fill(memoryBytes()));
      expect([bytes()[before - 4], words()[before / 4 - 1]]).toEqual([7, 7]);
    }
  });

  test("grows by a quarter more than needed, or as much as needed where there is not more", () => {
    ensure(scratchStart() + (1 << 20));
    const before = memoryBytes();
    const more = Math.ceil((1 + Math.max(0, before - ARENA_OFFSET) / 4) / PAGE);
    const grow = vi.spyOn(WebAssembly.Memory.prototype, "grow");
    const end = before - SLACK + 1;
    const noMemory = new RangeError(`not enough memory for ${end} bytes; use a stream`);
    grow.mockImplementation(() => {
      throw new RangeError("Maximum memory size exceeded");
    });
    expect(() => ensure(end)).toThrow(noMemory);
    // Scanners in JavaScript do not throw.
    grow.mockImplementation(() => before / PAGE);
    expect(() => ensure(end)).toThrow(noMemory);
    expect(grow.mock.calls).toEqual([[more], [1], [more], [1]]);
    grow.mockRestore();
    vi.spyOn(WebAssembly.Memory.prototype, "grow").mockImplementationOnce(() => {
      throw new RangeError("Maximum memory size exceeded");
    });
    ensure(end);
    expect(memoryBytes()).toBe(before + PAGE);
    ensure(before + PAGE - SLACK + 1);
    expect(memoryBytes()).toBe(
      before + PAGE * (1 + Math.ceil((1 + Math.max(0, before + PAGE - ARENA_OFFSET) / 4) / PAGE)),
    );
  });

  test.each(["a", "é", "日", "😀", "\ud800", "aé日😀\udc00"])("grows for texts of %j", (piece) => {
    for (const count of [0, 1, 100, 150_000]) {
      const text = piece.repeat(count);
      const expected = Buffer.from(text);
      const start = scratchStart() + 1;
      const end = writeText(text, start);
      expect(end - start).toBe(expected.length);
      expect(memoryBytes()).toBeGreaterThanOrEqual(end + SLACK);
      expect(expected.equals(bytes().subarray(start, end))).toBe(true);
      for (const source of [text, expected]) {
        expect(writeSource(source, start)).toBe(end);
        expect(memoryBytes()).toBeGreaterThanOrEqual(end + SLACK);
        expect(expected.equals(bytes().subarray(start, end))).toBe(true);
      }
    }
  });
});

test("while a sink reads memory, nothing else can use it", () => {
  const refusal = new Error("a sink must not call varexpand; copy the output and call later");
  const module = compile(all);
  setLent(true);
  try {
    for (const call of [refuseReentry, scratchStart, () => useModule(module)]) {
      expect(call).toThrow(refusal);
    }
  } finally {
    setLent(false);
  }
  for (const call of [refuseReentry, scratchStart, () => useModule(module)]) {
    expect(call).not.toThrow();
  }
});

test("giving memory back does not fail where only env files were parsed", async () => {
  vi.resetModules();
  const { EnvFileError, parseEnvFile } = await import("../../src/index.ts");
  const later = vi.spyOn(globalThis, "queueMicrotask").mockImplementation(() => {});
  expect(() => parseEnvFile(new Uint8Array(40 << 20).fill(65), { profile: "kubelet" })).toThrow(EnvFileError);
  const tasks = later.mock.calls.map(([task]) => task);
  vi.restoreAllMocks();
  expect(tasks).toHaveLength(1);
  expect(tasks[0]).not.toThrow();
});
