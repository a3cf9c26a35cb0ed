/** Writes the text of each row to a file of its own. */
import { appendFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { FilePattern, PatternError } from "../../../scale/rows/file-pattern.ts";
import { type Row, RowProblem } from "../../../scale/rows/row.ts";
import { SeenNames } from "../../../scale/rows/seen-names.ts";
import { visibleText } from "../../../text/printable.ts";
import { attempt, UsageError } from "../../frame/errors.ts";

export class RowFiles {
  private readonly pattern: FilePattern;
  private readonly isAppending: boolean;
  private readonly inputs: readonly string[];
  private readonly seen = new SeenNames();
  private readonly temporaryName = `.varexpand-${crypto.randomUUID()}.tmp`;

  /**
   * @param inputs files that are not replaced
   * @throws UsageError if the pattern is wrong
   */
  constructor(pattern: string, isAppending: boolean, inputs: readonly string[]) {
    try {
      this.pattern = new FilePattern(pattern, process.platform === "win32");
    } catch (error) {
      throw error instanceof PatternError ? new UsageError(`-o ${error.message}`) : error;
    }
    this.isAppending = isAppending;
    this.inputs = inputs.map((file) => resolve(file));
  }

  /** @throws UsageError if the first row does not have a column of the pattern */
  checkColumns(row: Row): void {
    const columns = new Set(row.columns());
    const missing = this.pattern.columns.find((column) => !columns.has(column));
    if (missing !== undefined) throw new UsageError(`-o: the rows have no column ${visibleText(missing)}`);
  }

  /**
   * Writes the file of a row; without a text, only checks its path.
   *
   * @throws RowProblem if the path is not allowed, or that of an earlier row on some file system; InputError
   */
  add(row: Row, text: string | Uint8Array | undefined): void {
    const path = this.pathOf(row);
    if (text !== undefined) this.write(path, text);
  }

  private pathOf(row: Row): string {
    const path = this.pattern.pathOf(row);
    if (this.inputs.some((input) => path.endsWith(basename(input)) && resolve(path) === input)) {
      throw new RowProblem(`${visibleText(path)} is an input`);
    }
    if (this.isAppending) return path;
    // The files can be copied to a file system that ignores case.
    const earlier = this.seen.add(path.normalize("NFC").toLowerCase(), row.number);
    if (earlier > 0) {
      throw new RowProblem(
        `${visibleText(path)} is also the file of row ${earlier} (case is ignored); --append joins them`,
      );
    }
    return path;
  }

  private write(path: string, text: string | Uint8Array): void {
    try {
      this.writeOnce(path, text);
    } catch (error) {
      attempt(visibleText(path), () => {
        if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
        mkdirSync(dirname(path), { recursive: true });
        this.writeOnce(path, text);
      });
    }
  }

  private writeOnce(path: string, text: string | Uint8Array): void {
    if (this.isAppending) {
      appendFileSync(path, text);
      return;
    }
    const temporary = `${dirname(path)}/${this.temporaryName}`;
    try {
      writeFileSync(temporary, text);
      renameSync(temporary, path);
    } catch (error) {
      rmSync(temporary, { force: true });
      throw error;
    }
  }
}
