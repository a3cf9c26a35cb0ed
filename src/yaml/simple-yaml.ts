/**
 * YAML as most manifests have it, read straight into its value: blocks of mappings and lists, keys and plain texts in one
 * line, quotes, block scalars, short `[]` and `{}`. Whatever else a text has in it is left to the reader that knows
 * all of YAML: there is no value then, and no message.
 */
import { CLOSE_LIST, CLOSE_OBJECT, COLON, COMMA, OPEN_LIST, OPEN_OBJECT, QUOTE } from "./ascii.ts";
import { Cursor, LINE_FEED, SPACE } from "./cursor.ts";
import type { Dialect } from "./dialect.ts";
import { DocumentError } from "./error.ts";
import type { KnownKeys } from "./known-keys.ts";
import { DASH } from "./marker.ts";
import { scalarValue } from "./scalar-value.ts";
import { readBlock, readQuoted } from "./scalars.ts";
import { APOSTROPHE, characters, NUMBER_SIGN, SimpleCursor } from "./simple-cursor.ts";

/** More than this is deep; what is too deep, the other reader says. */
const DEEP = 64;

/** Line feeds are the only line breaks here, and spaces the only blanks. Of surrogates, only those without a partner. */
const OTHER_CHARACTER = /[\0-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]/u;

/** What no plain text of a block begins with here. */
const INDICATORS = /* @__PURE__ */ characters("-?:,[]{}#&*!|>'\"%@`");

/**
 * The values of a text whose documents have a mapping at their root; undefined if it may be anything else, or have a key
 * twice.
 */
export function simpleYaml(text: string, keys: KnownKeys): Record<string, unknown>[] | undefined {
  // So every line ends with a line feed.
  if (!text.endsWith("\n") || OTHER_CHARACTER.test(text)) return undefined;
  try {
    return new SimpleYaml(text, keys).documents();
  } catch (error) {
    if (error instanceof DocumentError) return undefined;
    throw error;
  }
}

/** The methods return undefined for what is left to the other reader; nothing may be called then any more. */
class SimpleYaml extends SimpleCursor {
  private readonly keys: KnownKeys;
  private readonly dialect: Dialect;
  private depth = 0;
  private cursorMade: Cursor | undefined;

  constructor(text: string, keys: KnownKeys) {
    super(text);
    this.keys = keys;
    this.dialect = keys.dialect;
  }

  documents(): Record<string, unknown>[] | undefined {
    const values: Record<string, unknown>[] = [];
    this.findEntry(0);
    do {
      const isAtMarker = this.column === -1 && this.at < this.text.length;
      if (isAtMarker && !this.endLine(this.at + 3)) return undefined;
      if (this.column === -1) return undefined;
      const value = this.mapping();
      if (value === undefined || this.column !== -1) return undefined;
      values.push(value);
    } while (this.at < this.text.length);
    return values;
  }

  private mapping(): Record<string, unknown> | undefined {
    const { column } = this;
    if (++this.depth > DEEP) return undefined;
    const value: Record<string, unknown> = {};
    do {
      const key = this.key();
      // `__proto__` and its like are there, too.
      if (key === undefined || value[key] !== undefined) return undefined;
      const member = this.member(column);
      if (member === undefined) return undefined;
      value[key] = member;
    } while (this.column === column);
    this.depth--;
    return this.column < column ? value : undefined;
  }

  /** What is behind a key: in its line, or in the lines below. */
  private member(column: number): unknown {
    if (!this.endLine(this.at)) return this.inline(this.skipSpaces(this.at), column);
    if (this.column > column) return this.collection();
    // The items of a list may stand in the column of its key.
    return this.column === column && this.isDash(this.at) ? this.sequence() : null;
  }

  private collection(): unknown {
    return this.isDash(this.at) ? this.sequence() : this.mapping();
  }

  private sequence(): unknown[] | undefined {
    const { column } = this;
    if (++this.depth > DEEP) return undefined;
    const items: unknown[] = [];
    do {
      this.at++;
      const item = this.item(column);
      if (item === undefined) return undefined;
      items.push(item);
    } while (this.column === column && this.isDash(this.at));
    this.depth--;
    // In the same column, a key may follow: whether one can stand there, the mapping around this knows.
    return this.column <= column ? items : undefined;
  }

  /** What is behind a dash. */
  private item(column: number): unknown {
    if (this.endLine(this.at)) return this.column > column ? this.collection() : null;
    const at = this.skipSpaces(this.at);
    if (!this.isDash(at) && this.keyEnd(at) === -1) return this.inline(at, column);
    this.at = at;
    this.column = at - this.lineStart;
    return this.collection();
  }

  /** A key and its colon. */
  private key(): string | undefined {
    const { at, text } = this;
    const end = this.keyEnd(at);
    if (end === -1) return undefined;
    this.at = end + 1;
    const first = text.charCodeAt(at);
    return first === QUOTE || first === APOSTROPHE ? text.slice(at + 1, end - 1) : this.keys.keyAt(text, at, end);
  }

