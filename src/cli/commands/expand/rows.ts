/** `varexpand expand --rows`: one text, expanded once for each row. */
import { csvRows } from "../../../scale/rows/csv.ts";
import { FilePattern } from "../../../scale/rows/file-pattern.ts";
import { ndjsonRows } from "../../../scale/rows/ndjson.ts";
import { type ReadBytes, type Row, RowProblem, RowsError } from "../../../scale/rows/row.ts";
import { checkReadable, nameOf, openInput, readBytes, STDIN } from "../../files/files.ts";
import { Interruption } from "../../files/interruption.ts";
import { writeWhole } from "../../files/whole-file.ts";
import { DONE, FAILED, FINDINGS } from "../../frame/command.ts";
import { InputError } from "../../frame/errors.ts";
import type { CommandIo } from "../../frame/io.ts";
import { Progress } from "../../frame/progress.ts";
import { unresolvedText } from "./file.ts";
import { RowFiles } from "./row-files.ts";
import { type RowText, type RowTextSource, rowProblem, rowText } from "./row-text.ts";
import { type RowsFormat, type RowsOptions, rowsFormat } from "./rows-options.ts";

/** Rows between two checks for a signal. */
const STEP = 256;
/** Characters that are written at once. */
const BATCH = 1 << 16;

export interface RowsExpansion extends Omit<RowTextSource, "source"> {
  readonly options: RowsOptions & { readonly output: string | undefined };
  /** Other files that are read. */
  readonly others: readonly string[];
}

/**
 * Expands the text for each row. Returns the exit code.
 *
 * @throws UsageError, InputError
 */
export async function expandRows(given: RowsExpansion, io: CommandIo): Promise<number> {
  const { options, template, isStrict } = given;
  const rows = options.rows!;
  const format = rowsFormat(rows, options);
  const output = options.output === STDIN ? undefined : options.output;
  const isPattern = output !== undefined && FilePattern.isPattern(output);
  const inputs = [template, rows, ...given.others];
  checkReadable(inputs, io, output === undefined || isPattern ? [] : [output]);
  const files = isPattern ? new RowFiles(output, options.append, inputs) : undefined;
  const text = await rowText({ ...given, source: readBytes(template, io) });
  const input = openInput(rows, io);
  const progress = new Progress(io, nameOf(rows), input.size);
  const read: ReadBytes = (into) => {
    const count = input.read(into);
    progress.advance(count);
    return count;
  };
  const run = new RowsRun(given, text, files, io);
  const steps = (write: (data: string | Uint8Array) => void) => run.expand(readRows(format, read, options), write);
  try {
    if (options.check) {
      for (const _ of steps(() => {}));
    } else if (files !== undefined) {
      const interruption = new Interruption();
      await interruption.during(steps(() => {})).finally(() => interruption.end());
    } else if (output !== undefined) {
      await writeWhole(output, (write) => steps((data) => write(bytesOf(data))), io.report);
    } else {
      for (const _ of steps((data) => io.write(data)));
    }
  } finally {
    progress.end();
    input.close();
  }
  run.reportUnresolved();
  if (run.badRows > 0 && !options["skip-bad-rows"]) return FAILED;
  return run.badRows > 0 || (isStrict && run.hasUnresolved) ? FINDINGS : DONE;
}

export function readRows(format: RowsFormat, read: ReadBytes, { delimiter = "," }: RowsOptions): Iterable<Row> {
  return format === "ndjson" ? ndjsonRows(read) : csvRows(read, format === "csv" ? delimiter : "\t");
}

/** One run over all rows. */
class RowsRun {
  badRows = 0;
  private readonly given: RowsExpansion;
  private readonly text: RowText;
  private readonly files: RowFiles | undefined;
  private readonly io: CommandIo;
  private readonly unresolved = new Map<string, { rows: number; last: number; readonly first: string }>();

  constructor(given: RowsExpansion, text: RowText, files: RowFiles | undefined, io: CommandIo) {
    this.given = given;
    this.text = text;
    this.files = files;
    this.io = io;
  }

  get hasUnresolved(): boolean {
    return this.unresolved.size > 0;
  }

