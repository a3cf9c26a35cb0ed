/** The expansion scanner as functions of JavaScript values: addresses, records and growth end here. */
import { aligned, bytes, ensure, units, words } from "./arena.ts";
import { type EnvironmentTable, scratchStart } from "./environment.ts";
import { wasmInstance } from "./instance.ts";

/** The codes of assembly/expansion.ts. */
const DONE = 0;
const INPUT_NEEDED = 1;
const OUTPUT_FULL = 2;
const RECORDS_FULL = 3;

/** Records in one batch; a scan that finds more pauses until they are taken. */
const BATCH = 1024;
/** Bytes of a record: of `scanUnits` (three numbers), and of `expandBytes` (two). */
const REFERENCE_BYTES = 12;
const UNRESOLVED_BYTES = 8;

/** The third number of a record for an unresolved name of length 0. */
const UNRESOLVED = -2;

/**
 * Finds the references of a string. For each record, `visit` gets a literal's start and end (offsets into `input`) and
 * what follows it: a value's number, -1 for nothing, or `-2 - length` for an unresolved name of that length, which
 * begins at `literalEnd + 2`. `visit` must not call back into this package.
 */
export function scanReferences(
  table: EnvironmentTable,
  input: string,
  reportUnresolved: boolean,
  visit: (literalStart: number, literalEnd: number, value: number) => void,
): void {
  table.makeResident();
  const { scanners, readsStrings } = wasmInstance();
  const records = scratchStart();
  const recordsEnd = records + BATCH * REFERENCE_BYTES;
  const text = aligned(recordsEnd);
  const textEnd = text + input.length * 2;
  ensure(textEnd);

  let status: number;
  if (readsStrings) {
    status = scanners.scanString(input, input.length, text, records, recordsEnd, reportUnresolved);
  } else {
    const memory = units();
    for (let i = 0, to = text >> 1; i < input.length; i++, to++) memory[to] = input.charCodeAt(i);
    status = scanners.scanUnits(text, text, textEnd, records, recordsEnd, reportUnresolved, true);
  }
  const view = words();
  const stopped = scanners.stoppedAt() >> 2;
  while (true) {
    const end = view[stopped + 2]! >> 2;
    for (let at = records >> 2; at < end; at += 3) visit(view[at]!, view[at + 1]!, view[at + 2]!);
    if (status === DONE) return;
    status = scanners.scanUnits(
      text,
      view[stopped]! >>> 0,
      textEnd,
      records,
      recordsEnd,
      reportUnresolved,
      view[stopped + 4] !== 0,
    );
  }
}

/** The length of an unresolved name, from the third number of a record. */
export function unresolvedLength(value: number): number {
  return UNRESOLVED - value;
}

/** What `expandChunks` tells about its input: how far it came, and the unresolved names' ranges in it. */
export interface ChunkHandler {
  /** Expanded bytes, in order. The view is only valid during the call, which must not call back into this package. */
  output(bytes: Uint8Array): void;
  /** A reference without a value: its name's start and end, as offsets into the chunk. */
  unresolved?: ((nameStart: number, nameEnd: number) => void) | undefined;
}

/** The room for output of one step; a longer value makes its own. */
const OUTPUT_ROOM = 1 << 20;

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
  const textEnd = text + chunk.length;
  const output = aligned(textEnd);
  let outputEnd = output + scanners.outputRoom(chunk.length) + Math.min(OUTPUT_ROOM, chunk.length);
  ensure(outputEnd);
  bytes().set(chunk, text);

  const stopped = scanners.stoppedAt() >> 2;
  let at = text;
  while (true) {
    const status = scanners.expandBytes(at, textEnd, output, outputEnd, records, recordsEnd, isLast, text + closerFrom);
    const numbers = words();
    at = numbers[stopped]! >>> 0;
    const recorded = numbers[stopped + 2]! >>> 0;
    for (let record = records; record < recorded; record += UNRESOLVED_BYTES) {
      const name = (numbers[record >> 2]! >>> 0) - text;
      handler.unresolved!(name, name + numbers[(record >> 2) + 1]!);
    }
    const written = numbers[stopped + 1]! >>> 0;
    if (written > output) handler.output(bytes().subarray(output, written));
    if (status === DONE || status === INPUT_NEEDED) return at - text;
    if (status === OUTPUT_FULL) {
      outputEnd = Math.max(outputEnd, output + (numbers[stopped + 3]! >>> 0));
      ensure(outputEnd);
    } else if (status !== RECORDS_FULL) {
      throw new Error(`unknown status ${status} from the scanner`);
    }
  }
}
