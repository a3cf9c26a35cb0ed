import { readFileSync } from "node:fs";

/**
 * Whether a test file needs its own process, because it replaces modules that must not be loaded yet, or measures the
 * memory of the scanners.
 */
export function needsOwnProcess(file: string): boolean {
  return /\bvi\.(?:mock|resetModules)\(|\bmemoryBytes\(/.test(readFileSync(file, "utf8"));
}
