/** Where the configuration is: `.varexpand.yaml`. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { CONFIG_FILE } from "../files/skipped-files.ts";

/** The configuration of a folder, or of one above it, up to the repository's root. */
export function nearestConfig(start: string): string | undefined {
  for (let folder = start; ; folder = dirname(folder)) {
    const file = join(folder, CONFIG_FILE);
    if (existsSync(file)) return file;
    if (existsSync(join(folder, ".git")) || dirname(folder) === folder) return undefined;
  }
}
