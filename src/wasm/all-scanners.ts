import { all } from "#wasm/all";
import { wasmInstance } from "./instance.ts";
import { ALL, load } from "./load-scanners.ts";
import type { Scanners } from "./scanners.ts";

export function allScanners(): Scanners {
  load(ALL, all);
  return wasmInstance().scanners as Scanners;
}
