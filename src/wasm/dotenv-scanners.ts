import { dotenv } from "#wasm/dotenv";
import { type AssignmentScan, scanAssignments } from "./assignments.ts";
import { wasmInstance } from "./instance.ts";
import { DOTENV, load } from "./load-scanners.ts";
import type { Scanners } from "./scanners.ts";

/** The same as `scanDotenv`, with a module that contains only this scanner. */
export function scanDotenvAlone(source: string): AssignmentScan {
  load(DOTENV, dotenv);
  const scanners = wasmInstance().scanners as Scanners;
  return scanAssignments(scanners, scanners.scanDotenv, source, undefined);
}
