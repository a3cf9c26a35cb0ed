/** The folder that a command writes files to, whose names come from its input. */
import { lstatSync, mkdirSync, opendirSync, type Stats, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { visibleText } from "../../text/printable.ts";
import { attempt, InputError, inputError } from "../frame/errors.ts";
import { targetFileStats, targetStats } from "./target.ts";

/**
 * Finds the places of files in a folder that the user named. Their names are relative paths with `/`, without `.` and `..`.
 * No link is followed below the folder, so a name cannot lead out of it.
 */
export class OutputFolder {
  readonly path: string;
  /** The deepest existing folder of the path, and the names after it. */
  readonly existing: string;
  readonly missing: readonly string[];
  /** Whether the folder contained nothing: files that appear later are found when they are replaced. */
  private readonly isEmpty: boolean;
  private readonly checkReplaced: (path: string, stats: Stats) => void;

  /**
   * @param checkReplaced throws if an existing file must not be replaced
   * @throws InputError if the path is a file, or a link to nothing
   */
  constructor(path: string, checkReplaced: (path: string, stats: Stats) => void) {
    const name = visibleText(path);
    const statsOf = (path: string) => attempt(name, () => statSync(path, { throwIfNoEntry: false }));
    const missing: string[] = [];
    let existing = path;
    let stats = statsOf(existing);
    for (; stats === undefined && dirname(existing) !== existing; stats = statsOf(existing)) {
      missing.unshift(basename(existing));
      existing = dirname(existing);
    }
    if (stats?.isDirectory() !== true) throw new InputError(`${visibleText(existing)}: not a directory`);
    if (missing.includes("..")) throw new InputError(`${name}: no such file or directory`);
    if (missing.length > 0) targetStats(join(existing, missing[0]!));
    this.path = path;
    this.existing = existing;
    this.missing = missing;
    this.isEmpty = missing.length > 0 || attempt(name, () => isEmptyFolder(path));
    this.checkReplaced = checkReplaced;
  }

  /** The path of a file, for the system and for messages. */
  pathOf(name: string): string {
    if (this.path === ".") return name;
    return this.path.endsWith("/") ? `${this.path}${name}` : `${this.path}/${name}`;
  }

  /**
   * Returns the status of the file that a new file would replace; undefined if none exists.
   *
   * @throws InputError if the path is not a file, or leads through a link; what `checkReplaced` throws
   */
  check(name: string): Stats | undefined {
    if (this.isEmpty) return undefined;
    for (let end = name.indexOf("/"); end !== -1; end = name.indexOf("/", end + 1)) {
      if (!this.hasFolder(name.slice(0, end))) return undefined;
    }
    const path = this.pathOf(name);
    const stats = targetFileStats(path);
    if (stats !== undefined) this.checkReplaced(path, stats);
    return stats;
  }

  /** Makes the folder itself. */
  make(): void {
    attempt(visibleText(this.path), () => mkdirSync(this.path, { recursive: true }));
  }

  /** Makes a folder below it. Adds the paths of those that did not exist to `made`. */
  makeFolders(name: string, made: string[]): void {
    const parts = name === "" ? [] : name.split("/");
    for (const index of parts.keys()) {
      const folder = parts.slice(0, index + 1).join("/");
      if (this.hasFolder(folder)) continue;
      const path = this.pathOf(folder);
      try {
        mkdirSync(path);
        made.push(path);
      } catch (error) {
        // Another process can have made it.
        if (!this.hasFolder(folder)) throw inputError(visibleText(path), error);
      }
    }
  }

  private hasFolder(name: string): boolean {
    const path = this.pathOf(name);
    const stats = attempt(visibleText(path), () => lstatSync(path, { throwIfNoEntry: false }));
    if (stats === undefined || stats.isDirectory()) return stats !== undefined;
    const what = stats.isSymbolicLink()
      ? "is a symbolic link; remove it, or write to another folder"
      : "not a directory";
    throw new InputError(`${visibleText(path)}: ${what}`);
  }
}

function isEmptyFolder(path: string): boolean {
  const folder = opendirSync(path);
  try {
    return folder.readSync() === null;
  } finally {
    folder.closeSync();
  }
}
