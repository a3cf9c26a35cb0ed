/** The references of a JavaScript string, as numbers; the host that holds the string puts the result together. */
import { aligned, ensure, refuseReentry, scratchStart, units } from "./arena.ts";
import { KEEP } from "./codes.ts";
import type { EnvironmentTable } from "./environment.ts";
import { type Instance, wasmInstance } from "./instance.ts";

/** The instance, and where it has room for a short string and for records. */
let instance: Instance | undefined;
let shortText = 0;
let shortLength = 0;
let records = new Int32Array(0);

/** How many scans there were. The records of one are gone with the next, and when memory has grown. */
export let scans = 0;

/** The last scan: where its text stands, from which offset of the string on, and its mode for names. */
let text = 0;
let textStart = 0;
let textEnd = 0;
let askedNames = KEEP;

/**
 * Scans a string from the offset `start` on and returns the records: valid until something else in this package is
 * called.
 */
export function scanReferences(
  table: EnvironmentTable | undefined,
  input: string,
  start: number,
  names: number,
): Int32Array {
  if (table === undefined) refuseReentry();
  else table.select();
  if (instance !== wasmInstance()) prepare();
  const { scanners, readsStrings } = instance!;
  const { length } = input;
  text = shortText;
  if (length - start > shortLength) {
    text = aligned(scratchStart());
    ensure(text + (length - start) * 2);
  }
  scans++;
  textStart = start;
  textEnd = text + (length - start) * 2;
  askedNames = names;
  if (readsStrings) {
    scanners.scanString(input, start, length, text, names);
  } else {
    const memory = units();
    for (let i = start, to = text / 2; i < length; i++, to++) memory[to] = input.charCodeAt(i);
    scanners.scanReferences(text, textEnd, start, names, true);
  }
  if (records.length === 0) records = new Int32Array(scanners.memory.buffer, scanners.referencesAt() >>> 0);
  return records;
}

/** Goes on with the scan whose last record, at the index `more`, is `MORE`. */
export function moreReferences(more: number): Int32Array {
  const start = records[more]!;
  const closerAhead = records[more + 1] !== 0;
  instance!.scanners.scanReferences(text + (start - textStart) * 2, textEnd, start, askedNames, closerAhead);
  return records;
}

function prepare(): void {
  instance = wasmInstance();
  shortText = instance.scanners.textAt() >>> 0;
  shortLength = instance.scanners.textUnits();
  records = new Int32Array(0);
}
