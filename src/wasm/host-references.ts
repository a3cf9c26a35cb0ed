/** Scanning with a dialect whose references the host evaluates where the scanner cannot. */
import { bytes, words } from "./arena.ts";
import type { ChunkScanner } from "./byte-expansion.ts";
import {
  INPUT_NEEDED,
  OUTPUT_FULL,
  RECORDS_FULL,
  REFERENCE,
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
import { expansionScanners } from "./expansion-scanners.ts";
import { Stopped, shiftOffset } from "./stopped.ts";

/** An error at an offset of the input, in bytes. Each caller adds where its part of the input begins. */
export class PlacedError extends Error {
  offset: number;
  /** The variable, or the text, that it is about. */
  readonly variable: string;

  constructor(message: string, offset: number, variable: string) {
    super(message);
    this.offset = offset;
    this.variable = variable;
  }
}

/** What a reference evaluates to. Texts have one character for each byte, and offsets are in the text that was passed. */
export interface HostReference {
  readonly end: number;
  readonly value: string;
  /** The variables in it that are not set. */
  readonly unset: readonly HostName[];
}

export interface HostName {
  /** The offset of the reference's `$`. */
  readonly dollar: number;
  readonly start: number;
  readonly end: number;
}

/**
 * Evaluates the reference at an offset. Returns undefined if the text ends before the reference does and `isEnd` is false.
 *
 * @throws PlacedError
 */
export type EvaluateReference = (text: string, at: number, isEnd: boolean) => HostReference | undefined;

/** Bytes of the input that are passed to the host first. It receives more if a reference is longer. */
const FIRST_TEXT = 4096;

/** A scanner with the contract of `expandBytes`, for a table of the dialect's variables. */
export function hostScanner(evaluate: EvaluateReference): ChunkScanner {
  return () => {
    const scanners = expansionScanners();
    /** A reference of which not all names fit into the records: the next call continues with it. */
    let pending:
      | { readonly at: number; readonly base: number; readonly found: HostReference; named: number }
      | undefined;
    return (input, inputEnd, output, outputEnd, records, recordsEnd, isLast) => {
      let at = input;
      let to = output;
      let recorded = records;
      let base = 0;
      let text = "";
      const stop = (status: number, room = 0, searched = 0): number => {
        const numbers = words();
        const stopped = scanners.stoppedAt() >>> 2;
        numbers[stopped + STOPPED_INPUT] = at;
        numbers[stopped + STOPPED_OUTPUT] = to;
        numbers[stopped + STOPPED_RECORDS] = recorded;
        numbers[stopped + STOPPED_ROOM] = room;
        numbers[stopped + STOPPED_SEARCHED] = searched;
        return status;
      };
      try {
        while (true) {
          let reference = pending;
          pending = undefined;
          if (reference?.at !== at) {
            const status = scanners.expandBytes(at, inputEnd, to, outputEnd, 0, 0, isLast, at);
            const stopped = new Stopped(scanners);
            at = stopped.input;
            to = stopped.output;
            if (status !== REFERENCE) return stop(status, stopped.room, stopped.searched);
            if (at >= base + text.length) [base, text] = [at, textAt(at, Math.min(inputEnd, at + FIRST_TEXT))];
            let found: HostReference | undefined;
            while (true) {
              const isEnd = base + text.length === inputEnd;
              found = evaluate(text, at - base, isEnd && isLast);
              if (found !== undefined) break;
              if (isEnd) return stop(INPUT_NEEDED, 0, inputEnd);
              const size = 2 * Math.max(FIRST_TEXT, base + text.length - at);
              [base, text] = [at, textAt(at, Math.min(inputEnd, at + size))];
            }
            reference = { at, base, found, named: 0 };
          }
          const { found } = reference;
          const needed = found.value.length + (scanners.outputRoom(inputEnd - at) >>> 0);
          if (to + needed > outputEnd) return stop(OUTPUT_FULL, needed);
          while (records !== 0 && reference.named < found.unset.length) {
            if (recorded === recordsEnd) {
              pending = reference;
              return stop(RECORDS_FULL);
            }
            storeName(recorded, reference.base, found.unset[reference.named++]!);
            recorded += 4 * UNRESOLVED_WORDS;
          }
          const memory = bytes();
          for (let i = 0; i < found.value.length; i++) memory[to + i] = found.value.charCodeAt(i);
          to += found.value.length;
          at = reference.base + found.end;
        }
      } catch (error) {
        throw shiftOffset(error, base);
      }
    };
  };
}

function storeName(record: number, base: number, { dollar, start, end }: HostName): void {
  const numbers = words();
  numbers[(record >>> 2) + UNRESOLVED_NAME] = base + start;
  numbers[(record >>> 2) + UNRESOLVED_LENGTH] = end - start;
  numbers[(record >>> 2) + UNRESOLVED_DOLLAR] = base + dollar;
}

function textAt(start: number, end: number): string {
  return byteText(bytes().subarray(start, end));
}

/** The most arguments of one call. */
const ARGUMENTS = 8192;

/** Bytes as a text with one character for each. (`TextDecoder` does not support ISO 8859-1: its `latin1` is Windows-1252.) */
export function byteText(input: Uint8Array): string {
  let text = "";
  for (let at = 0; at < input.length; at += ARGUMENTS) {
    text += String.fromCharCode.apply(undefined, input.subarray(at, at + ARGUMENTS) as unknown as number[]);
  }
  return text;
}
