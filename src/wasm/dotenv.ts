import { type Assignments, scanAssignments } from "./assignments.ts";

/** Marks: in the value, each CR LF and each other CR is one LF. */
export const HAS_CARRIAGE_RETURN = 1;
/** `\n` and `\r` stand for LF and CR. */
export const HAS_ESCAPES = 2;
/** The value has several lines, by U+2028 or U+2029; each may lose its outer quotes. */
export const HAS_LINE_SEPARATOR = 4;

/** Scans a dotenv file (see assembly/dotenv.ts): its assignments, or only the last one of `key`. */
export function scanDotenv(source: string | Uint8Array, key?: string): Assignments {
  return scanAssignments(source, key, (scanners, origin, at, end, records, recordsEnd, keyStart, keyLength) =>
    scanners.scanDotenv(origin, at, end, records, recordsEnd, keyStart, keyLength),
  );
}
