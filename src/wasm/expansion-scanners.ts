import { expansion } from "#wasm/expansion";
import { wasmInstance } from "./instance.ts";
import { EXPANSION, load } from "./load-scanners.ts";
import type { ExpansionScanners } from "./scanners.ts";

export function expansionScanners(): ExpansionScanners {
  load(EXPANSION, expansion);
  return wasmInstance().scanners;
}
