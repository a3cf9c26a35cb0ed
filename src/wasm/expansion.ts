/** The expansion of bytes as a function of JavaScript values: addresses, records and growth end here. */
import { aligned, bytes, ensure, scratchStart, setLent, words } from "./arena.ts";
import type { EnvironmentTable } from "./environment.ts";
import { wasmInstance } from "./instance.ts";
import { OUTPUT, STEP, UNRESOLVED } from "./rooms.ts";

/** The codes of assembly/expansion.ts. */
export const DONE = 0;
export const INPUT_NEEDED = 1;
export const OUTPUT_FULL = 2;
export const RECORDS_FULL = 3;

/** Bytes of the record of an unresolved name. */
export const UNRESOLVED_BYTES = 8;

/** The bytes to expand, which are read step by step. */
export interface Chunk {
  readonly length: number;
  subarray(start: number, end: number): Uint8Array;
}

/**
 * What `expandChunk` tells about its input; views are only valid during the call. While one of these runs, every other
 * call is refused. The chunk is not read again before the offset `unread`.
 */
export interface ChunkHandler {
  /** Expanded bytes, in order. */
  output(bytes: Uint8Array, unread: number): void;
  /** A reference without a value: its name, and where its `$` stands in the chunk. */
  unresolved?: ((name: Uint8Array, offset: number, unread: number) => void) | undefined;
}

/**
 * Expands a chunk of bytes with the table's variables; output comes in pieces, so that memory does not depend on what
 * the values add up to. Returns how many bytes of the chunk were used up: all of it if `isLast`, else everything before
 * a reference (or a character after `$`) that the next chunk would complete. `closerFrom` tells up to which offset an
 * earlier call has found no `)` for the reference that the chunk begins with.
 */
export function expandChunk(
  table: EnvironmentTable,
  chunk: Chunk,
  isLast: boolean,
  closerFrom: number,
  handler: ChunkHandler,
): number {
  table.select();
  const { scanners } = wasmInstance();
  const records = handler.unresolved === undefined ? 0 : scratchStart();
  const recordsEnd = records === 0 ? 0 : records + UNRESOLVED * UNRESOLVED_BYTES;
  const text = aligned(records === 0 ? scratchStart() : recordsEnd);
  const stopped = scanners.stoppedAt() >>> 2;

  let used = 0;
  let step = STEP;
  let output = 0;
  let written = 0;
  let outputEnd = 0;
  while (true) {
    // The output begins behind the longest input so far; what is there already is handed over before it would move.
    const stepEnd = Math.min(used + step, chunk.length);
    const textEnd = text + stepEnd - used;
    const room = scanners.outputRoom(stepEnd - used) >>> 0;
    if (textEnd > output || written + room > outputEnd) {
      handOver(handler, output, written, used);
      output = Math.max(output, aligned(text + Math.min(step, chunk.length)));
      written = output;
      outputEnd = Math.max(outputEnd, output + room + Math.min(OUTPUT, chunk.length));
      ensure(outputEnd);
    }
    bytes().set(chunk.subarray(used, stepEnd), text);

    const isLastStep = isLast && stepEnd === chunk.length;
    const from = text + Math.max(0, closerFrom - used);
    let at = text;
    while (true) {
      const status = scanners.expandBytes(at, textEnd, written, outputEnd, records, recordsEnd, isLastStep, from);
      const numbers = words();
      at = numbers[stopped]! >>> 0;
      written = numbers[stopped + 1]! >>> 0;
      const recorded = numbers[stopped + 2]! >>> 0;
      const need = numbers[stopped + 3]! >>> 0;
      const unread = used + at - text;
      handOverNames(handler, records, recorded, text - used, unread);
      if (status === DONE || status === INPUT_NEEDED) break;
      if (status === OUTPUT_FULL) {
        handOver(handler, output, written, unread);
        written = output;
        outputEnd = Math.max(outputEnd, output + need);
        ensure(outputEnd);
      } else if (status !== RECORDS_FULL) {
        throw new Error(`unknown status ${status} from the scanner`);
      }
    }
    used += at - text;
    if (stepEnd === chunk.length) break;
    if (at === text) {
      // A reference longer than the step: there is no `)` in what has been looked at.
      closerFrom = Math.max(closerFrom, stepEnd);
      step *= 2;
    } else {
      step = STEP;
    }
  }
  handOver(handler, output, written, used);
  return used;
}

/** Hands the output between two addresses to the sink, if there is any. */
export function handOver(handler: Pick<ChunkHandler, "output">, output: number, written: number, unread: number): void {
  if (written === output) return;
  setLent(true);
  try {
    handler.output(bytes().subarray(output, written), unread);
  } finally {
    setLent(false);
  }
}

/** Tells the sink of the names in [records, recorded), with offsets from the address `origin`. */
function handOverNames(handler: ChunkHandler, records: number, recorded: number, origin: number, unread: number): void {
  if (recorded === records) return;
  const memory = bytes();
  const numbers = words();
  setLent(true);
  try {
    for (let record = records / 4; record < recorded / 4; record += 2) {
      const name = numbers[record]! >>> 0;
      handler.unresolved!(memory.subarray(name, name + numbers[record + 1]!), name - 2 - origin, unread);
    }
  } finally {
    setLent(false);
  }
}
