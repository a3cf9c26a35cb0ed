/** The expansion inside JSON text as a function of JavaScript values. */
import { aligned, bytes, ensure, words } from "./arena.ts";
import { type EnvironmentTable, scratchStart } from "./environment.ts";
import { BATCH, DONE, INPUT_NEEDED, OUTPUT_FULL, OUTPUT_ROOM, RECORDS_FULL } from "./expansion.ts";
import { wasmInstance } from "./instance.ts";

/** A record of assembly/json.ts: a name's address and length, and the address of the reference's `$`. */
const RECORD_BYTES = 12;

/** Input bytes that are copied in and scanned at a time; a longer reference is copied in whole. */
const STEP = 1 << 16;

/** What `expandJsonChunk` tells about its input. The views are only valid during the call. */
export interface JsonHandler {
  /** Expanded bytes, in order. */
  output(bytes: Uint8Array): void;
  /** A reference without a value: its name, escapes resolved, and where its `$` stands in the chunk. */
  unresolved?: ((name: Uint8Array, offset: number) => void) | undefined;
}

/** How far a chunk of JSON text was expanded. */
export interface JsonProgress {
  /** Bytes that are used up: all if it was the last chunk, else those before what the next chunk would complete. */
  readonly used: number;
  /** How many of the bytes behind those belong to a reference, and hold no `)` for it. */
  readonly known: number;
}

/**
 * Expands the strings of JSON text with a table whose values are escaped for them. `known` is what the last call told
 * about the bytes that the chunk begins with.
 */
export function expandJsonChunk(
  table: EnvironmentTable,
  chunk: Uint8Array,
  isLast: boolean,
  known: number,
  handler: JsonHandler,
): JsonProgress {
  table.makeResident();
  const { scanners } = wasmInstance();
  const records = handler.unresolved === undefined ? 0 : scratchStart();
  const recordsEnd = records === 0 ? 0 : records + BATCH * RECORD_BYTES;
  const text = aligned(records === 0 ? scratchStart() : recordsEnd);
  const stopped = scanners.stoppedAt() >> 2;

  let used = 0;
  let step = STEP + known;
  let closerFrom = known;
  while (true) {
    const stepEnd = Math.min(used + step, chunk.length);
    const length = stepEnd - used;
    const output = aligned(text + length);
    let outputEnd = output + scanners.outputRoom(length) + Math.min(OUTPUT_ROOM, length);
    ensure(outputEnd);
    bytes().set(chunk.subarray(used, stepEnd), text);

    let at = text;
    let written = output;
    while (true) {
      const isLastStep = isLast && stepEnd === chunk.length;
      const from = text + closerFrom;
      const status = scanners.expandJson(at, text + length, written, outputEnd, records, recordsEnd, isLastStep, from);
      const numbers = words();
      at = numbers[stopped]! >>> 0;
      written = numbers[stopped + 1]! >>> 0;
      const recorded = numbers[stopped + 2]! >>> 0;
      for (let record = records; record < recorded; record += RECORD_BYTES) {
        const name = numbers[record >> 2]! >>> 0;
        const nameEnd = name + numbers[(record >> 2) + 1]!;
        handler.unresolved!(bytes().subarray(name, nameEnd), used + (numbers[(record >> 2) + 2]! >>> 0) - text);
      }
      if (status === RECORDS_FULL) continue;
      if (written > output) handler.output(bytes().subarray(output, written));
      written = output;
      if (status === DONE || status === INPUT_NEEDED) {
        closerFrom = status === DONE ? 0 : Math.max(0, (numbers[stopped + 3]! >>> 0) - at);
        break;
      }
      if (status !== OUTPUT_FULL) throw new Error(`unknown status ${status} from the scanner`);
      outputEnd = Math.max(outputEnd, output + (numbers[stopped + 3]! >>> 0));
      ensure(outputEnd);
    }
    used += at - text;
    if (stepEnd === chunk.length) return { used, known: closerFrom };
    step = at === text ? step * 2 : STEP;
  }
}
