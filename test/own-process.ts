import { readFileSync } from "node:fs";

/**
 * Whether a file of tests needs a process of its own: it replaces modules, so nothing may be loaded before, or it measures
 * the memory that the scanners have taken.
 */
export function needsOwnProcess(file: string): boolean {
  return /\bvi\.(?:mock|resetModules)\(|\bmemoryBytes\(/.test(readFileSync(file, "utf8"));
}
