/**
 * The tokens of YAML text, as go-yaml v2 (and libyaml) cuts them: what is indented how far becomes tokens, too. What a
 * `:` makes a key begins before it: a token is kept back as long as a `:` may yet do that.
 */
import { Cursor, isBlank, isBlankOrEnd, isBreak, isWord, SPACE, TAB, type YamlVersion } from "./cursor.ts";
import type { ScalarSource } from "./scalar-text.ts";
import { isFlowIndicator, readBlock, readPlain, readQuoted } from "./scalars.ts";
import { readDirective, readTag } from "./tags.ts";

/** The first one is where a key may begin: nothing, as long as no `:` has come. */
export const NOTHING = 0;
export const STREAM_END = 1;
export const DIRECTIVE = 2;
export const DOCUMENT_START = 3;
export const DOCUMENT_END = 4;
/** With this entry, a sequence or a mapping begins. */
export const FIRST_ITEM = 5;
export const FIRST_KEY = 6;
export const FIRST_VALUE = 7;
export const ITEM = 8;
export const KEY = 9;
export const VALUE = 10;
/** The end of what began with one of the three. */
export const BLOCK_END = 11;
export const LIST_START = 12;
export const LIST_END = 13;
export const MAP_START = 14;
export const MAP_END = 15;
export const COMMA = 16;
export const ALIAS = 17;
export const ANCHOR = 18;
export const TAG = 19;
export const SCALAR = 20;

export interface Token {
  type: number;
  readonly start: number;
  readonly end: number;
  readonly scalar: ScalarSource | undefined;
}

/** Where a key may begin; one for each `[` and `{` that is open, and one around them. */
interface KeyStart {
  token: Token | undefined;
  /** The first key of a mapping is alone in its column: something else than a key cannot stand there. */
  isRequired: boolean;
  lineStart: number;
}

/** A key without `?` is in one line, and no longer than this with what stands before the `:`. */
const LONGEST_KEY = 1024;
/** What may follow the name of an anchor, beside a blank. */
const BEHIND_ANCHOR = "?:,]}%@`";
/** What no plain scalar begins with; some may where no blank follows. */
const INDICATORS = "-?:,[]{}#&*!|>'\"%@`";

/** The last characters of quotes and brackets. */
const KEY_ENDS = "\"']}";
const NUMBER_SIGN = 0x23;
const DELETE = 0x7f;
const TAB_INDENTS = "tab characters must not be used in indentation";

