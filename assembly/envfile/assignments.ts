/**
 * What the scanners of env files and of dotenv files have in common. Both store a record (`ASSIGNMENT_WORDS`) for each
 * assignment, in file order, and have these parameters:
 *
 * - `origin`, `end`: the file, as UTF-8. The byte at `end` is overwritten with a line feed, so that every line has an end.
 * - `at`: where to begin, at the beginning of a line. The scan returns `RECORDS_FULL` when the next record might not fit,
 *   and continues when it is called with `STOPPED_INPUT` as `at`.
 * - `records`, `recordsEnd`: the room for records, two at least.
 * - `key`, `keyLength`: the name to look for. Only assignments to it are recorded, each over the previous one, so that the
 *   last one is left. With a `key` of 0, all assignments are recorded.
 */

import {
  ASSIGNMENT_MARKS,
  ASSIGNMENT_NAME,
  ASSIGNMENT_NAME_END,
  ASSIGNMENT_VALUE,
  ASSIGNMENT_VALUE_END,
  ASSIGNMENT_WORDS,
  STOPPED_INPUT,
  STOPPED_RECORDS,
} from "../codes";
import { BLOCK, equal } from "../primitives/bytes";
import { stopped } from "../primitives/stopped";

/** Bytes of a record. */
export const RECORD: usize = 4 * ASSIGNMENT_WORDS;

export function stop(status: u32, input: usize, recordsEnd: usize): u32 {
  store<u32>(stopped, <u32>input, 4 * STOPPED_INPUT);
  store<u32>(stopped, <u32>recordsEnd, 4 * STOPPED_RECORDS);
  return status;
}

export function storeRecord(
  record: usize,
  origin: usize,
  name: usize,
  nameEnd: usize,
  value: usize,
  valueEnd: usize,
  marks: u32,
): void {
  store<u32>(record, <u32>(name - origin), 4 * ASSIGNMENT_NAME);
  store<u32>(record, <u32>(nameEnd - origin), 4 * ASSIGNMENT_NAME_END);
  store<u32>(record, <u32>(value - origin), 4 * ASSIGNMENT_VALUE);
  store<u32>(record, <u32>(valueEnd - origin), 4 * ASSIGNMENT_VALUE_END);
  store<u32>(record, marks, 4 * ASSIGNMENT_MARKS);
}

/** Whether [name, nameEnd) is the key. */
export function isKey(name: usize, nameEnd: usize, key: usize, keyLength: usize): bool {
  return nameEnd - name === keyLength && equal(name, key, keyLength);
}

/**
 * Turns the offsets of the records in [records, recordsEnd) from bytes to UTF-16 code units. They ascend; the byte at
 * the address `at`, before all of them, is the unit `units`.
 */
export function recordsToUnits(records: usize, recordsEnd: usize, origin: usize, at: usize, units: u32): void {
  for (let record = records; record < recordsEnd; record += RECORD) {
    // The four offsets come first, in ascending order.
    for (let field = record; field < record + 4 * ASSIGNMENT_MARKS; field += 4) {
      const address = origin + load<u32>(field);
      units += utf16Length(at, address);
      at = address;
      store<u32>(field, units);
    }
  }
}

/** The length in UTF-16 of the UTF-8 bytes [start, end): one unit for each sequence, two for one of four bytes. */
export function utf16Length(start: usize, end: usize): u32 {
  let units: u32 = 0;
  if (!ASC_FEATURE_SIMD) {
    for (let at = start; at < end; at++) {
      const unit = <u32>load<u8>(at);
      units += <u32>((unit & 0xc0) !== 0x80) + <u32>(unit >= 0xf0);
    }
    return units;
  }
  for (let at = start; at < end; at += BLOCK) {
    const block = v128.load(at);
    const left = end - at;
    const within: u32 = left < BLOCK ? (1 << (<u32>left)) - 1 : 0xffff;
    // As signed numbers, continuation bytes (0x80 to 0xbf) are the lowest 64.
    const leads = <u32>i8x16.bitmask(i8x16.gt_s(block, i8x16.splat(-65)));
    const fours = <u32>i8x16.bitmask(i8x16.ge_u(block, i8x16.splat(<i8>0xf0)));
    units += popcnt(leads & within) + popcnt(fours & within);
  }
  return units;
}
