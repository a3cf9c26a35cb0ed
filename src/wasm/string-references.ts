/** The references of a short JavaScript string, as numbers; the host puts the result together. */
import type { EnvironmentTable } from "./environment.ts";
import { type Instance, wasmInstance } from "./instance.ts";

/** The instance, and where its records are; they move when its memory grows. */
let instance: Instance | undefined;
let records = new Int32Array(0);

/**
 * How many units of a string the scanner reads, from its first `$` on: in longer ones, plain JavaScript finds the
 * references sooner, and so it does where the runtime has no js-string builtins (0).
 */
export function scannedUnits(): number {
  const { scanners, readsStrings } = wasmInstance();
  return readsStrings ? scanners.textUnits() : 0;
}

/**
 * Scans a string from the offset `start` on and returns the records: valid until something else in this package is
 * called.
 */
export function scanReferences(table: EnvironmentTable, input: string, start: number, names: number): Int32Array {
  table.select();
  if (instance !== wasmInstance()) {
    instance = wasmInstance();
    records = new Int32Array(0);
  }
  const { scanners } = instance;
  scanners.scanString(input, start, input.length, names);
  if (records.length === 0) records = new Int32Array(scanners.memory.buffer, scanners.referencesAt() >>> 0);
  return records;
}
