import { readFileSync } from "node:fs";

/** Stands in for `src/wasm/module.ts` in the fuzzing build; the module lies beside the bundle. */
export function loadModule(): WebAssembly.Module {
  return new WebAssembly.Module(readFileSync(new URL("fuzz.wasm", import.meta.url)));
}
