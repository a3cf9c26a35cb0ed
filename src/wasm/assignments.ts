/** The env-file and the dotenv scanner as functions of a source. */

import { allScanners } from "./all-scanners.ts";
import { aligned, ensure, scratchStart, words, writeSource, writeText } from "./arena.ts";
import { ASSIGNMENTS } from "./capacities.ts";
import {
  ASSIGNMENT_MARKS,
  ASSIGNMENT_NAME,
  ASSIGNMENT_NAME_END,
  ASSIGNMENT_VALUE,
  ASSIGNMENT_VALUE_END,
  ASSIGNMENT_WORDS,
  MAX_FILE,
  RECORDS_FULL,
} from "./codes.ts";
import type { DotenvScanners, Scanners } from "./scanners.ts";
import { concatWords, Stopped } from "./stopped.ts";

/**
 * The assignments that a scan found, in file order, and a cursor over them. The getters read the assignment at the cursor;
 * offsets are in the source's own units: bytes, or UTF-16 code units of a string.
 *
 * @example for (const each = assignments.rewind(); each.next(); ) names.push(source.slice(each.name, each.nameEnd));
 */
export class Assignments {
  readonly count: number;
  private readonly records: Uint32Array;
  /** Where the record of the assignment at the cursor begins. */
  private at = -ASSIGNMENT_WORDS;

  constructor(records: Uint32Array) {
    this.count = records.length / ASSIGNMENT_WORDS;
    this.records = records;
  }

  /** Moves the cursor before the first assignment. */
  rewind(): this {
    return this.moveTo(-1);
  }

  /** Moves the cursor to the next assignment; returns false at the end. */
  next(): boolean {
    this.at += ASSIGNMENT_WORDS;
    return this.at < this.records.length;
  }

  moveTo(index: number): this {
    this.at = index * ASSIGNMENT_WORDS;
    return this;
  }

  get name(): number {
    return this.records[this.at + ASSIGNMENT_NAME]!;
  }

  get nameEnd(): number {
    return this.records[this.at + ASSIGNMENT_NAME_END]!;
  }

  /** Where the value begins, without its quote. */
  get value(): number {
    return this.records[this.at + ASSIGNMENT_VALUE]!;
  }

  get valueEnd(): number {
    return this.records[this.at + ASSIGNMENT_VALUE_END]!;
  }

  /** What is to be done to the value: `HAS_CARRIAGE_RETURN`, `HAS_ESCAPES`, `HAS_LINE_SEPARATOR`; 0 for most. */
  get marks(): number {
    return this.records[this.at + ASSIGNMENT_MARKS]!;
  }

  /** The same assignments in another text. `copy` adds a range of the source to that text and returns its new end. */
  copiedTo(copy: (start: number, end: number) => number): Assignments {
    const records = this.records.slice();
    let end = 0;
    for (this.rewind(); this.next(); ) {
      records[this.at + ASSIGNMENT_NAME] = end;
      records[this.at + ASSIGNMENT_NAME_END] = end = copy(this.name, this.nameEnd);
      records[this.at + ASSIGNMENT_VALUE] = end;
      records[this.at + ASSIGNMENT_VALUE_END] = end = copy(this.value, this.valueEnd);
    }
    return new Assignments(records);
  }
}

export interface AssignmentScan {
  readonly assignments: Assignments;
  /** `DONE`, or an error code of the scanner. */
  readonly status: number;
  /** The place of the error. */
  readonly offset: number;
  /** After a scan of bytes for all assignments: false if they are not ASCII, true if they are ASCII or invalid. */
  readonly maybeAscii: boolean;
}

/** Scans a dotenv file (see assembly/envfile/dotenv.ts): its assignments, or only the last one of `key`. */
export function scanDotenv(source: string | Uint8Array, key?: string): AssignmentScan {
  const scanners = allScanners();
  return scanAssignments(scanners, scanners.scanDotenv, source, key);
}

/**
 * Scans an env file (see assembly/envfile/envfile.ts): the assignments before the first error, or all. With a `key`, only
 * its assignment: the last one, or with `stopAtKey` the first; nothing after that is read.
 */
export function scanEnvFile(
  source: string | Uint8Array,
  isStrict: boolean,
  key?: string,
  stopAtKey = false,
): AssignmentScan {
  // A file with more units than `MAX_FILE` has more bytes, too: one more shows that.
  const seen = isStrict && source.length > MAX_FILE ? source.slice(0, MAX_FILE + 1) : source;
  const scanners = allScanners();
  return scanAssignments(scanners, scanners.scanEnvFile, seen, key, stopAtKey, isStrict);
}

/** Scans a source: all its assignments, or only the one of `key` that counts. (The last two are for env files.) */
export function scanAssignments(
  scanners: Omit<DotenvScanners, "scanDotenv">,
  scan: Scanners["scanEnvFile"],
  source: string | Uint8Array,
  key: string | undefined,
  stopAtKey = false,
  isStrict = false,
): AssignmentScan {
  const keyStart = key === undefined ? 0 : scratchStart();
  const keyLength = key === undefined ? 0 : writeText(key, keyStart) - keyStart;
  const origin = aligned(key === undefined ? scratchStart() : keyStart + keyLength);
  const end = writeSource(source, origin);
  const records = aligned(end + 1);
  const recordsEnd = records + ASSIGNMENTS * ASSIGNMENT_WORDS * 4;
  ensure(recordsEnd);
  // A string of ASCII has its units at the offsets of its bytes.
  const countsUnits = typeof source === "string" && end - origin !== source.length;

  const batches: Uint32Array[] = [];
  let at = origin;
  let translated = origin;
  let units = 0;
  while (true) {
    const status = scan(origin, at, end, records, recordsEnd, keyStart, keyLength, stopAtKey, isStrict);
    const stopped = new Stopped(scanners);
    at = stopped.input;
    const recorded = stopped.records;
    if (countsUnits && recorded > records) {
      scanners.recordsToUnits(records, recorded, origin, translated, units);
      units += scanners.utf16Length(translated, at);
      translated = at;
    }
    batches.push(new Uint32Array(words().buffer, records, (recorded - records) / 4).slice());
    if (status !== RECORDS_FULL) {
      const offset = countsUnits ? units + scanners.utf16Length(translated, at) : at - origin;
      const maybeAscii =
        key === undefined && typeof source !== "string" && scanners.utf16Length(origin, end) === end - origin;
      return { assignments: new Assignments(concatWords(batches)), status, offset, maybeAscii };
    }
  }
}
