/** Cuts YAML text into tokens like go-yaml v2 and libyaml, which turn indentation into tokens, too. */
import { DASH } from "./ascii.ts";
import {
  Cursor,
  isBlank,
  isBlankOrEnd,
  isBreak,
  isFlowIndicator,
  isWord,
  NUMBER_SIGN,
  SPACE,
  TAB,
  TAB_INDENTS,
  type YamlVersion,
} from "./cursor.ts";
import { readBlock, readPlain, readQuoted } from "./scalars.ts";
import { readDirective, readTag } from "./tags.ts";
import { type Token, TokenQueue, type TokenType } from "./tokens.ts";

const DELETE = 0x7f;

/** What can follow the name of an anchor, apart from white space. */
const AFTER_ANCHOR = "?:,]}%@`";
/** No plain scalar starts with these, except `-`, `?` and `:` before certain characters. */
const INDICATORS = "-?:,[]{}#&*!|>'\"%@`";
/** The first characters of the tokens after which, in brackets, a value can follow its colon without white space. */
const BEFORE_VALUE = "\"']}*";

type EntrySign = "-" | "?" | ":";

/** The tokens of the signs, and the errors where these are not allowed. */
const ENTRIES = {
  "-": { first: "first-item", later: "item", misplaced: "wrong indentation: no list can start here" },
  "?": { first: "first-key", later: "key", misplaced: "wrong indentation: no key can start here" },
  ":": {
    first: "first-value",
    later: "value",
    misplaced: "wrong indentation, or text that contains ': ' and needs quotes",
  },
} as const;

export class Scanner {
  private readonly cursor: Cursor;
  private readonly version: YamlVersion;
  private readonly queue: TokenQueue;
  /** The column of the innermost block collection; -1 outside of all. */
  private indent = -1;
  private readonly outerIndents: number[] = [];
  private flowDepth = 0;
  /** The last tab before a token. In YAML 1.2, no key or item can follow it on its line. */
  private lastTab = -1;
  private allowsKey = true;
  /** Whether the last token is one of `BEFORE_VALUE`. */
  private endsKey = false;

  constructor(text: string, version: YamlVersion) {
    this.cursor = new Cursor(text.endsWith("\n") ? `${text}\0` : `${text}\n\0`, version);
    if (text.startsWith("\ufeff")) {
      this.cursor.at = 1;
      this.cursor.lineStart = 1;
    }
    this.version = version;
    this.queue = new TokenQueue(this.cursor);
  }

  /** The next token. */
  peek(): Token {
    for (;;) {
      const token = this.queue.peek();
      if (token !== undefined) return token;
      this.read();
    }
  }

  skip(): void {
    this.queue.skip();
  }

  /** Whether the rest of the line at an offset is white space and a comment. */
  isRestOfLineEmpty(offset: number): boolean {
    return this.cursor.isRestOfLineEmpty(offset);
  }

  /** Adds a token for the characters at the cursor. */
  private take(type: TokenType, length: number): void {
    const { cursor } = this;
    this.queue.add(type, cursor.at, cursor.at + length);
    cursor.at += length;
  }

  /** Starts a node that is not a block collection. It can be a key. */
  private beginNode(): void {
    if (this.allowsKey) this.queue.allowKey(this.flowDepth === 0 && this.indent === this.cursor.column);
    this.allowsKey = false;
  }

  /** Starts a block collection in a column, unless the current one is at least as deep. */
  private indentTo(column: number): boolean {
    if (this.flowDepth === 0 && this.lastTab >= this.cursor.lineStart) throw this.cursor.error(TAB_INDENTS);
    if (this.flowDepth > 0 || column <= this.indent) return false;
    this.outerIndents.push(this.indent);
    this.indent = column;
    return true;
  }

  /** Ends the block collections that are deeper than a column. */
  private unindentTo(column: number): void {
    if (this.flowDepth > 0) return;
    while (this.indent > column) {
      this.queue.add("block-end", this.cursor.at);
      this.indent = this.outerIndents.pop()!;
    }
  }

  private read(): void {
    const { cursor } = this;
    this.skipToToken();
    this.unindentTo(cursor.column);
    const unit = cursor.unit();
    if (cursor.column === 0 && (unit === 0x25 || cursor.isAtMarker())) {
      this.readDocumentLine(unit);
      return;
    }
    const character = cursor.text[cursor.at]!;
    if (character === "\0") {
      this.endBlocks();
      this.queue.add("end", cursor.at);
    } else if (character === "[" || character === "{") this.openFlow(character);
    else if (character === "]" || character === "}") this.closeFlow(character);
    else if (character === ",") this.endFlowEntry();
    else if (character === "*") this.readName("alias");
    else if (character === "&") this.readName("anchor");
    else if (character === "!") this.readTag();
    else if (character === '"' || character === "'") this.readQuoted(unit);
    else if ((character === "|" || character === ">") && this.flowDepth === 0) this.readBlock();
    else if ((character !== "-" && character !== "?" && character !== ":") || !this.readEntry(character))
      this.readPlain(character);
    this.endsKey = BEFORE_VALUE.includes(character);
  }

  /** Reads a directive, `---` or `...`. */
  private readDocumentLine(unit: number): void {
    const { cursor } = this;
    this.endBlocks();
    if (unit === 0x25) {
      const start = cursor.at;
      readDirective(cursor);
      this.queue.add("directive", start, cursor.at);
    } else {
      this.take(unit === DASH ? "---" : "...", 3);
      if (unit !== DASH && !cursor.isRestOfLineEmpty()) throw cursor.error("start a new line after `...`");
    }
  }

