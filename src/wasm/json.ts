/** The expansion inside JSON text as a function of JavaScript values. */
import { aligned, bytes, ensure, scratchStart, setLent, words } from "./arena.ts";
import type { EnvironmentTable } from "./environment.ts";
import { type Chunk, type ChunkHandler, DONE, handOver, INPUT_NEEDED, OUTPUT_FULL, RECORDS_FULL } from "./expansion.ts";
import { wasmInstance } from "./instance.ts";
import { OUTPUT, STEP, UNRESOLVED } from "./rooms.ts";

/** A record of assembly/json.ts: a name's address and length, and the address of the reference's `$`. */
const RECORD_BYTES = 12;

/** How far a chunk of JSON text was expanded. */
export interface JsonProgress {
  /** Bytes that are used up: all if it was the last chunk, else those before what the next chunk would complete. */
  readonly used: number;
  /** How many of the bytes behind those belong to a reference, and hold no `)` for it. */
  readonly known: number;
}

/**
 * Expands the strings of JSON text with a table whose values are escaped for them. `known` is what the last call told
 * about the bytes that the chunk begins with. Names without a value are told with their escapes resolved.
 */
export function expandJsonChunk(
  table: EnvironmentTable,
  chunk: Chunk,
  isLast: boolean,
  known: number,
  handler: ChunkHandler,
): JsonProgress {
  table.select();
  const { scanners } = wasmInstance();
  const records = handler.unresolved === undefined ? 0 : scratchStart();
  const recordsEnd = records === 0 ? 0 : records + UNRESOLVED * RECORD_BYTES;
  const text = aligned(records === 0 ? scratchStart() : recordsEnd);
  const stopped = scanners.stoppedAt() >>> 2;

  let used = 0;
  let step = STEP + known;
  let closerFrom = known;
  while (true) {
    const stepEnd = Math.min(used + step, chunk.length);
    const length = stepEnd - used;
    const output = aligned(text + length);
    let outputEnd = output + (scanners.outputRoom(length) >>> 0) + Math.min(OUTPUT, length);
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
      const need = numbers[stopped + 3]! >>> 0;
      const unread = used + at - text;
      handOverNames(handler, records, recorded, text - used, unread);
      if (status === RECORDS_FULL) continue;
      handOver(handler, output, written, unread);
      written = output;
      if (status === DONE || status === INPUT_NEEDED) {
        closerFrom = status === DONE ? 0 : Math.max(0, need - at);
        break;
      }
      if (status !== OUTPUT_FULL) throw new Error(`unknown status ${status} from the scanner`);
      outputEnd = Math.max(outputEnd, output + need);
      ensure(outputEnd);
    }
    used += at - text;
    if (stepEnd === chunk.length) return { used, known: closerFrom };
    // What is known goes on from within the step: it must not be cut where an escape may be.
    step = at === text ? step * 2 : STEP + closerFrom;
  }
}

/** Tells the sink of the names in [records, recorded), with offsets from the address `origin`. */
function handOverNames(handler: ChunkHandler, records: number, recorded: number, origin: number, unread: number): void {
  if (recorded === records) return;
  const memory = bytes();
  const numbers = words();
  setLent(true);
  try {
    for (let record = records / 4; record < recorded / 4; record += RECORD_BYTES / 4) {
      const name = numbers[record]! >>> 0;
      const offset = (numbers[record + 2]! >>> 0) - origin;
      handler.unresolved!(memory.subarray(name, name + numbers[record + 1]!), offset, unread);
    }
  } finally {
    setLent(false);
  }
}
