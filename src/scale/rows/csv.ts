/** Rows of CSV (RFC 4180) and TSV: the first one is the header. */
import Papa from "papaparse";
import { printable } from "../../text/printable.ts";
import { INVALID, LONGEST, type ReadBytes, type Row, RowsError, textBlocks } from "./row.ts";

interface Parsed {
  readonly data: string[][];
  readonly errors: readonly { readonly code: string; readonly row: number }[];
  readonly meta: { readonly cursor: number };
}

const PROBLEMS: Readonly<Record<string, string>> = {
  InvalidQuotes: "text follows the closing quote of a field",
  MissingQuotes: "a quoted field is not closed",
};

/**
 * Reads the rows. Empty lines are skipped.
 *
 * @throws RowsError for a header that is missing, or in which a name is empty or not unique
 */
export function* csvRows(read: ReadBytes, delimiter: string): Generator<Row, void, undefined> {
  const row = new CsvRow(delimiter);
  let text = "";
  let wanted = 0;
  let hasInvalid = false;
  for (const block of textBlocks(read)) {
    text += block.text;
    if (text.length > LONGEST) throw new RangeError(`a row is longer than ${LONGEST} characters`);
    hasInvalid ||= block.hasInvalid;
    // A field of many lines is read again with twice the text: it takes linear time.
    if (text.length < wanted) continue;
    const rest = yield* row.readAll(text, hasInvalid, false);
    wanted = rest.length === text.length ? 2 * text.length : 0;
    if (rest.length === 0) hasInvalid = false;
    text = rest;
  }
  yield* row.readAll(text, hasInvalid, true);
  if (!row.hasHeader) throw new RowsError(1, "there is no header; write the names of the columns on the first line");
}

class CsvRow implements Row {
  number = 0;
  problem: string | undefined;
  private readonly delimiter: string;
  private newline: string | undefined;
  private header: ReadonlyMap<string, number> | undefined;
  private fields: readonly string[] = [];
  /** The text that is being read, the line at which it begins, and the index of this row. */
  private text = "";
  private firstLine = 1;
  private index = 0;

  constructor(delimiter: string) {
    this.delimiter = delimiter;
  }

  get hasHeader(): boolean {
    return this.header !== undefined;
  }

  /** Lines are counted only for messages. */
  get line(): number {
    const preceding = this.index === 0 ? 0 : this.parse(false, this.index).meta.cursor;
    return this.firstLine + lineBreaks(this.text, preceding);
  }

  /** Reads the rows of a text. Returns what follows the last complete one. */
  *readAll(text: string, hasInvalid: boolean, isLast: boolean): Generator<Row, string, undefined> {
    this.text = text;
    this.newline ??= /^[^\n]*\r\n/.test(text) ? "\r\n" : "\n";
    const { data, errors, meta } = this.parse(!isLast);
    // Of several errors in a row, the first one is the cause.
    const problems = new Map(errors.toReversed().map(({ row, code }) => [row, PROBLEMS[code]]));
    for (const [index, fields] of data.entries()) {
      if (fields.length === 1 && fields[0] === "") continue;
      this.index = index;
      this.fields = fields;
      this.problem = problems.get(index);
      if (hasInvalid && fields.some((field) => field.includes(INVALID))) this.problem ??= "not valid UTF-8";
      if (this.header === undefined) {
        this.header = this.readHeader(fields);
        continue;
      }
      this.number++;
      if (fields.length !== this.header.size) {
        this.problem ??= `the number of fields is ${fields.length}, but the header has ${this.header.size}`;
      }
      yield this;
    }
    this.firstLine += lineBreaks(text, meta.cursor);
    return text.slice(meta.cursor);
  }

  get(column: string): string | undefined {
    const index = this.header!.get(column);
    return index === undefined ? undefined : this.fields[index];
  }

  columns(): Iterable<string> {
    return this.header!.keys();
  }

  private readHeader(names: readonly string[]): ReadonlyMap<string, number> {
    const fail = (what: string) => new RowsError(this.line, `in the header, ${what}`);
    if (this.problem !== undefined) throw fail(this.problem);
    const header = new Map<string, number>();
    for (const [index, name] of names.entries()) {
      if (name === "") throw fail(`the name of column ${index + 1} is empty`);
      if (header.has(name)) throw fail(`columns ${header.get(name)! + 1} and ${index + 1} are both ${printable(name)}`);
      header.set(name, index);
    }
    return header;
  }

  /** @param count the number of rows to read */
  private parse(isPartial: boolean, count = 0): Parsed {
    const { delimiter, newline } = this;
    // With a count, only the slow mode returns the right cursor.
    const config = { delimiter, newline, preview: count, ...(count > 0 && { fastMode: false }) };
    return new Papa.Parser(config as Papa.ParseConfig).parse(this.text, 0, isPartial) as Parsed;
  }
}

function lineBreaks(text: string, end: number): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at !== -1 && at < end; at = text.indexOf("\n", at + 1)) count++;
  return count;
}
