/** The references without a value that a scan recorded. */
import { bytes, words } from "./arena.ts";
import { UNRESOLVED_DOLLAR, UNRESOLVED_LENGTH, UNRESOLVED_NAME, UNRESOLVED_WORDS } from "./codes.ts";
import { UNRESOLVED } from "./rooms.ts";

const RECORD = 4 * UNRESOLVED_WORDS;

/** Bytes of the room for the records of one scan. */
export const UNRESOLVED_ROOM = UNRESOLVED * RECORD;

/**
 * Passes each reference in [records, recordsEnd), in the order of the input: its name, as a view that is valid during the
 * call, and the address of its `$`.
 */
export function readUnresolved(
  records: number,
  recordsEnd: number,
  take: (name: Uint8Array, dollar: number) => void,
): void {
  const memory = bytes();
  const numbers = words();
  for (let record = records >>> 2; record < recordsEnd >>> 2; record += UNRESOLVED_WORDS) {
    const name = numbers[record + UNRESOLVED_NAME]! >>> 0;
    const nameEnd = name + numbers[record + UNRESOLVED_LENGTH]!;
    take(memory.subarray(name, nameEnd), numbers[record + UNRESOLVED_DOLLAR]! >>> 0);
  }
}
