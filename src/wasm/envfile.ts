import { type Assignments, scanAssignments } from "./assignments.ts";

/** The mark of a value in which each CR LF is one LF. */
export const HAS_CARRIAGE_RETURN = 1;

/** A file with more bytes is refused by a strict scan (as assembly/envfile.ts has it). */
const MAX_FILE = 65_536;

/**
 * Scans an env file (see assembly/envfile.ts): the assignments before the first error, or all. With a `key`, only its
 * assignment: the last one, or with `stopAtKey` the first, and then nothing behind it is looked at.
 */
export function scanEnvFile(
  source: string | Uint8Array,
  isStrict: boolean,
  key?: string,
  stopAtKey = false,
): Assignments {
  // Of a file that is too large whatever its characters are, no more is copied in than shows that it is.
  const seen = isStrict && source.length > MAX_FILE + 1 ? source.slice(0, MAX_FILE + 1) : source;
  return scanAssignments(seen, key, (scanners, origin, at, end, records, recordsEnd, keyStart, keyLength) =>
    scanners.scanEnvFile(origin, at, end, records, recordsEnd, keyStart, keyLength, stopAtKey, isStrict),
  );
}