  /** A value that begins in the line of its key or dash, and the rest of its last line. */
  private inline(at: number, column: number): unknown {
    const unit = this.text.charCodeAt(at);
    let value: unknown;
    if (unit === QUOTE || unit === APOSTROPHE) value = this.quoted(at, unit);
    else if (unit === OPEN_LIST || unit === OPEN_OBJECT) value = this.flow(at, unit);
    else if (unit === 0x7c || unit === 0x3e) return this.block(at, column);
    else value = this.plain(at, unit);
    // What is deeper goes on with the value, or is a mistake.
    return value !== undefined && this.endLine(this.at) && this.column <= column ? value : undefined;
  }

  private quoted(start: number, quote: number): string | undefined {
    const end = this.quoteEnd(start, quote);
    if (end !== -1) {
      this.at = end;
      return this.text.slice(start + 1, end - 1);
    }
    const cursor = this.cursorAt(start);
    const value = scalarValue(this.text, readQuoted(cursor, quote, this.dialect.version));
    const isUnlike = cursor.lineStart !== this.lineStart || this.text.slice(start, cursor.at).includes("\\'");
    this.at = cursor.at;
    this.lineStart = cursor.lineStart;
    // The readers of YAML 1.2 do not agree about some line breaks, and about an escape.
    return isUnlike && this.dialect.version === "1.2" ? undefined : value;
  }

  private block(start: number, column: number): string | undefined {
    // With a comment, the readers do not agree.
    if (this.text.slice(start, this.text.indexOf("\n", start)).includes("#")) return undefined;
    const cursor = this.cursorAt(start);
    const value = scalarValue(this.text, readBlock(cursor, column));
    this.findEntry(cursor.lineStart);
    return this.column <= column ? value : undefined;
  }

  private cursorAt(at: number): Cursor {
    this.cursorMade ??= new Cursor(`${this.text}\0`);
    this.cursorMade.at = at;
    this.cursorMade.lineStart = this.lineStart;
    return this.cursorMade;
  }

  private plain(start: number, first: number): unknown {
    const { text } = this;
    if (first < 128 && INDICATORS[first] === 1 && (first !== DASH || this.isBlank(start + 1))) return undefined;
    let end = start;
    for (let at = start, unit = first; unit !== LINE_FEED; unit = text.charCodeAt(++at)) {
      if (unit === SPACE) continue;
      if (unit === COLON && this.isBlank(at + 1)) return undefined;
      if (unit === NUMBER_SIGN && end < at) break;
      end = at + 1;
    }
    this.at = end;
    return finite(this.dialect.plain(text.slice(start, end)));
  }

  /** A collection in brackets, which ends in its line. */
  private flow(start: number, open: number): unknown {
    if (++this.depth > DEEP) return undefined;
    this.at = start;
    const value = open === OPEN_LIST ? this.flowList() : this.flowMapping();
    this.depth--;
    return value;
  }

  /** `[]` with what is in it, in one line. */
  private flowList(): unknown[] | undefined {
    const items: unknown[] = [];
    while (this.beginsEntry(CLOSE_LIST, items.length === 0)) {
      const item = this.flowValue();
      if (item === undefined) return undefined;
      items.push(item);
    }
    return this.endFlow(CLOSE_LIST) ? items : undefined;
  }

  /** `{}` with what is in it, in one line. */
  private flowMapping(): Record<string, unknown> | undefined {
    const value: Record<string, unknown> = {};
    for (let isFirst = true; this.beginsEntry(CLOSE_OBJECT, isFirst); isFirst = false) {
      const key = this.key();
      if (key === undefined || value[key] !== undefined) return undefined;
      this.at = this.skipSpaces(this.at);
      const member = this.flowValue();
      if (member === undefined) return undefined;
      value[key] = member;
    }
    return this.endFlow(CLOSE_OBJECT) ? value : undefined;
  }

  /** Skips what is before an entry, if one follows: the bracket, or a comma. */
  private beginsEntry(close: number, isFirst: boolean): boolean {
    const { text } = this;
    const at = isFirst ? this.skipSpaces(this.at + 1) : this.skipSpaces(this.at);
    this.at = at;
    if (isFirst) return text.charCodeAt(at) !== close;
    if (text.charCodeAt(at) !== COMMA) return false;
    this.at = this.skipSpaces(at + 1);
    return true;
  }

  private endFlow(close: number): boolean {
    return this.text.charCodeAt(this.at++) === close;
  }

  private flowValue(): unknown {
    const start = this.at;
    const unit = this.text.charCodeAt(start);
    if (unit === OPEN_LIST || unit === OPEN_OBJECT) return this.flow(start, unit);
    if (unit === QUOTE || unit === APOSTROPHE) {
      this.at = this.quoteEnd(start, unit);
      return this.at === -1 ? undefined : this.text.slice(start + 1, this.at - 1);
    }
    const end = this.wordEnd(start);
    if (end === start || (end === start + 1 && unit === DASH)) return undefined;
    this.at = end;
    return finite(this.dialect.plain(this.text.slice(start, this.at)));
  }
}

/** A number that JSON does not have is an error, which the other reader tells. */
function finite(value: unknown): unknown {
  return typeof value === "number" && !Number.isFinite(value) ? undefined : value;
}
