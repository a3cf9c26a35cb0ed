/** Writes the text of each row to a file of its own. */
import { hash, randomUUID } from "node:crypto";
import type { FilePattern } from "../../../scale/rows/file-pattern.ts";
import { type Row, RowProblem } from "../../../scale/rows/row.ts";
import { visibleText } from "../../../text/printable.ts";
import type { ProtectedFiles } from "../../files/output-conflicts.ts";
import { OutputFolder } from "../../files/output-folder.ts";
import { StagedFiles } from "../../files/staged-files.ts";
import { UsageError } from "../../frame/errors.ts";
import { filePattern } from "./rows-options.ts";

export class RowFiles {
  private readonly pattern: FilePattern;
  private readonly isAppending: boolean;
  private readonly folder: OutputFolder;
  private readonly staged: StagedFiles;
  /**
   * The rows of the files, by 64 bits of a hash of each name. Among ten million names, the probability that two have the same
   * hash is less than one in 100,000.
   */
  private readonly rows = new Map<bigint, number>();
  /** Secret, so that names whose hashes are near each other cannot be chosen. */
  private readonly seed = randomUUID();

  /**
   * @param isProtected the files that are not replaced
   * @throws UsageError if the pattern is wrong; InputError if there cannot be files in its folder
   */
  constructor(pattern: string, isAppending: boolean, isProtected: ProtectedFiles) {
    this.pattern = filePattern(pattern);
    this.isAppending = isAppending;
    this.folder = new OutputFolder(this.pattern.folder, (path, stats) => {
      const problem = isProtected.problemOf(path, stats);
      if (problem !== undefined) throw new RowProblem(`${visibleText(path)} ${problem}`);
    });
    this.staged = new StagedFiles(this.folder);
  }

  /** @throws UsageError if the first row does not have a column of the pattern */
  checkColumns(row: Row): void {
    const columns = new Set(row.columns());
    const missing = this.pattern.columns.find((column) => !columns.has(column));
    if (missing !== undefined) throw new UsageError(`-o: the rows have no column ${visibleText(missing)}`);
  }

  /**
   * Checks the path of a row's file.
   *
   * @throws RowProblem if the path is not allowed, or that of an earlier row on some file system; InputError
   */
  check(row: Row): void {
    this.folder.check(this.nameOf(row));
  }

  /**
   * Writes the file of a row. It appears with the others, in `commit`.
   *
   * @throws RowProblem, InputError, as `check`
   */
  add(row: Row, text: string | Uint8Array): void {
    const name = this.nameOf(row);
    if (this.isAppending) this.staged.append(name, text);
    else this.staged.write(name, text);
  }

  /** @throws InputError */
  commit(report: (line: string) => void): void {
    this.staged.commit(report);
  }

  /** Removes what is temporary. */
  end(): void {
    this.staged.end();
  }

  private nameOf(row: Row): string {
    const name = this.pattern.nameOf(row);
    if (this.isAppending) return name;
    // The files can be copied to a file system that ignores case.
    const key = hash("sha1", this.seed + name.normalize("NFC").toLowerCase(), "buffer").readBigUInt64LE();
    const earlier = this.rows.get(key);
    if (earlier !== undefined) {
      const path = visibleText(this.folder.pathOf(name));
      throw new RowProblem(`${path} is also the file of row ${earlier} (case is ignored); --append joins them`);
    }
    this.rows.set(key, row.number);
    return name;
  }
}
