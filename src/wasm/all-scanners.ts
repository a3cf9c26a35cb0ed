import { loadModule } from "#wasm-module";
import { useModule } from "./arena.ts";
import { wasmInstance } from "./instance.ts";
import type { Scanners } from "./scanners.ts";

let complete: WebAssembly.Module | undefined;

/**
 * All scanners. Until something here is needed, the module of expansion serves: the first call replaces it, and with it
 * every table. So a call that uses tables selects one afterwards.
 */
export function allScanners(): Scanners {
  if (complete === undefined) {
    const loaded = loadModule();
    useModule(loaded);
    complete = loaded;
  }
  return wasmInstance().scanners as Scanners;
}
