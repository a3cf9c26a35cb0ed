/** The references of a JavaScript string, as numbers; the host that holds the string puts the result together. */
import { aligned, ensure, refuseReentry, scratchStart, units } from "./arena.ts";
import type { EnvironmentTable } from "./environment.ts";
import { type Instance, wasmInstance } from "./instance.ts";

/** What happens to names (assembly/references.ts): a name without a value stays part of the literal … */
export const KEEP = 0;
/** … or is reported; */
export const REPORT = 1;
/** or no table is needed, and a name is told by its line. */
export const LINES = 2;

/**
 * A record is three numbers: a literal's start and end (offsets into the string), and the number of the value that
 * follows it, or one of these: nothing follows, and it is the last literal; …
 */
export const END = -2;
/** … the records are full, `moreReferences` goes on; … */
export const MORE = -3;
/** … a name stands between the literals, without the `$(` and `)` around it. */
export const NAME = -4;

/** Numbers in a record. */
export const RECORD = 3;

/** What is asked of the instance once. */
let instance: Instance | undefined;
let shortText = 0;
let shortLength = 0;
let records = new Int32Array(0);

/** Where the text of the last scan stands, from which offset of the string on, and what was asked about it. */
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
  textStart = start;
  textEnd = text + (length - start) * 2;
  askedNames = names;
  if (readsStrings) {
    scanners.scanString(input, start, length, text, names);
  } else {
    const memory = units();
    for (let i = start, to = text / 2; i < length; i++, to++) memory[to] = input.charCodeAt(i);
    scanners.scanReferences(text, textEnd, start, names, 1);
  }
  if (records.length === 0) records = new Int32Array(scanners.memory.buffer, scanners.referencesAt() >>> 0);
  return records;
}

/** Goes on with the scan whose last record, at the index `more`, is `MORE`. */
export function moreReferences(more: number): Int32Array {
  const start = records[more]!;
  const closerAhead = records[more + 1]!;
  instance!.scanners.scanReferences(text + (start - textStart) * 2, textEnd, start, askedNames, closerAhead);
  return records;
}

function prepare(): void {
  instance = wasmInstance();
  shortText = instance.scanners.textAt() >>> 0;
  shortLength = instance.scanners.textUnits();
  records = new Int32Array(0);
}
