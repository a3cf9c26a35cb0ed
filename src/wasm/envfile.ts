import { type AssignmentScan, scanAssignments } from "./assignments.ts";
import { MAX_FILE } from "./codes.ts";

/**
 * Scans an env file (see assembly/envfile/envfile.ts): the assignments before the first error, or all. With a `key`, only its
 * assignment: the last one, or with `stopAtKey` the first; nothing behind that is read.
 */
export function scanEnvFile(
  source: string | Uint8Array,
  isStrict: boolean,
  key?: string,
  stopAtKey = false,
): AssignmentScan {
  // A file with more units than `MAX_FILE` has more bytes, too: one more shows that.
  const seen = isStrict && source.length > MAX_FILE ? source.slice(0, MAX_FILE + 1) : source;
  return scanAssignments("scanEnvFile", seen, key, stopAtKey, isStrict);
}
