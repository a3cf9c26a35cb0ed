/** What the `.gitignore` files of a repository ignore. */
import { existsSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { decodeUtf8 } from "../../text/utf8.ts";
import { ignoreRules } from "./ignore-rules.ts";
import { readRegularFile } from "./regular-file.ts";

const MAX_IGNORE_FILE_SIZE = 1 << 20;

/** Whether a `.gitignore` in a file's folder, or in a folder above it up to the repository's root, ignores it. */
export function isGitIgnored(file: string): boolean {
  const path = resolve(file);
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const rules = ignoreRules(linesOf(join(folder, ".gitignore")));
    if (rules(relative(folder, path).split(sep).join("/"))) return true;
    if (existsSync(join(folder, ".git")) || folder === dirname(folder)) return false;
  }
}

function linesOf(file: string): string[] {
  try {
    return decodeUtf8(readRegularFile(file, MAX_IGNORE_FILE_SIZE))?.split("\n") ?? [];
  } catch {
    return [];
  }
}
