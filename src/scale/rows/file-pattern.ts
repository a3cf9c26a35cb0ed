/** The names of the files for rows: `out/{column}.yaml`. */
import { printable } from "../../text/printable.ts";
import { type Row, RowProblem } from "./row.ts";

const COLUMN = /\{([^{}]+)\}/g;
/** In braces: the number of the row. */
const NUMBER = "#";

/** What Windows does not allow in names, and the devices that it finds in every folder. */
const NOT_ON_WINDOWS = /[<>:"|?*\\\0-\x1f]|[. ]$|^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?: *\.|$)/i;
/** The longest name on most file systems, in bytes. */
const MAX_LENGTH = 255;

/** A pattern is wrong. */
export class PatternError extends Error {}

export class FilePattern {
  /** The columns in it. */
  readonly columns: readonly string[];
  /** The path of the folder that contains all files: what precedes the first name with a column. */
  readonly folder: string;
  /** The names after it. */
  private readonly names: readonly string[];
  private readonly isWindows: boolean;

  /** @throws PatternError */
  constructor(pattern: string, isWindows: boolean) {
    if (FilePattern.isPattern(pattern.replace(COLUMN, ""))) {
      throw new PatternError(`${printable(pattern)}: a brace is not part of {column} or {#}`);
    }
    this.columns = Array.from(pattern.matchAll(COLUMN), ([, column]) => column!).filter((column) => column !== NUMBER);
    // A column's name can contain the separator.
    const separators = isWindows ? /\{[^{}]*\}|[\\/]/g : /\{[^{}]*\}|\//g;
    const names = pattern.replace(separators, (found) => (found.startsWith("{") ? found : "\0")).split("\0");
    const first = names.findIndex((name) => name.includes("{"));
    this.folder = first === 0 ? "." : names.slice(0, first).join("/") || "/";
    const wrong = names.slice(first).find((name) => name === ".." || name === "." || name === "");
    if (wrong !== undefined) {
      throw new PatternError(
        `${printable(pattern)}: ${JSON.stringify(wrong)} follows a column, and is not the name of a file`,
      );
    }
    this.names = names.slice(first);
    this.isWindows = isWindows;
  }

  /** Whether a path contains columns. */
  static isPattern(path: string): boolean {
    return /[{}]/.test(path);
  }

  /**
   * The path for a row, from the folder. A value can be part of a name only, so the file is below the folder.
   *
   * @throws RowProblem if there is no value, or the result is not a name of a file
   */
  nameOf(row: Row): string {
    const valueOf = (_reference: string, column: string) => {
      const value = column === NUMBER ? `${row.number}` : row.get(column);
      if (value === undefined)
        throw new RowProblem(`the file name needs column ${printable(column)}, which has no value`);
      return value;
    };
    const names = this.names.map((pattern) => {
      const name = pattern.replace(COLUMN, valueOf);
      const problem = name === pattern ? undefined : this.problemOf(name);
      if (problem !== undefined) throw new RowProblem(`${printable(JSON.stringify(name))} ${problem}`);
      return name;
    });
    return names.join("/");
  }

  private problemOf(name: string): string | undefined {
    if (name === "" || name === "." || name === "..") return "is not the name of a file";
    if (name.includes("/")) return 'is not the name of a file: it contains "/"';
    if (name.includes("\0")) return "is not the name of a file: it contains NUL";
    if (Buffer.byteLength(name) > MAX_LENGTH) return `is longer than ${MAX_LENGTH} bytes`;
    return this.isWindows && NOT_ON_WINDOWS.test(name) ? "is not the name of a file on Windows" : undefined;
  }
}
