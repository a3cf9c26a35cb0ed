/** Finds the files of a directory, and the paths that match a pattern. */
import { type Dirent, readdirSync, realpathSync, statSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { visibleText } from "../../text/printable.ts";
import { attempt, systemWords } from "../frame/errors.ts";
import { realPathWithin } from "./links.ts";
import type { SkippedFiles } from "./skipped-files.ts";

/** Directories of other tools. They contain copies, or no manifests. */
const NOT_READ = new Set([".git", "node_modules"]);

export interface DirectoryOptions {
  readonly isRecursive: boolean;
  /** Whether to return files that symbolic links lead to. */
  readonly followsLinks: boolean;
  readonly accepts: (name: string) => boolean;
  /** Whether the command writes to the file with this real path. */
  readonly isOutput: (real: string) => boolean;
  /** The real path of a directory that is not read. */
  readonly outputFolder?: string | undefined;
  /** Whether a file is returned again if there is another path to it. */
  readonly keepsDuplicates?: boolean | undefined;
  readonly skipped: SkippedFiles;
  /** The real paths of all files that are read. Files in it are not returned; those that are returned are added. */
  readonly known: Set<string>;
}

/**
 * Returns the paths of a directory's files in the order of `kubectl -f`: entries are sorted by the bytes of their names,
 * and the contents of a directory take the place of its name. Links to files of the repository are followed, but each file
 * is returned only once. Links to directories are not followed, because there could be a cycle.
 *
 * @throws InputError if the directory itself cannot be read; unreadable entries in it are skipped
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
  const { accepts, followsLinks, isOutput, isRecursive, known, skipped } = options;
  for (const entry of [...entries].sort((a, b) => byBytes(a.name, b.name))) {
    const path = join(folder.path, entry.name);
    const readable = <T>(action: () => T): T | undefined => {
      try {
        return action();
      } catch (error) {
        skipped.addProblem(`${visibleText(path)}: ${systemWords(error) ?? error}`);
        return undefined;
      }
    };
    if (entry.isDirectory()) {
      if (NOT_READ.has(entry.name) || join(folder.real, entry.name) === options.outputFolder) continue;
      if (!isRecursive) {
        skipped.folders++;
        continue;
      }
      const inner = readable(() => readdirSync(path, { withFileTypes: true }));
      // The copies of a Go module's dependencies contain the fixtures of their tests.
      if (entry.name === "vendor" && inner?.some(({ name }) => name === "modules.txt")) continue;
      if (inner !== undefined) addEntries({ path, real: join(folder.real, entry.name) }, inner, options, found);
      continue;
    }
    if (!accepts(entry.name)) {
      skipped.otherTypes++;
      continue;
    }
    if (entry.isSymbolicLink() && !followsLinks) {
      skipped.unfollowed++;
      continue;
    }
    const real = readable(() => realFile(path, folder, entry));
    if (real === null) skipped.links++;
    if (real === undefined || real === null || (known.has(real) && !options.keepsDuplicates)) continue;
    known.add(real);
    if (isOutput(real)) skipped.outputs++;
    else found.push(path);
  }
}

/** The real path of a regular file; undefined if it is something else, and null for a link out of the repository. */
function realFile(path: string, folder: Folder, entry: Dirent): string | undefined | null {
  if (entry.isFile()) return join(folder.real, entry.name);
  return entry.isSymbolicLink() && statSync(path).isFile() ? (realPathWithin(path) ?? null) : undefined;
}

/**
 * Returns the files and directories that a pattern matches, in the order of their names' bytes; undefined if the path is
 * not a pattern. Because `**` follows links, several paths can lead to the same file. Only one of them is returned.
 */
export async function pathsMatching(pattern: string): Promise<string[] | undefined> {
  const { globSync, isDynamicPattern } = await import("tinyglobby");
  if (!isDynamicPattern(pattern)) return undefined;
  const paths = globSync(pattern, { absolute: isAbsolute(pattern), expandDirectories: false, onlyFiles: false });
  const byRealPath = new Map<string, string>();
  for (const path of paths.sort(byBytes)) {
    const real = realpathSync(path);
    if (!byRealPath.has(real)) byRealPath.set(real, path.replace(/(?<=.)\/$/, ""));
  }
  return [...byRealPath.values()];
}

function byBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
