/** Files that appear together: all of them, or none. */
import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { visibleText } from "../../text/printable.ts";
import { attempt, inputError } from "../frame/errors.ts";
import type { OutputFolder } from "./output-folder.ts";
import { Spool } from "./spool.ts";
import { firstMode, keepOwnerAndMode, replacementWarnings, targetFileStats } from "./target.ts";
import { TemporaryFile, temporaryName } from "./temporary-file.ts";

export interface StagedFile {
  write(bytes: Uint8Array): void;
  close(): void;
}

/** The codes of a rename to a folder that another process has made in the meantime. */
const TAKEN = new Set(["EEXIST", "ENOTEMPTY", "EPERM"]);

/**
 * Writes files to a temporary folder next to where they belong, and moves them when all of them are complete. A killed
 * process leaves the temporary folder. If the folder of the files does not exist before, one rename makes all of them
 * appear; otherwise, each file is renamed, and a failure restores the files that were renamed before.
 *
 * Names are those of `OutputFolder`.
 */
export class StagedFiles {
  private readonly folder: OutputFolder;
  /** The temporary folder; undefined until the first file. `new` in it is moved, and `old` has links to replaced files. */
  private root: string | undefined;
  /** The names of the files, one on a line, as JSON. */
  private readonly names = new Spool();
  private open: TemporaryFile | undefined;
  private readonly warnings = new Map<string, { readonly first: string; count: number }>();

  constructor(folder: OutputFolder) {
    this.folder = folder;
  }

  /** @throws InputError, as `OutputFolder.check` */
  write(name: string, content: string | Uint8Array): void {
    const mode = firstMode(this.folder.check(name));
    this.inFolder(name, (path) => writeFileSync(path, content, { flag: "wx", mode }));
    this.add(name);
  }

  /**
   * Appends to a file: to what is staged, or else to a copy of the existing file.
   *
   * @throws InputError, as `OutputFolder.check`
   */
  append(name: string, content: string | Uint8Array): void {
    const staged = this.stagedPath(name);
    const label = visibleText(this.folder.pathOf(name));
    if (attempt(label, () => lstatSync(staged, { throwIfNoEntry: false })) === undefined) {
      if (this.folder.check(name) === undefined) {
        this.write(name, content);
        return;
      }
      this.inFolder(name, (path) => {
        copyFileSync(this.folder.pathOf(name), path, constants.COPYFILE_EXCL);
        chmodSync(path, 0o600);
      });
      this.add(name);
    }
    attempt(label, () => writeFileSync(staged, content, { flag: "a" }));
  }

  /**
   * Begins a file whose content arrives in pieces. Only one can be open.
   *
   * @throws InputError, as `OutputFolder.check`; the methods of the result throw the system's errors as `InputError`, too
   */
  create(name: string): StagedFile {
    const label = visibleText(this.folder.pathOf(name));
    const mode = firstMode(this.folder.check(name));
    const file = this.inFolder(name, (path) => new TemporaryFile(path, mode));
    this.open = file;
    return {
      write: (bytes) => attempt(label, () => file.write(bytes)),
      close: () => {
        attempt(label, () => file.close());
        this.add(name);
      },
    };
  }

  /**
   * Moves the files to their places.
   *
   * @param report receives lines about replaced files
   * @throws InputError after the files that were there before are restored
   */
  commit(report: (line: string) => void): void {
    if (this.root === undefined) return;
    const { existing, missing } = this.folder;
    const [top] = missing;
    if (top === undefined || !this.moveAll(join(this.root, "new", top), join(existing, top))) this.moveEach();
    for (const [warning, { first, count }] of this.warnings) {
      const more = count === 1 ? "" : ` (and ${count - 1} more)`;
      report(`${visibleText(first)}: ${warning}${more}`);
    }
  }

  /** Removes everything temporary. */
  end(): void {
    this.open?.close();
    this.names.close();
    if (this.root !== undefined) rmSync(this.root, { recursive: true, force: true });
  }

  /** Returns false if there is a folder by now. */
  private moveAll(from: string, to: string): boolean {
    try {
      renameSync(from, to);
      return true;
    } catch (error) {
      if (TAKEN.has((error as NodeJS.ErrnoException).code ?? "")) return false;
      throw inputError(visibleText(this.folder.path), error);
    }
  }

  private moveEach(): void {
    const madeFolders: string[] = [];
    let moved = 0;
    let inFolder = "";
    try {
      this.folder.make();
      for (const name of this.stagedNames()) {
        const folder = name.slice(0, Math.max(0, name.lastIndexOf("/")));
        if (folder !== inFolder) this.folder.makeFolders(folder, madeFolders);
        inFolder = folder;
        this.move(name, moved);
        moved++;
      }
    } catch (error) {
      this.restore(moved, madeFolders);
      throw error;
    }
  }

  private move(name: string, index: number): void {
    const path = this.folder.pathOf(name);
    const replaced = targetFileStats(path);
    attempt(visibleText(path), () => {
      const staged = this.stagedPath(name);
      if (replaced !== undefined) {
        this.keepOld(path, index);
        const descriptor = openSync(staged, "r");
        try {
          this.warn(path, replacementWarnings(replaced, keepOwnerAndMode(descriptor, replaced)));
        } finally {
          closeSync(descriptor);
        }
      }
      renameSync(staged, path);
    });
  }

  /** Keeps a file that is about to be replaced. Not every file system has hard links. */
  private keepOld(path: string, index: number): void {
    const old = this.oldPath(index);
    try {
      linkSync(path, old);
    } catch {
      copyFileSync(path, old);
    }
  }

  private restore(moved: number, madeFolders: readonly string[]): void {
    let index = 0;
    for (const name of this.stagedNames()) {
      if (index === moved) break;
      const old = this.oldPath(index++);
      ignoringErrors(() => {
        if (lstatSync(old, { throwIfNoEntry: false }) === undefined) rmSync(this.folder.pathOf(name));
        else renameSync(old, this.folder.pathOf(name));
      });
    }
    for (const folder of [...madeFolders].reverse()) ignoringErrors(() => rmdirSync(folder));
  }

  private oldPath(index: number): string {
    return join(this.root!, "old", `${index}`);
  }

  private *stagedNames(): Generator<string, void, undefined> {
    for (const line of this.names.lines()) yield JSON.parse(line) as string;
  }

  private add(name: string): void {
    this.names.write(`${JSON.stringify(name)}\n`);
  }

  private warn(path: string, warnings: readonly string[]): void {
    for (const warning of warnings) {
      const known = this.warnings.get(warning);
      if (known === undefined) this.warnings.set(warning, { first: path, count: 1 });
      else known.count++;
    }
  }

  private stagedPath(name: string): string {
    if (this.root === undefined) this.makeRoot();
    return [this.root, "new", ...this.folder.missing, name].join("/");
  }

  private makeRoot(): void {
    const root = join(this.folder.existing, temporaryName());
    attempt(visibleText(this.folder.path), () => {
      mkdirSync(root, { mode: 0o700 });
      this.root = root;
      for (const name of ["old", "new"]) mkdirSync(join(root, name));
    });
  }

  /** Runs an action on the path of a staged file, and makes its folder if it does not exist. */
  private inFolder<T>(name: string, action: (path: string) => T): T {
    const path = this.stagedPath(name);
    return attempt(visibleText(this.folder.pathOf(name)), () => {
      try {
        return action(path);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
        mkdirSync(dirname(path), { recursive: true });
        return action(path);
      }
    });
  }
}

function ignoringErrors(action: () => void): void {
  try {
    action();
  } catch {
    // The first error is reported.
  }
}
