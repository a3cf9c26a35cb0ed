/** The expansion inside JSON text as a function of JavaScript values. */
import { aligned, bytes, ensure, scratchStart, words } from "./arena.ts";
import type { EnvironmentTable } from "./environment.ts";
import {
  type ChunkHandler,
  DONE,
  handOver,
  handOverNames,
  INPUT_NEEDED,
  OUTPUT_FULL,
  RECORDS_FULL,
  UNRESOLVED_BYTES,
} from "./expansion.ts";
import { wasmInstance } from "./instance.ts";
import { OUTPUT, UNRESOLVED } from "./rooms.ts";

/** The code of assembly/json.ts beside those. */
const ESCAPED = 4;

/** How far a chunk of JSON text was expanded. */
export interface JsonProgress {
  /** Bytes of the chunk that are used up. */
  readonly used: number;
  /** Whether the rest of a string must be unescaped next: it begins at `used`. */
  readonly isEscaped: boolean;
}

/**
 * Expands the strings of JSON text with a table whose values are escaped for them, up to the chunk's end, to a reference
 * that the next chunk would complete, or to one that is written with escapes.
 */
export function expandJsonChunk(
  table: EnvironmentTable,
  chunk: Uint8Array,
  isLast: boolean,
  handler: ChunkHandler,
): JsonProgress {
  table.select();
  const { scanners } = wasmInstance();
  const records = handler.unresolved === undefined ? 0 : scratchStart();
  const recordsEnd = records === 0 ? 0 : records + UNRESOLVED * UNRESOLVED_BYTES;
  const text = aligned(records === 0 ? scratchStart() : recordsEnd);
  const textEnd = text + chunk.length;
  const output = aligned(textEnd);
  let outputEnd = output + (scanners.outputRoom(chunk.length) >>> 0) + Math.min(OUTPUT, chunk.length);
  ensure(outputEnd);
  bytes().set(chunk, text);

  const stopped = scanners.stoppedAt() >>> 2;
  let at = text;
  let written = output;
  while (true) {
    const status = scanners.expandJson(at, textEnd, written, outputEnd, records, recordsEnd, isLast);
    const numbers = words();
    at = numbers[stopped]! >>> 0;
    written = numbers[stopped + 1]! >>> 0;
    const recorded = numbers[stopped + 2]! >>> 0;
    const need = numbers[stopped + 3]! >>> 0;
    handOverNames(handler, records, recorded, text);
    if (status === RECORDS_FULL) continue;
    handOver(handler, output, written);
    written = output;
    if (status === OUTPUT_FULL) {
      outputEnd = Math.max(outputEnd, output + need);
      ensure(outputEnd);
    } else if (status === DONE || status === INPUT_NEEDED || status === ESCAPED) {
      return { used: at - text, isEscaped: status === ESCAPED };
    } else {
      throw new Error(`unknown status ${status} from the scanner`);
    }
  }
}
