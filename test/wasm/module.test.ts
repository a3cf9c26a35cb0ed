import { afterEach, expect, test, vi } from "vitest";
import { wasmInstance } from "../../src/wasm/instance.ts";
import { loadModule } from "../../src/wasm/module.ts";
import { UNRESOLVED } from "../../src/wasm/rooms.ts";

const { Module } = WebAssembly;

afterEach(() => {
  WebAssembly.Module = Module;
  vi.unstubAllGlobals();
});

test("the module is decoded where nothing helps with that", () => {
  vi.stubGlobal("Buffer", undefined);
  expect(Module.exports(loadModule()).length).toBeGreaterThan(0);
});

test("where compiling is forbidden, the error says what to allow, or what to use", () => {
  const cause = new EvalError("Refused to compile or instantiate WebAssembly module");
  WebAssembly.Module = class {
    constructor() {
      throw cause;
    }
  } as unknown as typeof Module;
  let error: unknown;
  try {
    loadModule();
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toMatchObject({
    message:
      "WebAssembly must not be compiled here: allow 'wasm-unsafe-eval' in the Content-Security-Policy's script-src, or " +
      "use varexpand/core and initialize(module)",
    cause,
  });
});

test("the debug build has small rooms, as its host has", () => {
  const { textUnits } = wasmInstance().scanners;
  expect(textUnits() < 100).toBe(UNRESOLVED < 100);
});
