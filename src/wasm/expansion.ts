/** The expansion of bytes as a function of JavaScript values: addresses, records and growth end here. */
import { aligned, bytes, ensure, words } from "./arena.ts";
import { type EnvironmentTable, scratchStart } from "./environment.ts";
import { wasmInstance } from "./instance.ts";

/** The codes of assembly/expansion.ts. */
export const DONE = 0;
export const INPUT_NEEDED = 1;
export const OUTPUT_FULL = 2;
export const RECORDS_FULL = 3;

/** Records of unresolved names in one batch; a scan that finds more pauses until they are taken. */
export const BATCH = 1024;
export const UNRESOLVED_BYTES = 8;

/** What `expandChunk` tells about its input. Neither function may call back into this package. */
export interface ChunkHandler {
  /** Expanded bytes, in order. The view is only valid during the call. */
  output(bytes: Uint8Array): void;
  /** A reference without a value: its name's start and end, as offsets into the chunk. */
  unresolved?: ((nameStart: number, nameEnd: number) => void) | undefined;
}

/**
 * Input bytes that are copied in and scanned at a time: they are still in the fastest cache when they are scanned.
 * (1 MiB at once: 10 % slower; 8 KiB: the calls begin to count.) A longer reference is copied in whole.
 */
const STEP = 1 << 16;
/** Output is handed over when there is this much. */
export const OUTPUT_ROOM = 1 << 22;

/**
 * Expands a chunk of bytes with the table's variables; output comes in pieces, so that memory does not depend on what
 * the values add up to. Returns how many bytes of the chunk were used up: all of it if `isLast`, else everything before
 * a reference (or a character after `$`) that the next chunk would complete. `closerFrom` tells up to which offset an
 * earlier call has found no `)` for the reference that the chunk begins with.
 */
export function expandChunk(
  table: EnvironmentTable,
  chunk: Uint8Array,
  isLast: boolean,
  closerFrom: number,
  handler: ChunkHandler,
): number {
  table.makeResident();
  const { scanners } = wasmInstance();
  const records = handler.unresolved === undefined ? 0 : scratchStart();
  const recordsEnd = records === 0 ? 0 : records + BATCH * UNRESOLVED_BYTES;
  const text = aligned(records === 0 ? scratchStart() : recordsEnd);
  const stopped = scanners.stoppedAt() >> 2;

  let used = 0;
  let step = STEP;
  let output = 0;
  let written = 0;
  let outputEnd = 0;
  while (true) {
    // The output begins behind the longest input so far; what is there already is handed over before it would move.
    const stepEnd = Math.min(used + step, chunk.length);
    const textEnd = text + stepEnd - used;
    const room = scanners.outputRoom(stepEnd - used);
    if (textEnd > output || written + room > outputEnd) {
      if (written > output) handler.output(bytes().subarray(output, written));
      output = Math.max(output, aligned(text + Math.min(step, chunk.length)));
      written = output;
      outputEnd = Math.max(outputEnd, output + room + Math.min(OUTPUT_ROOM, chunk.length));
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
      for (let record = records; record < recorded; record += UNRESOLVED_BYTES) {
        const name = (numbers[record >> 2]! >>> 0) - text + used;
        handler.unresolved!(name, name + numbers[(record >> 2) + 1]!);
      }
      if (status === DONE || status === INPUT_NEEDED) break;
      if (status === OUTPUT_FULL) {
        handler.output(bytes().subarray(output, written));
        written = output;
        outputEnd = Math.max(outputEnd, output + (numbers[stopped + 3]! >>> 0));
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
  if (written > output) handler.output(bytes().subarray(output, written));
  return used;
}
