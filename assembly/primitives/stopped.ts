/** Where the last scan stopped: one record (see codes.ts) that the host reads after each call. */
import {
  STOPPED_INPUT,
  STOPPED_OUTPUT,
  STOPPED_RECORDS,
  STOPPED_ROOM,
  STOPPED_SEARCHED,
  STOPPED_WORDS,
  UNRESOLVED_DOLLAR,
  UNRESOLVED_LENGTH,
  UNRESOLVED_NAME,
  UNRESOLVED_WORDS,
} from "../codes";

export const stopped = memory.data(4 * <i32>STOPPED_WORDS, 16);

/** The address of the record. */
export function stoppedAt(): usize {
  return stopped;
}

/** Stores how far a scan has come, and returns the status. */
export function storeStopped(status: u32, input: usize, output: usize, records: usize): u32 {
  store<u32>(stopped, <u32>input, 4 * STOPPED_INPUT);
  store<u32>(stopped, <u32>output, 4 * STOPPED_OUTPUT);
  store<u32>(stopped, <u32>records, 4 * STOPPED_RECORDS);
  return status;
}

/** Stores what a scan of references needs to go on, with `OUTPUT_FULL` and `INPUT_NEEDED`. */
export function storeNeeds(room: usize, searched: usize): void {
  store<u32>(stopped, <u32>room, 4 * STOPPED_ROOM);
  store<u32>(stopped, <u32>searched, 4 * STOPPED_SEARCHED);
}

/** The records of references without a value: at most one scan writes them at a time. */

/** Bytes of a record. */
export const UNRESOLVED: usize = 4 * UNRESOLVED_WORDS;

/** The address of the next record, and the end of the space for records. Both are 0 if the caller does not want records. */
let next: usize;
let end: usize;

export function beginUnresolved(records: usize, recordsEnd: usize): void {
  next = records;
  end = recordsEnd;
}

/** The end of the records. */
export function unresolvedEnd(): usize {
  return next;
}

/** Stores the record of a reference if the caller wants records; returns whether there was space. */
export function recordUnresolved(name: usize, length: usize, dollar: usize): bool {
  if (next === 0) return true;
  if (next === end) return false;
  store<u32>(next, <u32>name, 4 * UNRESOLVED_NAME);
  store<u32>(next, <u32>length, 4 * UNRESOLVED_LENGTH);
  store<u32>(next, <u32>dollar, 4 * UNRESOLVED_DOLLAR);
  next += UNRESOLVED;
  return true;
}
