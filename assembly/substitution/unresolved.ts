/** The records of references without a value: at most one scan writes them at a time. */
import { UNRESOLVED_DOLLAR, UNRESOLVED_LENGTH, UNRESOLVED_NAME, UNRESOLVED_WORDS } from "../codes";

/** Bytes of a record. */
export const UNRESOLVED: usize = 4 * UNRESOLVED_WORDS;

/** Where the next record goes, and where their room ends. Both are 0 where nobody asks for records. */
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

/** Stores the record of a reference if somebody asks for it; returns whether there was room. */
export function recordUnresolved(name: usize, length: usize, dollar: usize): bool {
  if (next === 0) return true;
  if (next === end) return false;
  store<u32>(next, <u32>name, 4 * UNRESOLVED_NAME);
  store<u32>(next, <u32>length, 4 * UNRESOLVED_LENGTH);
  store<u32>(next, <u32>dollar, 4 * UNRESOLVED_DOLLAR);
  next += UNRESOLVED;
  return true;
}
