import { type AssignmentScan, scanAssignments } from "./assignments.ts";

/** Scans a dotenv file (see assembly/envfile/dotenv.ts): its assignments, or only the last one of `key`. */
export function scanDotenv(source: string | Uint8Array, key?: string): AssignmentScan {
  return scanAssignments("scanDotenv", source, key);
}
