/** Writes the text of each row to a file of its own. */
import { appendFileSync, mkdirSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { FilePattern, PatternError } from "../../../scale/rows/file-pattern.ts";
import { type Row, RowProblem } from "../../../scale/rows/row.ts";
import { SeenNames } from "../../../scale/rows/seen-names.ts";
import { visibleText } from "../../../text/printable.ts";
import { TemporaryFile } from "../../files/temporary-file.ts";
import { inputError, UsageError } from "../../frame/errors.ts";

export class RowFiles {
  private readonly pattern: FilePattern;
  private readonly isAppending: boolean;
  private readonly inputs: readonly string[];
  private readonly seen = new SeenNames();
  private readonly temporaryName = `.varexpand-${crypto.randomUUID()}.tmp`;
  private readonly ignoresCase: boolean;

  /**
   * @param inputs files that are not replaced
   * @throws UsageError if the pattern is wrong
   */
  constructor(pattern: string, isAppending: boolean, inputs: readonly string[], platform = process.platform) {
    try {
      this.pattern = new FilePattern(pattern, platform === "win32");
    } catch (error) {
      throw error instanceof PatternError ? new UsageError(`-o ${error.message}`) : error;
    }
    this.isAppending = isAppending;
    this.inputs = inputs.map((file) => resolve(file));
    this.ignoresCase = platform === "win32" || platform === "darwin";
  }

  /** @throws UsageError if the first row does not have a column of the pattern */
  checkColumns(row: Row): void {
    const columns = new Set(row.columns());
    const missing = this.pattern.columns.find((column) => !columns.has(column));
    if (missing !== undefined) throw new UsageError(`-o: the rows have no column ${visibleText(missing)}`);
  }

  /**
   * The path of a row's file.
   *
   * @throws RowProblem if it is not allowed, or that of an earlier row
   */
  pathOf(row: Row): string {
    const path = this.pattern.pathOf(row);
    if (this.inputs.some((input) => path.endsWith(basename(input)) && resolve(path) === input)) {
      throw new RowProblem(`${visibleText(path)} is an input`);
    }
    if (this.isAppending) return path;
    const name = this.ignoresCase ? path.normalize("NFC").toLowerCase() : path;
    const earlier = this.seen.add(name, row.number);
    if (earlier > 0)
      throw new RowProblem(`${visibleText(path)} is also the file of row ${earlier}; --append joins them`);
    return path;
  }

  /** @throws InputError */
  write(path: string, text: string | Uint8Array): void {
    try {
      try {
        this.writeOnce(path, text);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
        mkdirSync(dirname(path), { recursive: true });
        this.writeOnce(path, text);
      }
    } catch (error) {
      throw inputError(visibleText(path), error);
    }
  }

  private writeOnce(path: string, text: string | Uint8Array): void {
    if (this.isAppending) {
      appendFileSync(path, text);
      return;
    }
    const temporary = new TemporaryFile(join(dirname(path), this.temporaryName));
    try {
      temporary.write(typeof text === "string" ? Buffer.from(text) : text);
      temporary.rename(path);
    } catch (error) {
      temporary.end();
      throw error;
    }
  }
}
