/** Finds the files of a directory. */
import { type Dirent, readdirSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { visibleText } from "../../text/printable.ts";
import { attempt, systemWords } from "../frame/errors.ts";
import type { SkippedFiles } from "./skipped-files.ts";

/** Directories of other tools, which hold copies or no manifests at all. */
const NOT_READ = new Set([".git", "node_modules"]);

export interface DirectoryOptions {
  readonly isRecursive: boolean;
  /** Whether a file's name is one of those that are looked for. */
  readonly accepts: (name: string) => boolean;
  /** Whether the command writes to the file of a real path. */
  readonly isOutput: (real: string) => boolean;
  readonly skipped: SkippedFiles;
  /** The real paths of the files that need not be found, as they are read anyway; those that are found join them. */
  readonly known: Set<string>;
}

/**
 * The paths of a directory's files, as `kubectl -f` visits them: names in the order of their bytes, what is in a
 * directory in the place of its name. A link to a file is followed, and a file that two names lead to is read once. A
 * link to a directory is not followed, so that there is no circle.
 *
 * @throws InputError if the directory itself cannot be read. What cannot be read inside of it is skipped.
 */
export function directoryFiles(folder: string, options: DirectoryOptions): string[] {
  const found: string[] = [];
  const real = attempt(visibleText(folder), () => realpathSync(folder));
  const entries = attempt(visibleText(folder), () => readdirSync(folder, { withFileTypes: true }));
  addEntries({ path: folder, real }, entries, options, found);
  return found;
}

interface Folder {
  readonly path: string;
  readonly real: string;
}

function addEntries(folder: Folder, entries: readonly Dirent[], options: DirectoryOptions, found: string[]): void {
  const { accepts, isOutput, isRecursive, known, skipped } = options;
  for (const entry of inByteOrder(entries)) {
    const path = join(folder.path, entry.name);
    const unreadable = (error: unknown) => skipped.addProblem(`${visibleText(path)}: ${systemWords(error) ?? error}`);
    if (entry.isDirectory()) {
      if (NOT_READ.has(entry.name)) continue;
      if (!isRecursive) {
        skipped.addFolder();
        continue;
      }
      const inner = orElse(unreadable, () => readdirSync(path, { withFileTypes: true }));
      if (inner !== undefined) addEntries({ path, real: join(folder.real, entry.name) }, inner, options, found);
      continue;
    }
    if (!accepts(entry.name)) {
      skipped.addOtherType();
      continue;
    }
    const real = orElse(unreadable, () => realFile(path, folder, entry));
    if (real === undefined || known.has(real)) continue;
    known.add(real);
    if (isOutput(real)) {
      skipped.addOutput();
      continue;
    }
    found.push(path);
  }
}

/** The real path of a regular file; undefined if it is something else. */
function realFile(path: string, folder: Folder, entry: Dirent): string | undefined {
  if (entry.isFile()) return join(folder.real, entry.name);
  return entry.isSymbolicLink() && statSync(path).isFile() ? realpathSync(path) : undefined;
}

function orElse<T>(handle: (error: unknown) => void, action: () => T): T | undefined {
  try {
    return action();
  } catch (error) {
    handle(error);
    return undefined;
  }
}

function inByteOrder(entries: readonly Dirent[]): Dirent[] {
  return [...entries].sort((a, b) => Buffer.compare(Buffer.from(a.name), Buffer.from(b.name)));
}