/** Nothing but blanks and a comment, to the end of the line. */
const REST = /[ \t]*(?:#|[\0\r\n])/y;

export class YamlTokens {
  private readonly cursor: Cursor;
  private readonly version: YamlVersion;
  private readonly tokens: Token[] = [];
  private head = 0;
  /** How many tokens there are; others are left from before. */
  private count = 0;
  /** The column of the block collection that is open; -1 outside of all. */
  private indent = -1;
  private readonly indents: number[] = [];
  private flowDepth = 0;
  /** Where a tab is before a token: in YAML 1.2, no key or item may follow it. */
  private lastTab = -1;
  private mayBeKey = true;
  private readonly keyStarts: KeyStart[] = [{ token: undefined, isRequired: false, lineStart: 0 }];

  constructor(text: string, version: YamlVersion) {
    this.cursor = new Cursor(text.endsWith("\n") ? `${text}\0` : `${text}\n\0`, version);
    if (text.startsWith("\ufeff")) {
      this.cursor.at = 1;
      this.cursor.lineStart = 1;
    }
    this.version = version;
  }

  /** The token that is next. */
  peek(): Token {
    while (true) {
      const token = this.tokens[this.head]!;
      if (this.head === this.count) {
        this.count = 0;
        this.head = 0;
        this.read();
      } else if (token.type !== NOTHING) {
        return token;
      } else if (this.mayBecomeKey(token)) {
        this.read();
      } else {
        this.head++;
      }
    }
  }

  skip(): void {
    this.head++;
  }

  /** Whether nothing but blanks and a comment is in the line from an offset on. */
  isAlone(offset: number): boolean {
    REST.lastIndex = offset;
    return REST.test(this.cursor.text);
  }

  private mayBecomeKey(token: Token): boolean {
    for (const start of this.keyStarts) if (start.token === token) return this.isPossible(start);
    return false;
  }

  private isPossible(start: KeyStart): boolean {
    const { cursor } = this;
    if (start.token === undefined) return false;
    if (start.lineStart === cursor.lineStart && (this.version === "1.2" || this.isShort(start.token.start)))
      return true;
    this.dropKey(start);
    return false;
  }

  /** Whether what is between an offset and this one is as short as go-yaml wants a key to be: in characters. */
  private isShort(start: number): boolean {
    const { at, text } = this.cursor;
    if (start + LONGEST_KEY >= at) return true;
    return start + 2 * LONGEST_KEY >= at && [...text.slice(start, at)].length <= LONGEST_KEY;
  }

  private dropKey(start: KeyStart): void {
    if (start.token !== undefined && start.isRequired) {
      throw this.cursor.error("a key without its ':', or wrong indentation", start.token.start);
    }
    start.token = undefined;
  }

  private get keyStart(): KeyStart {
    return this.keyStarts[this.flowDepth]!;
  }

  private add(type: number, start: number, end = start, scalar?: ScalarSource): Token {
    const token = { type, start, end, scalar };
    this.tokens[this.count++] = token;
    return token;
  }

  /** Adds a token of some characters, which begins here. */
  private take(type: number, length: number): void {
    const { cursor } = this;
    this.add(type, cursor.at, cursor.at + length);
    cursor.at += length;
  }

  /** Remembers that a key may begin here. */
  private beginNode(): void {
    const { cursor, keyStart } = this;
    if (!this.mayBeKey) return;
    this.dropKey(keyStart);
    keyStart.token = this.add(NOTHING, cursor.at);
    keyStart.isRequired = this.flowDepth === 0 && this.indent === cursor.column;
    keyStart.lineStart = cursor.lineStart;
  }

  /** Begins a block collection in a column if that is deeper than where the last one stands. */
  private indentTo(column: number): boolean {
    if (this.flowDepth === 0 && this.lastTab >= this.cursor.lineStart) throw this.cursor.error(TAB_INDENTS);
    if (this.flowDepth > 0 || column <= this.indent) return false;
    this.indents.push(this.indent);
    this.indent = column;
    return true;
  }

  /** Ends the block collections that stand deeper than a column. */
  private unindentTo(column: number): void {
    if (this.flowDepth > 0) return;
    while (this.indent > column) {
      this.add(BLOCK_END, this.cursor.at);
      this.indent = this.indents.pop()!;
    }
  }

  private read(): void {
    const { cursor } = this;
    this.skipToToken();
    this.unindentTo(cursor.column);
    const unit = cursor.unit();
    if (unit === 0) {
      this.endBlocks();
      this.add(STREAM_END, cursor.at);
      return;
    }
    if (cursor.column === 0) {
      if (unit === 0x25) {
        this.endBlocks();
        const start = cursor.at;
        readDirective(cursor);
        this.add(DIRECTIVE, start, cursor.at);
        return;
      }
      if (cursor.isAtMarker()) {
        this.endBlocks();
        this.take(unit === 0x2d ? DOCUMENT_START : DOCUMENT_END, 3);
        return;
      }
    }
    if (unit === 0x5b) this.openFlow(LIST_START);
    else if (unit === 0x7b) this.openFlow(MAP_START);
    else if (unit === 0x5d) this.closeFlow(LIST_END);
    else if (unit === 0x7d) this.closeFlow(MAP_END);
    else if (unit === 0x2c) this.endFlowEntry();
    else if (unit === 0x2a) this.readName(ALIAS);
    else if (unit === 0x26) this.readName(ANCHOR);
    else if (unit === 0x21) this.readTag();
    else if (unit === 0x22 || unit === 0x27) this.readQuoted(unit);
    else if (!this.readEntry(unit) && !this.readBlock(unit)) this.readPlain(unit);
  }

  private skipToToken(): void {
    const { cursor, version } = this;
    while (true) {
      let unit = cursor.unit();
      while (unit === SPACE || (unit === TAB && this.skipsTabs())) {
        cursor.at++;
        unit = cursor.unit();
      }
      if (unit > NUMBER_SIGN && unit < DELETE) return;
      if (unit === TAB && version === "1.2") {
        this.lastTab = cursor.at;
        cursor.skipBlanks();
      }
      if (version === "1.1" || cursor.column === 0 || isBlank(cursor.unit(-1))) cursor.skipComment();
      if (!isBreak(cursor.unit(), version)) return;
      cursor.skipBreak();
      if (this.flowDepth === 0) this.mayBeKey = true;
    }
  }

  /** Tabs do not indent: where an entry may begin, they are refused. */
  private skipsTabs(): boolean {
    return this.flowDepth > 0 || !this.mayBeKey;
  }

  private endBlocks(): void {
    this.unindentTo(-1);
    this.dropKey(this.keyStart);
    this.mayBeKey = false;
  }

  private openFlow(type: number): void {
    this.beginNode();
    this.keyStarts.push({ token: undefined, isRequired: false, lineStart: 0 });
    this.flowDepth++;
    this.mayBeKey = true;
    this.take(type, 1);
  }

  private closeFlow(type: number): void {
    this.dropKey(this.keyStart);
    if (this.flowDepth > 0) {
      this.keyStarts.pop();
      this.flowDepth--;
    }
    this.mayBeKey = false;
    this.take(type, 1);
  }

  private endFlowEntry(): void {
    this.dropKey(this.keyStart);
    this.mayBeKey = true;
    this.take(COMMA, 1);
  }

  private readQuoted(quote: number): void {
    const { cursor } = this;
    this.beginNode();
    this.mayBeKey = false;
    const start = cursor.at;
    const scalar = readQuoted(cursor, quote);
    this.add(SCALAR, start, cursor.at, scalar);
  }

  /** Reads `-`, `?` or `:` where it begins an item, a key or a value. */
  private readEntry(unit: number): boolean {
    const { cursor } = this;
    if (unit !== 0x2d && unit !== 0x3f && unit !== 0x3a) return false;
    const inFlow = this.flowDepth > 0;
    const next = cursor.unit(1);
    const isEntry =
      isBlankOrEnd(next, this.version) ||
      (inFlow &&
        unit !== 0x2d &&
        (this.version === "1.1" || isFlowIndicator(next) || (unit === 0x3a && this.endsKey())));
    if (!isEntry) return false;
    if (unit === 0x3a && this.isPossible(this.keyStart)) {
      const { token } = this.keyStart;
      token!.type = this.indentTo(token!.start - cursor.lineStart) ? FIRST_KEY : KEY;
      this.keyStart.token = undefined;
      this.mayBeKey = false;
      this.take(VALUE, 1);
      return true;
    }
    if (!inFlow && !this.mayBeKey) throw cursor.error(NOT_HERE[unit]!);
    const isFirst = this.indentTo(cursor.column);
    if (unit !== 0x3a) this.dropKey(this.keyStart);
    this.mayBeKey = unit === 0x2d || !inFlow;
    if (unit === 0x2d) this.take(isFirst ? FIRST_ITEM : ITEM, 1);
    else if (unit === 0x3f) this.take(isFirst ? FIRST_KEY : KEY, 1);
    else this.take(isFirst ? FIRST_VALUE : VALUE, 1);
    return true;
  }

  /** Whether the text before a colon in brackets is a key, whose value can follow without white space. */
  private endsKey(): boolean {
    return this.isPossible(this.keyStart) || KEY_ENDS.includes(String.fromCharCode(this.cursor.unit(-1)));
  }

  private readName(type: number): void {
    const { cursor } = this;
    this.beginNode();
    this.mayBeKey = false;
    const start = cursor.at++;
    while (this.version === "1.1" ? isWord(cursor.unit()) : !this.endsWord(cursor.unit())) cursor.at++;
    const behind = cursor.unit();
    if (cursor.at === start + 1 || !(this.endsWord(behind) || BEHIND_ANCHOR.includes(String.fromCharCode(behind)))) {
      throw cursor.error(`the name of an ${type === ALIAS ? "alias" : "anchor"} consists of letters, digits, - and _`);
    }
    this.add(type, start, cursor.at);
  }

  private endsWord(unit: number): boolean {
    return isBlankOrEnd(unit, this.version) || (this.version === "1.2" && isFlowIndicator(unit));
  }

  private readTag(): void {
    const { cursor } = this;
    this.beginNode();
    this.mayBeKey = false;
    const start = cursor.at;
    readTag(cursor);
    this.add(TAG, start, cursor.at);
  }

  private readBlock(unit: number): boolean {
    const { cursor } = this;
    if ((unit !== 0x7c && unit !== 0x3e) || this.flowDepth > 0) return false;
    this.dropKey(this.keyStart);
    this.mayBeKey = true;
    const start = cursor.at;
    const scalar = readBlock(cursor, this.indent);
    this.add(SCALAR, start, cursor.at, scalar);
    return true;
  }

  private readPlain(unit: number): void {
    const { cursor } = this;
    const inFlow = this.flowDepth > 0;
    const next = cursor.unit(1);
    const isAllowed =
      unit === 0x2d && this.version === "1.1"
        ? next !== SPACE && next !== TAB
        : unit === 0x2d || unit === 0x3f || unit === 0x3a
          ? !(inFlow && (this.version === "1.1" || isFlowIndicator(next))) && !isBlankOrEnd(next, this.version)
          : unit !== TAB && !INDICATORS.includes(String.fromCharCode(unit));
    if (!isAllowed) {
      throw cursor.error(
        unit === TAB
          ? TAB_INDENTS
          : `no value can begin with ${JSON.stringify(String.fromCharCode(unit))}: put it in quotes`,
      );
    }
    this.beginNode();
    this.mayBeKey = false;
    const start = cursor.at;
    const source = readPlain(cursor, this.indent + 1, inFlow);
    if (cursor.isAtNewLine) this.mayBeKey = true;
    this.add(SCALAR, start, source.end, source);
  }
}

const NOT_HERE: Readonly<Record<number, string>> = {
  45: "wrong indentation: no list can begin here",
  63: "wrong indentation: no key can begin here",
  58: "wrong indentation, or a text with ': ' in it, which needs quotes",
};
