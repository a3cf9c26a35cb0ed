import { afterEach, beforeAll, expect, test } from "vitest";
import { all } from "#wasm/all";
import { allScanners } from "../../src/wasm/all-scanners.ts";
import { useModule } from "../../src/wasm/arena.ts";
import { changeModule, compile, replaceInstance, wasmInstance } from "../../src/wasm/instance.ts";

beforeAll(() => void allScanners());
afterEach(() => {
  // What other modules know of the memory belongs to another instance.
  useModule(compile(all));
});

test("the instance stays the same from call to call, until it is replaced", () => {
  const first = wasmInstance();
  expect(wasmInstance()).toBe(first);
  expect(replaceInstance()).toBe(true);
  expect(wasmInstance()).not.toBe(first);
});

test("another module brings another instance; the same one, asked for again, does not", () => {
  const module = compile(all);
  const before = wasmInstance();
  changeModule(module);
  const after = wasmInstance();
  expect(after).not.toBe(before);
  changeModule(module);
  expect(wasmInstance()).toBe(after);
});

test("where there is no memory for another instance, this one goes on", () => {
  const first = wasmInstance();
  const { Instance } = WebAssembly;
  WebAssembly.Instance = class {
    constructor() {
      throw new RangeError("out of memory");
    }
  } as unknown as typeof Instance;
  try {
    expect(replaceInstance()).toBe(false);
  } finally {
    WebAssembly.Instance = Instance;
  }
  expect(wasmInstance()).toBe(first);
});
