import { bytes, words } from "./arena.ts";
import { UNRESOLVED } from "./capacities.ts";
import {
  STOPPED_END,
  STOPPED_INPUT,
  STOPPED_OUTPUT,
  STOPPED_RECORDS,
  STOPPED_ROOM,
  STOPPED_SEARCHED,
  UNRESOLVED_DOLLAR,
  UNRESOLVED_LENGTH,
  UNRESOLVED_NAME,
  UNRESOLVED_WORDS,
} from "./codes.ts";
import type { ExpansionScanners } from "./scanners.ts";

/**
 * Where the last scan stopped. `assembly/codes.ts` describes each field. To be made after a scan, and read before memory
 * grows or another scan begins.
 */
export class Stopped {
  private readonly numbers: Int32Array;
  /** Where the record begins in them. */
  private readonly at: number;

  constructor(scanners: Pick<ExpansionScanners, "stoppedAt">) {
    this.numbers = words();
    this.at = scanners.stoppedAt() >>> 2;
  }

  get input(): number {
    return this.numbers[this.at + STOPPED_INPUT]! >>> 0;
  }

  get output(): number {
    return this.numbers[this.at + STOPPED_OUTPUT]! >>> 0;
  }

  get records(): number {
    return this.numbers[this.at + STOPPED_RECORDS]! >>> 0;
  }

  get room(): number {
    return this.numbers[this.at + STOPPED_ROOM]! >>> 0;
  }

  get searched(): number {
    return this.numbers[this.at + STOPPED_SEARCHED]! >>> 0;
  }

  get end(): number {
    return this.numbers[this.at + STOPPED_END]! >>> 0;
  }
}

/** Records that came in several batches, as one list. */
export function concatWords(batches: readonly Uint32Array[]): Uint32Array {
  if (batches.length === 1) return batches[0]!;
  const whole = new Uint32Array(batches.reduce((length, batch) => length + batch.length, 0));
  let at = 0;
  for (const batch of batches) {
    whole.set(batch, at);
    at += batch.length;
  }
  return whole;
}

/** The references without a value that a scan recorded. */

const RECORD = 4 * UNRESOLVED_WORDS;

/** Decodes names and texts in memory. */
export const decoder = /* @__PURE__ */ new TextDecoder("utf-8", { ignoreBOM: true });

/** Bytes of the room for the records of one scan. */
export const UNRESOLVED_ROOM = UNRESOLVED * RECORD;

/**
 * Passes each reference in [records, recordsEnd), in the order of the input: its name, as a view that is valid during the
 * call, and the address of its `$`.
 */
export function readUnresolved(
  records: number,
  recordsEnd: number,
  take: (name: Uint8Array, dollar: number) => void,
): void {
  const memory = bytes();
  const numbers = words();
  for (let record = records >>> 2; record < recordsEnd >>> 2; record += UNRESOLVED_WORDS) {
    const name = numbers[record + UNRESOLVED_NAME]! >>> 0;
    const nameEnd = name + numbers[record + UNRESOLVED_LENGTH]!;
    take(memory.subarray(name, nameEnd), numbers[record + UNRESOLVED_DOLLAR]! >>> 0);
  }
}

/** A reference without a value: its name, and the offset of its `$` in bytes of the text. */
export interface UnresolvedReference {
  readonly name: string;
  readonly offset: number;
}

/** Those in [records, recordsEnd), for a text that begins at an address. */
export function readReferences(records: number, recordsEnd: number, textStart: number): UnresolvedReference[] {
  const unresolved: UnresolvedReference[] = [];
  readUnresolved(records, recordsEnd, (name, dollar) => {
    unresolved.push({ name: decoder.decode(name), offset: dollar - textStart });
  });
  return unresolved;
}

/** The same error of a scan for an input that begins earlier. */
export function shiftOffset(error: unknown, by: number): unknown {
  const placed = error as { offset?: number };
  if (placed.offset !== undefined) placed.offset += by;
  return error;
}
