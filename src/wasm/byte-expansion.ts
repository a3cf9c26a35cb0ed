/** The expansion of bytes and of JSON text as a function of JavaScript values: addresses, records and growth end here. */
import { aligned, bytes, ensure, refuseReentry, scratchStart, setLent } from "./arena.ts";
import { OUTPUT, STEP, WINDOW } from "./capacities.ts";
import { DONE, INPUT_NEEDED, OUTPUT_FULL } from "./codes.ts";
import type { EnvironmentTable } from "./environment.ts";
import { expansionScanners } from "./expansion-scanners.ts";
import { plainLength } from "./input-bytes.ts";
import { wasmInstance } from "./instance.ts";
import type { ExpansionScanners } from "./scanners.ts";
import { readUnresolved, Stopped, shiftOffset, UNRESOLVED_ROOM } from "./stopped.ts";

/** The bytes to expand, which are read step by step. */
export interface Chunk {
  readonly length: number;
  subarray(start: number, end: number): Uint8Array;
  /** For input that is read straight into memory: fills a view, and makes `length` the number of bytes. */
  load?(into: Uint8Array): void;
  /** With `load`: receives a view of the bytes that are not used, before the last output is passed on. */
  keep?(rest: Uint8Array): void;
}

/**
 * Takes what `expandChunk` finds; views are only valid during the call. While one of these runs, every other call is
 * refused. The chunk is not read again before the offset `unread`.
 */
export interface ChunkHandler {
  /** Expanded bytes, in order. */
  output(bytes: Uint8Array, unread: number): void;
  /**
   * Receives an unresolved reference: its name (without escape sequences), and the offset of its `$` in the chunk. This property
   * is read before each call of the scanner. If it is undefined then, names are no longer recorded.
   */
  readonly unresolved?: ((name: Uint8Array, offset: number, unread: number) => void) | undefined;
}

/** How far a chunk was expanded. */
export interface ChunkProgress {
  /** The number of expanded bytes: all for the last chunk; otherwise, the bytes before an incomplete reference. */
  readonly used: number;
  /** How many of the following bytes belong to an open reference and do not contain its `)`. */
  readonly known: number;
}

/** Expands a chunk that a stream holds; `known` is what the last call returned for it. */
export type ExpandHeld = (chunk: Chunk, isLast: boolean, known: number, handler: ChunkHandler) => ChunkProgress;

/** Gives the scanner to use: of bytes, or of JSON text (with a table whose values are escaped for its strings). */
export type ChunkScanner = () => ExpansionScanners["expandBytes"];

/** The scanner of bytes. */
export const byteScanner: ChunkScanner = () => expansionScanners().expandBytes;

/**
 * Expands a chunk. Output comes in pieces, so that memory does not depend on the length of the values. `known` is what
 * the last call returned for the bytes that the chunk begins with.
 */
export function expandChunk(
  scanner: ChunkScanner,
  table: EnvironmentTable,
  chunk: Chunk,
  isLast: boolean,
  known: number,
  handler: ChunkHandler,
): ChunkProgress {
  // Before the table is selected: this may replace the instance.
  const scan = scanner();
  table.select();
  const { scanners } = wasmInstance();
  let records = handler.unresolved === undefined ? 0 : scratchStart();
  let recordsEnd = records === 0 ? 0 : records + UNRESOLVED_ROOM;
  const text = aligned(records === 0 ? scratchStart() : recordsEnd);

  let used = 0;
  let step = chunk.load === undefined ? Math.max(STEP, 2 * known) : chunk.length;
  let closerFrom = known;
  let output = 0;
  let written = 0;
  let outputEnd = 0;
  while (true) {
    // The output starts after the longest input so far. Existing output is passed on before it would move.
    let stepEnd = Math.min(used + step, chunk.length);
    let textEnd = text + stepEnd - used;
    const room = scanners.outputRoom(stepEnd - used) >>> 0;
    if (textEnd > output || written + room > outputEnd) {
      handOver(handler, output, written, used);
      output = Math.max(output, aligned(text + Math.min(step, chunk.length)));
      written = output;
      outputEnd = Math.max(outputEnd, output + room + Math.min(OUTPUT, chunk.length));
      ensure(outputEnd);
    }
    if (chunk.load === undefined) {
      bytes().set(chunk.subarray(used, stepEnd), text);
    } else {
      chunk.load(bytes().subarray(text, textEnd));
      stepEnd = chunk.length;
      textEnd = text + stepEnd;
    }

    const isLastStep = isLast && stepEnd === chunk.length;
    const from = text + closerFrom;
    let at = text;
    while (true) {
      let status: number;
      try {
        status = scan(at, textEnd, written, outputEnd, records, recordsEnd, isLastStep, from);
      } catch (error) {
        throw shiftOffset(error, used - text);
      }
      const stopped = new Stopped(scanners);
      at = stopped.input;
      written = stopped.output;
      const unread = used + at - text;
      const recorded = stopped.records;
      if (recorded > records) handOverNames(handler, records, recorded, text - used, unread);
      if (handler.unresolved === undefined) records = recordsEnd = 0;
      if (status === DONE || status === INPUT_NEEDED) {
        closerFrom = Math.max(0, stopped.searched - at);
        break;
      }
      if (status === OUTPUT_FULL) {
        handOver(handler, output, written, unread);
        written = output;
        outputEnd = Math.max(outputEnd, output + stopped.room);
        ensure(outputEnd);
      }
    }
    used += at - text;
    chunk.keep?.(bytes().subarray(at, textEnd));
    if (stepEnd === chunk.length) break;
    // A reference longer than the step is tried again with twice as much; a step holds more than what is known.
    step = at === text ? step * 2 : Math.max(STEP, 2 * closerFrom);
  }
  handOver(handler, output, written, used);
  return { used, known: closerFrom };
}

/** As `expandChunk` with the scanner of bytes; a long chunk without any `$` is handed over as it is. */
export function expandByteChunk(
  table: EnvironmentTable,
  chunk: Chunk,
  isLast: boolean,
  known: number,
  handler: ChunkHandler,
  scanner: ChunkScanner = byteScanner,
): ChunkProgress {
  const { length } = chunk;
  // To look for a `$` takes as long as to scan a short chunk.
  if (length > 0 && length <= WINDOW) return expandChunk(scanner, table, chunk, isLast, known, handler);
  const all = chunk.subarray(0, length);
  if (plainLength(all) < length) return expandChunk(scanner, table, chunk, isLast, known, handler);
  refuseReentry();
  // Not a Buffer, whose `slice` copies nothing: a sink that keeps a copy would keep the caller's memory.
  if (length > 0) lend(handler, new Uint8Array(all.buffer, all.byteOffset, length), length);
  return { used: length, known: 0 };
}

/** Hands the output between two addresses to the handler, if there is any. */
function handOver(handler: ChunkHandler, output: number, written: number, unread: number): void {
  if (written !== output) lend(handler, bytes().subarray(output, written), unread);
}

export function lend(handler: ChunkHandler, output: Uint8Array, unread: number): void {
  setLent(true);
  try {
    handler.output(output, unread);
  } finally {
    setLent(false);
  }
}

/** Hands the names in [records, recorded) to the handler, with offsets from the address `origin`. */
function handOverNames(handler: ChunkHandler, records: number, recorded: number, origin: number, unread: number): void {
  setLent(true);
  try {
    readUnresolved(records, recorded, (name, dollar) => handler.unresolved?.(name, dollar - origin, unread));
  } finally {
    setLent(false);
  }
}
