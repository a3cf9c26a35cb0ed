/** One run of `varexpand expand --rows` over rows. */
import { type Row, RowProblem, type Rows, RowsError } from "../../../scale/rows/row.ts";
import { nameOf } from "../../files/files.ts";
import { InputError } from "../../frame/errors.ts";
import { unresolvedText } from "./file.ts";
import type { RowFiles } from "./row-files.ts";
import { type RowText, type RowTextSource, rowProblem } from "./row-text.ts";
import type { RowsOptions } from "./rows-options.ts";

/** Rows between two checks for a signal. */
const STEP = 256;
/** Characters that are written at once. */
const BATCH = 1 << 16;
const LINE_FEED = 0x0a;

export type Write = (data: string | Uint8Array) => void;

export interface RowsExpansion extends Omit<RowTextSource, "source"> {
  readonly options: RowsOptions & { readonly output: string | undefined; readonly strict: boolean };
  /** Other files that are read. */
  readonly others: readonly string[];
}

/** Receives a line, and the same in parts. */
export type ReportRows = (line: string, event: object) => void;

export interface RowRunSettings extends RowsExpansion {
  readonly source: Uint8Array;
  readonly text: RowText;
  /** Undefined: the texts are written one after the other. */
  readonly files: RowFiles | undefined;
  readonly report: ReportRows;
  /** Called with the first row, if it can be used. */
  readonly onFirst?: (row: Row) => void;
  /** Whether the rows are all of the file, so that their numbers are known. */
  readonly isWhole: boolean;
}

export class RowRun {
  badRows = 0;
  private readonly given: RowRunSettings;
  private readonly unresolved = new Map<string, { rows: number; last: number; readonly first: string }>();

  constructor(given: RowRunSettings) {
    this.given = given;
  }

  get unresolvedNames(): number {
    return this.unresolved.size;
  }

  /** What is written between two texts. */
  get separator(): string {
    const { options, template, format, source } = this.given;
    if (options.ndjson) return "";
    const isYaml = format === "yaml" || /\.ya?ml$/i.test(template);
    return options.separator ?? (!isYaml ? "" : source.at(-1) === LINE_FEED ? "---\n" : "\n---\n");
  }

  /**
   * Expands and writes rows; some with each step.
   *
   * @param isFirst whether no text precedes the first one
   * @throws UsageError, InputError
   */
  *expand(rows: Rows, write: Write, isFirst = true): Generator<void, void, undefined> {
    const { files } = this.given;
    const { rows: file, ndjson, "dry-run": isDryRun } = this.given.options;
    const { separator } = this;
    let hasText = !isFirst;
    let pending = "";
    const flush = () => {
      if (pending !== "") write(pending);
      pending = "";
    };
    const add = (text: string | Uint8Array) => {
      if (hasText) pending += separator;
      hasText = true;
      if (ndjson) {
        const string = typeof text === "string" ? text : new TextDecoder("utf-8", { ignoreBOM: true }).decode(text);
        pending += `${JSON.stringify(string)}\n`;
      } else if (typeof text === "string") {
        pending += text;
      } else {
        flush();
        write(text);
      }
      if (pending.length > BATCH) flush();
    };
    const unresolved = (name: string) => this.addUnresolved(name, rows);
    let step = 0;
    try {
      while (rows.next()) {
        try {
          if (rows.number === 1 && rows.problem === undefined) {
            this.given.onFirst?.(rows);
            files?.checkColumns(rows);
          }
          const text = this.textOf(rows, unresolved);
          if (files === undefined) add(text);
          else if (isDryRun) files.check(rows);
          else files.add(rows, text);
        } catch (error) {
          this.badRow(rows, error);
        }
        if (++step % STEP === 0) yield;
      }
    } catch (error) {
      // On standard output, earlier rows are kept.
      flush();
      if (error instanceof RowsError) throw new InputError(`${nameOf(file!)}:${error.line}: ${error.message}`);
      throw error instanceof RangeError ? new InputError(`${nameOf(file!)}: ${error.message}`) : error;
    }
    flush();
  }

  /** Whether some row has a text. */
  hasText(rows: Rows): boolean {
    while (rows.next()) {
      try {
        this.textOf(rows, () => {});
        return true;
      } catch (error) {
        if (rowProblem(error, "") === undefined) throw error;
      }
    }
    return false;
  }

  private textOf(row: Row, unresolved: (name: string) => void): string | Uint8Array {
    if (row.problem !== undefined) throw new RowProblem(row.problem);
    return this.given.text(row, unresolved);
  }

  /** Reports a row that cannot be used, if the run goes on. */
  private badRow(row: Row, error: unknown): void {
    const { options, template } = this.given;
    const file = nameOf(options.rows!);
    const place = this.given.isWhole ? `${file}:${row.line}: row ${row.number}` : `${file}: byte ${row.offset}`;
    const problem = rowProblem(error, nameOf(template));
    if (problem === undefined) throw error instanceof InputError ? new InputError(`${place}: ${error.message}`) : error;
    if (!options["skip-bad-rows"] && !options["dry-run"]) throw new InputError(`${place}: ${problem}`);
    this.badRows++;
    this.given.report(`${place}: ${problem}`, { file: options.rows, offset: row.offset, message: problem });
  }

  private addUnresolved(name: string, row: Row): void {
    const known = this.unresolved.get(name);
    if (known === undefined) {
      const first = this.given.isWhole ? `row ${row.number}, line ${row.line}` : `the row at byte ${row.offset}`;
      this.unresolved.set(name, { rows: 1, last: row.number, first });
    } else if (known.last !== row.number) {
      known.rows++;
      known.last = row.number;
    }
  }

  /** Reports each unresolved name once. */
  reportUnresolved(report = this.given.report): void {
    const { syntax, template } = this.given;
    for (const [name, { rows, first }] of this.unresolved) {
      const message = unresolvedText(name, syntax);
      const where = `${rows === 1 ? "1 row" : `${rows} rows`}, first in ${first}`;
      report(`${nameOf(template)}: ${message} (${where})`, { file: template, name, rows, first, message });
    }
  }
}
