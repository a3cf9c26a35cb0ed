/** Patterns of paths that no shell has expanded, as they were quoted. */
import { realpathSync } from "node:fs";
import { isAbsolute } from "node:path";
import { globSync, isDynamicPattern } from "tinyglobby";

export function isPattern(path: string): boolean {
  return isDynamicPattern(path);
}

/**
 * The files and directories that a pattern matches, in the order of their names' bytes. What two names lead to counts
 * once: `**` follows links.
 */
export function pathsMatching(pattern: string): string[] {
  const paths = globSync(pattern, { absolute: isAbsolute(pattern), expandDirectories: false, onlyFiles: false });
  const byRealPath = new Map<string, string>();
  for (const path of paths.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))) {
    const real = realpathSync(path);
    if (!byRealPath.has(real)) byRealPath.set(real, path.replace(/(?<=.)\/$/, ""));
  }
  return [...byRealPath.values()];
}
