/** The expansion of bytes into memory of the caller's, which may be full before the input ends. */
import { aligned, bytes, ensure, scratchStart, words } from "./arena.ts";
import {
  INPUT_NEEDED,
  OUTPUT_FULL,
  RECORDS_FULL,
  STOPPED_INPUT,
  STOPPED_NEED,
  STOPPED_OUTPUT,
  STOPPED_RECORDS,
  UNRESOLVED_WORDS,
} from "./codes.ts";
import type { EnvironmentTable } from "./environment.ts";
import { plainLength } from "./find-byte.ts";
import { wasmInstance } from "./instance.ts";
import { STEP, UNRESOLVED, VALUES, WINDOW } from "./rooms.ts";

/** How much of the input is expanded, and how much of the output is written, in bytes. */
export interface ExpandedInto {
  readonly read: number;
  readonly written: number;
}

/** What one scan of a window came to. */
interface Scan {
  /** Input bytes that are expanded. */
  readonly used: number;
  /** Output bytes in memory. */
  readonly made: number;
  readonly status: number;
  /** With `OUTPUT_FULL`, the bytes that must be free for the next value, and for what may follow it. */
  readonly need: number;
}

const decoder = /* @__PURE__ */ new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * Expands the input until it ends, or until what comes next does not fit into the output. Plain text is split anywhere;
 * a reference, an escape, and the text behind a `$(` that is never closed are not. Long plain text is copied from the
 * input to the output, past the scanners' memory.
 *
 * @param unresolved gets the names of references without a value, without escapes, in the order of the input
 */
export function expandInto(
  table: EnvironmentTable,
  input: Uint8Array,
  output: Uint8Array,
  unresolved: string[] | undefined,
): ExpandedInto {
  // A part of a Buffer is a Buffer, which takes Node longer to make.
  input = new Uint8Array(input.buffer, input.byteOffset, input.length);
  table.select();
  const { scanners } = wasmInstance();
  const records = scratchStart();
  const recordsEnd = unresolved === undefined ? records : records + UNRESOLVED * UNRESOLVED_WORDS * 4;
  const text = aligned(recordsEnd);
  let read = 0;
  let written = 0;
  let window = WINDOW;
  // How much of an open reference at the window's beginning has no `)`.
  let known = 0;
  let valueRoom = VALUES;
  // Whether a `$` is known to come next.
  let isAtDollar = false;
  while (read < input.length) {
    const room = output.length - written;
    // No further than there is room: a caller with little of it comes often.
    const ahead = input.subarray(read, read + Math.max(room, WINDOW));
    const plain: number = isAtDollar || known > 0 ? 0 : plainLength(ahead);
    if (plain >= WINDOW || plain === input.length - read) {
      const length = Math.min(plain, room);
      output.set(input.subarray(read, read + length), written);
      read += length;
      written += length;
      if (length < plain) break;
      isAtDollar = plain < ahead.length;
      window = WINDOW;
      continue;
    }

    const length = Math.min(window, input.length - read);
    const made = aligned(text + length);
    const madeEnd = made + (scanners.outputRoom(length) >>> 0) + valueRoom;
    ensure(madeEnd);
    bytes().set(input.subarray(read, read + length), text);
    const isLast = length === input.length - read;
    let names: string[] = [];
    const scan = (part: number, isEnd: boolean): Scan => {
      names = [];
      return scanWindow({
        text,
        textEnd: text + part,
        made,
        madeEnd,
        records,
        recordsEnd,
        isEnd,
        from: text + known,
        names,
      });
    };
    let scanned = scan(length, isLast);
    if (scanned.used === 0 && scanned.status === INPUT_NEEDED) {
      known = Math.max(0, scanned.need - text);
      window = 2 * Math.max(window, known);
      continue;
    }
    if (scanned.used === 0 && scanned.status === OUTPUT_FULL) {
      const value = scanned.need - (scanners.outputRoom(length) >>> 0);
      if (value > room) break;
      valueRoom = Math.max(value, 2 * valueRoom);
      continue;
    }
    const isFull = scanned.made > room;
    if (isFull)
      scanned = scan(
        longest(scanned.used, (part) => scan(part, false).made <= room),
        false,
      );
    output.set(bytes().subarray(made, made + scanned.made), written);
    read += scanned.used;
    written += scanned.made;
    unresolved?.push(...names);
    if (isFull) break;
    isAtDollar = false;
    known = 0;
    window = Math.min(2 * window, STEP);
  }
  return { read, written };
}

/** Where a window of the input lies in memory, and what is made of it. */
interface Window {
  readonly text: number;
  readonly textEnd: number;
  readonly made: number;
  readonly madeEnd: number;
  /** The same address for both: no names. */
  readonly records: number;
  readonly recordsEnd: number;
  /** Whether the input ends with the window. */
  readonly isEnd: boolean;
  /** Where the search for the first `)` begins. */
  readonly from: number;
  /** Gets the names. */
  readonly names: string[];
}

function scanWindow({ text, textEnd, made, madeEnd, records, recordsEnd, isEnd, from, names }: Window): Scan {
  const { scanners } = wasmInstance();
  const stopped = scanners.stoppedAt() >>> 2;
  const first = records === recordsEnd ? 0 : records;
  const last = records === recordsEnd ? 0 : recordsEnd;
  for (let at = text, to = made; ; ) {
    const status = scanners.expandBytes(at, textEnd, to, madeEnd, first, last, isEnd, from);
    const numbers = words();
    at = numbers[stopped + STOPPED_INPUT]! >>> 0;
    to = numbers[stopped + STOPPED_OUTPUT]! >>> 0;
    for (let record = first; record < numbers[stopped + STOPPED_RECORDS]! >>> 0; record += UNRESOLVED_WORDS * 4) {
      const name = numbers[record >>> 2]! >>> 0;
      names.push(decoder.decode(bytes().subarray(name, name + numbers[(record >>> 2) + 1]!)));
    }
    if (status === RECORDS_FULL) continue;
    return { used: at - text, made: to - made, status, need: numbers[stopped + STOPPED_NEED]! >>> 0 };
  }
}

/** The largest length below `tooLong` that fits; 0 fits always. */
function longest(tooLong: number, fits: (length: number) => boolean): number {
  let least = 0;
  let most = tooLong;
  while (most - least > 1) {
    const middle = (least + most) >>> 1;
    if (fits(middle)) least = middle;
    else most = middle;
  }
  return least;
}