  /**
   * Expands and writes rows; some with each step.
   *
   * @throws UsageError, InputError
   */
  *expand(rows: Iterable<Row>, write: (data: string | Uint8Array) => void): Generator<void, void, undefined> {
    const { options, template, format } = this.given;
    const joined = new JoinedTexts(write, options, format === "yaml" || /\.ya?ml$/i.test(template));
    let step = 0;
    try {
      for (const row of rows) {
        try {
          this.expandRow(row, joined);
        } catch (error) {
          this.badRow(row, error);
        }
        if (++step % STEP === 0) yield;
      }
    } catch (error) {
      // The output of earlier rows is kept.
      joined.flush();
      if (error instanceof RowsError) throw new InputError(`${nameOf(options.rows!)}:${error.line}: ${error.message}`);
      throw error instanceof RangeError ? new InputError(`${nameOf(options.rows!)}: ${error.message}`) : error;
    }
    joined.flush();
  }

  private expandRow(row: Row, joined: JoinedTexts): void {
    if (row.problem !== undefined) throw new RowProblem(row.problem);
    if (row.number === 1) this.files?.checkColumns(row);
    const path = this.files?.pathOf(row);
    const text = this.text.expand(row, (name) => this.addUnresolved(name, row));
    if (path === undefined) joined.add(text);
    else if (!this.given.options.check) this.files!.write(path, text);
  }

  /** Reports a row that cannot be used, if the run goes on. */
  private badRow(row: Row, error: unknown): void {
    const { options, template } = this.given;
    const place = `${nameOf(options.rows!)}:${row.line}: row ${row.number}: `;
    const problem = rowProblem(error, nameOf(template));
    if (problem === undefined) throw error instanceof InputError ? new InputError(place + error.message) : error;
    if (!options["skip-bad-rows"] && !options.check) throw new InputError(place + problem);
    this.badRows++;
    this.io.report(place + problem);
  }

  private addUnresolved(name: string, row: Row): void {
    const known = this.unresolved.get(name);
    if (known === undefined) {
      this.unresolved.set(name, { rows: 1, last: row.number, first: `row ${row.number}, line ${row.line}` });
    } else if (known.last !== row.number) {
      known.rows++;
      known.last = row.number;
    }
  }

  /** Reports each unresolved name once. */
  reportUnresolved(): void {
    const { syntax, template } = this.given;
    for (const [name, { rows, first }] of this.unresolved) {
      const where = `${rows === 1 ? "1 row" : `${rows} rows`}, first in ${first}`;
      this.io.report(`${nameOf(template)}: ${unresolvedText(name, syntax)} (${where})`);
    }
  }
}

/** Texts that are written one after the other, many at once. */
class JoinedTexts {
  private readonly write: (data: string | Uint8Array) => void;
  private readonly isNdjson: boolean;
  /** Undefined: `---` on a line of its own. */
  private readonly separator: string | undefined;
  private pending = "";
  private isFirst = true;
  private endsLine = true;

  constructor(write: (data: string | Uint8Array) => void, options: RowsOptions, isYaml: boolean) {
    this.write = write;
    this.isNdjson = options.ndjson;
    this.separator = options.separator ?? (isYaml ? undefined : "");
  }

  add(text: string | Uint8Array): void {
    if (this.isNdjson) {
      const string = typeof text === "string" ? text : new TextDecoder("utf-8", { ignoreBOM: true }).decode(text);
      this.pending += `${JSON.stringify(string)}\n`;
    } else {
      if (!this.isFirst) this.pending += this.separator ?? (this.endsLine ? "---\n" : "\n---\n");
      this.isFirst = false;
      if (typeof text === "string") {
        this.pending += text;
        if (this.separator === undefined) this.endsLine = text.endsWith("\n");
      } else {
        this.flush();
        this.write(text);
        this.endsLine = text.at(-1) === 0x0a;
      }
    }
    if (this.pending.length > BATCH) this.flush();
  }

  flush(): void {
    if (this.pending !== "") this.write(this.pending);
    this.pending = "";
  }
}

function bytesOf(data: string | Uint8Array): Uint8Array {
  return typeof data === "string" ? Buffer.from(data) : data;
}