  private skipToToken(): void {
    const { cursor, version } = this;
    for (;;) {
      let unit = cursor.unit();
      // Where a block entry can start, a tab is an error.
      while (unit === SPACE || (unit === TAB && (this.flowDepth > 0 || !this.allowsKey))) {
        cursor.at++;
        unit = cursor.unit();
      }
      if (unit > NUMBER_SIGN && unit < DELETE) return;
      if (unit === TAB && version === "1.2") {
        if (cursor.column <= this.indent && !cursor.isRestOfLineEmpty()) throw cursor.error(TAB_INDENTS);
        this.lastTab = cursor.at;
        cursor.skipBlanks();
      }
      if (version === "1.1" || cursor.column === 0 || isBlank(cursor.unit(-1))) cursor.skipComment();
      if (!isBreak(cursor.unit(), version)) return;
      cursor.skipBreak();
      if (this.flowDepth === 0) this.allowsKey = true;
    }
  }

  private endBlocks(): void {
    this.unindentTo(-1);
    this.queue.forbidKey();
    this.allowsKey = false;
  }

  private readTag(): void {
    this.beginNode();
    const start = this.cursor.at;
    readTag(this.cursor);
    this.queue.add("tag", start, this.cursor.at);
  }

  private readQuoted(quote: number): void {
    this.beginNode();
    const start = this.cursor.at;
    const scalar = readQuoted(this.cursor, quote);
    this.queue.add("scalar", start, this.cursor.at, scalar);
  }

  private openFlow(type: TokenType): void {
    this.beginNode();
    this.queue.enterFlow();
    this.flowDepth++;
    this.allowsKey = true;
    this.take(type, 1);
  }

  private closeFlow(type: TokenType): void {
    this.queue.forbidKey();
    if (this.flowDepth > 0) {
      this.queue.leaveFlow();
      this.flowDepth--;
    }
    this.allowsKey = false;
    this.take(type, 1);
  }

  private endFlowEntry(): void {
    this.queue.forbidKey();
    this.allowsKey = true;
    this.take(",", 1);
  }

  /** Reads `-`, `?` or `:` if it starts an item, a key or a value. */
  private readEntry(sign: EntrySign): boolean {
    const { cursor, queue } = this;
    const inFlow = this.flowDepth > 0;
    const next = cursor.unit(1);
    const isEntry =
      isBlankOrEnd(next, this.version) ||
      (inFlow && sign !== "-" && (this.version === "1.1" || isFlowIndicator(next) || (sign === ":" && this.endsKey)));
    if (!isEntry) return false;
    const keyStart = sign === ":" ? queue.keyStart() : -1;
    if (keyStart !== -1) {
      queue.insertKey(this.indentTo(keyStart - cursor.lineStart) ? "first-key" : "key");
      this.allowsKey = false;
      this.take("value", 1);
      return true;
    }
    const { first, later, misplaced } = ENTRIES[sign];
    if (!inFlow && !this.allowsKey) throw cursor.error(misplaced);
    const isFirst = this.indentTo(cursor.column);
    if (sign !== ":") queue.forbidKey();
    this.allowsKey = sign === "-" || !inFlow;
    this.take(isFirst ? first : later, 1);
    return true;
  }

  private readName(type: TokenType): void {
    const { cursor } = this;
    this.beginNode();
    const start = cursor.at++;
    while (this.version === "1.1" ? isWord(cursor.unit()) : !this.endsWord(cursor.unit())) cursor.at++;
    const after = cursor.unit();
    if (cursor.at === start + 1 || !(this.endsWord(after) || AFTER_ANCHOR.includes(String.fromCharCode(after)))) {
      throw cursor.error(
        `the name of an ${type === "alias" ? "alias" : "anchor"} consists of letters, digits, - and _`,
      );
    }
    this.queue.add(type, start, cursor.at);
  }

  private endsWord(unit: number): boolean {
    return isBlankOrEnd(unit, this.version) || (this.version === "1.2" && isFlowIndicator(unit));
  }

  private readBlock(): void {
    const { cursor } = this;
    this.queue.forbidKey();
    this.allowsKey = true;
    const start = cursor.at;
    const scalar = readBlock(cursor, this.indent);
    this.queue.add("scalar", start, cursor.at, scalar);
  }

  private readPlain(first: string): void {
    const { cursor } = this;
    if (!this.startsPlain(first, cursor.unit(1))) {
      const problem = `no value can start with ${JSON.stringify(first)}; put it in quotes`;
      throw cursor.error(first === "\t" ? TAB_INDENTS : problem);
    }
    this.beginNode();
    const start = cursor.at;
    const source = readPlain(cursor, this.indent + 1, this.flowDepth > 0);
    if (cursor.isAtNewLine) this.allowsKey = true;
    this.queue.add("scalar", start, source.end, source);
  }

  /** Whether a plain scalar can start with a character that does not start an entry. */
  private startsPlain(first: string, next: number): boolean {
    if (first === "-" && this.version === "1.1") return true;
    if (first !== "-" && first !== "?" && first !== ":") return first !== "\t" && !INDICATORS.includes(first);
    const isIndicatorNext = this.flowDepth > 0 && (this.version === "1.1" || isFlowIndicator(next));
    return !isIndicatorNext && !isBlankOrEnd(next, this.version);
  }
}
