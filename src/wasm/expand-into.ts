/** The expansion of bytes into memory of the caller's, which may be full before the input ends. */

import { aligned, bytes, ensure, scratchStart } from "./arena.ts";
import { byteScanner, type ChunkScanner } from "./byte-expansion.ts";
import { STEP, VALUES, WINDOW } from "./capacities.ts";
import { INPUT_NEEDED, OUTPUT_FULL, RECORDS_FULL } from "./codes.ts";
import type { EnvironmentTable } from "./environment.ts";
import { plainLength } from "./input-bytes.ts";
import { wasmInstance } from "./instance.ts";
import { readReferences, Stopped, shiftOffset, UNRESOLVED_ROOM, type UnresolvedReference } from "./stopped.ts";

/** How much of the input is expanded, and how much of the output is written, in bytes. */
export interface ExpandedInto {
  readonly read: number;
  readonly written: number;
}

/** A window of the input in memory, and the result of scanning it. */
interface Window {
  /** Its address. */
  readonly text: number;
  made: number;
  madeEnd: number;
  /** The space for the records of names; both are 0 if names are not recorded. */
  readonly records: number;
  readonly recordsEnd: number;
  /** How much of an open reference at its beginning has no `)`. */
  known: number;
  status: number;
  /** Input bytes that are expanded, and output bytes of them. */
  used: number;
  length: number;
  /** With `OUTPUT_FULL`, the bytes that must be free for the next value, and for what may follow it. */
  room: number;
  /** With `INPUT_NEEDED`, the address up to which the open reference has no `)`, or 0. */
  searched: number;
}

/**
 * Expands the input until it ends, or until what comes next does not fit into the output. Plain text is split anywhere;
 * a reference, an escape, and the text after a `$(` that is never closed are not. Long plain text is copied from the
 * input to the output, past the scanners' memory.
 *
 * @param unresolved receives the references without a value, in the order of the input
 */
export function expandInto(
  table: EnvironmentTable,
  input: Uint8Array,
  output: Uint8Array,
  unresolved: UnresolvedReference[] | undefined,
  scanner: ChunkScanner = byteScanner,
): ExpandedInto {
  const scanBytes = scanner();
  table.select();
  const { scanners } = wasmInstance();
  const start = scratchStart();
  const records = unresolved === undefined ? 0 : start;
  const recordsEnd = unresolved === undefined ? 0 : start + UNRESOLVED_ROOM;
  const text = aligned(Math.max(start, recordsEnd));
  const window = {
    text,
    made: 0,
    madeEnd: 0,
    records,
    recordsEnd,
    known: 0,
    status: 0,
    used: 0,
    length: 0,
    room: 0,
    searched: 0,
  };
  const end = input.length;
  // A part of a Buffer is a Buffer, which takes Node longer to make.
  if (end > WINDOW) input = new Uint8Array(input.buffer, input.byteOffset, end);
  let read = 0;
  let written = 0;
  let size = WINDOW;
  let valueRoom = VALUES;
  // Whether the next `$` may be far away. To look for it takes as long as to scan a short window.
  let mayBeFar = end > WINDOW;
  while (read < end) {
    let room = output.length - written;
    if (mayBeFar) {
      // No further than there is room: a caller with little of it comes often.
      const ahead = input.subarray(read, read + Math.max(room, WINDOW));
      const plain = plainLength(ahead);
      if (plain >= WINDOW || plain === end - read) {
        const length = Math.min(plain, room);
        output.set(ahead.subarray(0, length), written);
        read += length;
        written += length;
        room -= length;
        if (length < plain) break;
        size = WINDOW;
        if (plain === ahead.length) continue;
      } else {
        mayBeFar = false;
      }
    }

    const length = Math.min(size, end - read);
    const made = aligned(text + length);
    const outputRoom = scanners.outputRoom(length) >>> 0;
    window.made = made;
    window.madeEnd = made + outputRoom + valueRoom;
    ensure(window.madeEnd);
    bytes().set(length === end ? input : input.subarray(read, read + length), text);
    let names: readonly UnresolvedReference[];
    try {
      names = scan(scanBytes, window, length, length === end - read);
    } catch (error) {
      throw shiftOffset(error, read - text);
    }
    if (window.used === 0 && window.status === INPUT_NEEDED) {
      window.known = Math.max(0, window.searched - text);
      size = 2 * Math.max(size, window.known);
      continue;
    }
    if (window.used === 0 && window.status === OUTPUT_FULL) {
      const value = window.room - outputRoom;
      if (value > room) break;
      valueRoom = Math.max(value, 2 * valueRoom);
      continue;
    }
    const isFull = window.length > room;
    if (isFull) names = scanLess(scanBytes, window, room);
    output.set(bytes().subarray(made, made + window.length), written);
    for (const { name, offset } of names) unresolved!.push({ name, offset: read + offset });
    read += window.used;
    written += window.length;
    if (isFull) break;
    if (window.used === window.length) mayBeFar = true;
    window.known = 0;
    size = Math.min(2 * size, STEP);
  }
  return { read, written };
}

/** Scans the first bytes of a window, and returns the references without a value. */
function scan(
  scanBytes: ReturnType<ChunkScanner>,
  window: Window,
  length: number,
  isEnd: boolean,
): readonly UnresolvedReference[] {
  const { scanners } = wasmInstance();
  const { text, made, madeEnd, records, recordsEnd } = window;
  const names: UnresolvedReference[] = [];
  for (let at = text, to = made; ; ) {
    // `scanLess` can scan fewer bytes than have already been searched.
    const from = text + Math.min(window.known, length);
    const status = scanBytes(at, text + length, to, madeEnd, records, recordsEnd, isEnd, from);
    const stopped = new Stopped(scanners);
    at = stopped.input;
    to = stopped.output;
    if (stopped.records > records) names.push(...readReferences(records, stopped.records, text));
    if (status === RECORDS_FULL) continue;
    window.status = status;
    window.used = at - text;
    window.length = to - made;
    window.room = stopped.room;
    window.searched = stopped.searched;
    return names;
  }
}

/** Scans as much of a window as has room; it is scanned, and has more. */
function scanLess(scanBytes: ReturnType<ChunkScanner>, window: Window, room: number): readonly UnresolvedReference[] {
  let least = 0;
  let most = window.used;
  while (most - least > 1) {
    const middle = Math.floor((least + most) / 2);
    scan(scanBytes, window, middle, false);
    if (window.length <= room) least = middle;
    else most = middle;
  }
  return scan(scanBytes, window, least, false);
}
