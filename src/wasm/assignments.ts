/** The env-file and the dotenv scanner as functions of a source. */
import { allScanners } from "./all-scanners.ts";
import { aligned, ensure, scratchStart, words } from "./arena.ts";
import { joined } from "./batches.ts";
import { ASSIGNMENT_WORDS, RECORDS_FULL, STOPPED_INPUT, STOPPED_RECORDS } from "./codes.ts";
import { ASSIGNMENTS } from "./rooms.ts";
import { writeSource, writeText } from "./text.ts";

/** What a scan found. Offsets are in the source's own units: bytes, or UTF-16 code units of a string. */
export interface AssignmentScan {
  /** `ASSIGNMENT_WORDS` numbers for each assignment, in file order. */
  readonly records: Uint32Array;
  /** `DONE`, or an error code of the scanner. */
  readonly status: number;
  /** The place of the error. */
  readonly offset: number;
  /** After a scan of bytes for all assignments: false if they are not ASCII, true if they are ASCII or invalid. */
  readonly maybeAscii: boolean;
}

/** Scans a source: all its assignments, or only the one of `key` that counts. (The last two are for env files.) */
export function scanAssignments(
  scan: "scanDotenv" | "scanEnvFile",
  source: string | Uint8Array,
  key: string | undefined,
  stopAtKey = false,
  isStrict = false,
): AssignmentScan {
  const scanners = allScanners();
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
    const status = scanners[scan](origin, at, end, records, recordsEnd, keyStart, keyLength, stopAtKey, isStrict);
    const stopped = scanners.stoppedAt() >>> 2;
    at = words()[stopped + STOPPED_INPUT]! >>> 0;
    const recorded = words()[stopped + STOPPED_RECORDS]! >>> 0;
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
      return { records: joined(batches), status, offset, maybeAscii };
    }
  }
}
