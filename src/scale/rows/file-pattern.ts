/** The names of the files for rows: `out/{column}.yaml`. */
import { printable } from "../../text/printable.ts";
import { type Row, RowProblem } from "./row.ts";

/** In braces: the number of the row. */
const NUMBER = "#";

/** What Windows does not allow in names, and the devices that it finds in every folder. */
const NOT_ON_WINDOWS = /[<>:"|?*\\\0-\x1f]|[. ]$|^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?: *\.|$)/i;
/** The longest name on most file systems, in bytes. */
const LONGEST = 255;

/** A pattern is wrong. */
export class PatternError extends Error {}

export class FilePattern {
  /** The columns in it. */
  readonly columns: readonly string[];
  /** Of each name in the path, texts, and between two of them a column. */
  private readonly names: readonly (readonly string[])[];
  private readonly isWindows: boolean;

  /** @throws PatternError */
  constructor(pattern: string, isWindows: boolean) {
    const parts = pattern.split(/\{([^{}]*)\}/);
    if (parts.some((part, i) => (i % 2 === 0 ? /[{}]/.test(part) : part === ""))) {
      throw new PatternError(`${printable(pattern)}: a brace is not part of {column} or {#}`);
    }
    this.columns = parts.filter((part, i) => i % 2 === 1 && part !== NUMBER);
    // A column's name can contain the separator.
    const names: string[][] = [[]];
    for (const [i, part] of parts.entries()) {
      const [first, ...others] = i % 2 === 0 ? part.split(isWindows ? /[\\/]/ : "/") : [part];
      names.at(-1)!.push(first!);
      for (const other of others) names.push([other]);
    }
    this.names = names;
    this.isWindows = isWindows;
  }

  /** Whether a path contains columns. */
  static isPattern(path: string): boolean {
    return /[{}]/.test(path);
  }

  /**
   * The path for a row. A value can be part of a name only, so that the file is in the folder that the pattern contains.
   *
   * @throws RowProblem if there is no value, or the result is not a name of a file
   */
  pathOf(row: Row): string {
    return this.names.map((parts) => (parts.length === 1 ? parts[0]! : this.nameOf(parts, row))).join("/");
  }

  private nameOf(parts: readonly string[], row: Row): string {
    let name = "";
    for (const [i, part] of parts.entries()) {
      const value = i % 2 === 0 ? part : part === NUMBER ? `${row.number}` : row.get(part);
      if (value === undefined) throw new RowProblem(`there is no value for the file name: column ${printable(part)}`);
      name += value;
    }
    const problem = this.problemOf(name);
    if (problem !== undefined) throw new RowProblem(`${printable(JSON.stringify(name))} ${problem}`);
    return name;
  }

  private problemOf(name: string): string | undefined {
    if (name === "" || name === "." || name === "..") return "is not the name of a file";
    if (name.includes("/")) return 'is not the name of a file: it contains "/"';
    if (name.includes("\0")) return "is not the name of a file: it contains NUL";
    if (new TextEncoder().encode(name).length > LONGEST) return `is longer than ${LONGEST} bytes`;
    return this.isWindows && NOT_ON_WINDOWS.test(name) ? "is not the name of a file on Windows" : undefined;
  }
}
