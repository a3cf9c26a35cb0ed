/** Rows of CSV (RFC 4180) and TSV: the first one is the header. */
import Papa from "papaparse";
import { printable } from "../../text/printable.ts";
import { INVALID, LONGEST, type ReadBytes, type Row, RowsError, textBlocks } from "./row.ts";

/** A row, and the end of its text. */
interface Parsed {
  readonly data: readonly [fields: readonly string[]];
  readonly errors: readonly { readonly code: string }[];
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
    row.first ??= block.offset;
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
  /** The offset of the text in the input, after a byte order mark. */
  first: number | undefined;
  private readonly delimiter: string;
  private newline: string | undefined;
  private header: ReadonlyMap<string, number> | undefined;
  private fields: readonly string[] = [];
  /** The text that is being read, and where this row begins in it. */
  private text = "";
  private start = 0;
  /** The line and the offset of a place in the text. */
  private counted = { at: 0, line: 1, offset: 0 };

  constructor(delimiter: string) {
    this.delimiter = delimiter;
  }

  get hasHeader(): boolean {
    return this.header !== undefined;
  }

  get line(): number {
    return this.countTo(this.start).line;
  }

  get offset(): number {
    return this.first! + this.countTo(this.start).offset;
  }

  /** Reads the rows of a text. Returns what follows the last complete one. */
  *readAll(text: string, hasInvalid: boolean, isLast: boolean): Generator<Row, string, undefined> {
    const { delimiter } = this;
    this.text = text;
    this.newline ??= /^[^\n]*\r\n/.test(text) ? "\r\n" : "\n";
    const rows: Parsed[] = [];
    const step = (row: unknown) => void rows.push(row as Parsed);
    new Papa.Parser({ delimiter, newline: this.newline, step } as Papa.ParseConfig).parse(text, 0, !isLast);
    let end = 0;
    for (const { data, errors, meta } of rows) {
      const [fields] = data;
      this.start = end;
      end = meta.cursor;
      if (fields.length === 1 && fields[0] === "") continue;
      this.fields = fields;
      this.problem = PROBLEMS[errors[0]?.code ?? ""];
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
    this.counted = { ...this.countTo(end), at: 0 };
    return text.slice(end);
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

  /** Moves the place at which lines and bytes are counted. */
  private countTo(at: number): { readonly line: number; readonly offset: number } {
    const { counted } = this;
    const text = this.text.slice(counted.at, at);
    counted.at = at;
    // An invalid byte is one character.
    counted.offset += Buffer.byteLength(text.replaceAll(INVALID, "?"));
    for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", end + 1)) counted.line++;
    return counted;
  }
}
