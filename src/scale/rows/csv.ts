/** Rows of CSV (RFC 4180) and TSV: the first one is the header. */
import Papa from "papaparse";
import { printable } from "../../text/printable.ts";
import {
  INVALID,
  MAX_LENGTH,
  type Range,
  type ReadBytes,
  type Rows,
  RowsError,
  type TextBlock,
  textBlocks,
} from "./row.ts";

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

/** Empty lines are skipped. A row ends with LF or CR LF. */
export class CsvRows implements Rows {
  number = 0;
  problem: string | undefined;
  private readonly blocks: Iterator<TextBlock>;
  private readonly delimiter: string;
  private readonly range: Range | undefined;
  /** The offset of the text in the input, after a byte order mark. */
  private first: number | undefined;
  private header: ReadonlyMap<string, number> | undefined;
  private fields: readonly string[] = [];
  /** The text that is being read, and where this row begins and ends in it. */
  private text = "";
  private start = 0;
  private end = 0;
  private hasInvalid = false;
  private isLast = false;
  /** The complete rows of the text, and the index of the next one. */
  private parsed: readonly Parsed[] = [];
  private index = 0;
  /** The line and the offset of a place in the text. */
  private counted = { at: 0, line: 1, offset: 0 };

  /** @param range where the rows begin; default: anywhere */
  constructor(read: ReadBytes, delimiter: string, range?: Range) {
    this.blocks = textBlocks(read);
    this.delimiter = delimiter;
    this.range = range;
  }

  /** @throws RowsError for a header that is missing, or in which a name is empty or not unique */
  next(): boolean {
    while (this.index < this.parsed.length || this.readMore()) {
      const { data, errors, meta } = this.parsed[this.index++]!;
      const [fields] = data;
      this.start = this.end;
      this.end = meta.cursor;
      if (fields.at(-1)!.endsWith("\r")) this.removeReturn(fields as string[]);
      if (fields.length === 1 && fields[0] === "") continue;
      this.fields = fields;
      this.problem = PROBLEMS[errors[0]?.code ?? ""];
      if (this.hasInvalid && fields.some((field) => field.includes(INVALID))) this.problem ??= "not valid UTF-8";
      if (this.header === undefined) {
        this.header = this.readHeader(fields);
        continue;
      }
      this.number++;
      if (this.range !== undefined) {
        const { offset } = this;
        if (offset >= this.range.end) return false;
        if (offset < this.range.start) continue;
      }
      if (fields.length !== this.header.size) {
        this.problem ??= `the number of fields is ${fields.length}, but the header has ${this.header.size}`;
      }
      return true;
    }
    if (this.header !== undefined) return false;
    throw new RowsError(1, "missing header; write the names of the columns on the first line");
  }

  get line(): number {
    return this.countTo(this.start).line;
  }

  get offset(): number {
    return this.first! + this.countTo(this.start).offset;
  }

  get(column: string): string | undefined {
    const index = this.header!.get(column);
    return index === undefined ? undefined : this.fields[index];
  }

  columns(): Iterable<string> {
    return this.header!.keys();
  }

  /** Removes the CR of CR LF, or of the last line. A quoted field can end with a CR of its own. */
  private removeReturn(fields: string[]): void {
    const last = fields.at(-1)!;
    const end = this.text[this.end - 1] === "\n" ? this.end - 1 : this.end;
    const unquoted = fields.length === 1 ? last : this.delimiter + last;
    const start = fields.length === 1 ? this.start : end - unquoted.length;
    if (this.text.slice(start, end) === unquoted) fields[fields.length - 1] = last.slice(0, -1);
  }

  /** Parses what follows the last complete row, with more of the input. Returns false at the end. */
  private readMore(): boolean {
    const { delimiter, end } = this;
    this.counted = { ...this.countTo(end), at: 0 };
    this.text = this.text.slice(end);
    if (this.text === "") this.hasInvalid = false;
    this.index = 0;
    this.end = 0;
    this.parsed = [];
    // A field of many lines is read again with twice the text: it takes linear time.
    for (let wanted = 0; this.parsed.length === 0 && !this.isLast; wanted = 2 * this.text.length) {
      do this.readBlock();
      while (this.text.length < wanted && !this.isLast);
      const parsed: Parsed[] = [];
      const step = (row: unknown) => void parsed.push(row as Parsed);
      const config = { delimiter, newline: "\n", step };
      new Papa.Parser(config as Papa.ParseConfig).parse(this.text, 0, !this.isLast);
      this.parsed = parsed;
    }
    return this.parsed.length > 0;
  }

  private readBlock(): void {
    const { value, done } = this.blocks.next();
    this.isLast = done === true;
    if (done) return;
    this.first ??= value.offset;
    this.text += value.text;
    this.hasInvalid ||= value.hasInvalid;
    if (this.text.length > MAX_LENGTH) throw new RangeError(`a row is longer than ${MAX_LENGTH} characters`);
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
