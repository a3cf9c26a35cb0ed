import { readFileSync } from "node:fs";

/** Stands in for `src/wasm/module.ts` in the tests of the debug build. */
export function loadModule(): WebAssembly.Module {
  return new WebAssembly.Module(readFileSync(new URL("../../build/debug.wasm", import.meta.url)));
}
