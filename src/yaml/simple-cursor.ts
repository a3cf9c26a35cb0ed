/** A place in simple YAML: entries, each the first thing in its line, and the ends of keys and quotes. */
import { BACKSLASH, COLON, QUOTE } from "./ascii.ts";
import { LINE_FEED, SPACE } from "./cursor.ts";
import { DASH } from "./marker.ts";

export const APOSTROPHE = 0x27;
export const NUMBER_SIGN = 0x23;

/** In UTF-16 units; of longer keys, the other reader says whether they are too long. */
const LONG = 1000;

/** What plain keys consist of here, and plain texts in `[]` and `{}`. */
const WORD = /* @__PURE__ */ characters("_./-$0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
/** What they do not begin with here, beside what is in no word. */
const NO_START = /* @__PURE__ */ characters("-.");

/** A table of the characters in a text. */
export function characters(all: string): Uint8Array {
  const table = new Uint8Array(128);
  for (let i = 0; i < all.length; i++) table[all.charCodeAt(i)] = 1;
  return table;
}

/** Reads a text whose only line breaks are line feeds, of which there is one at its end, and whose only blanks are spaces. */
export class SimpleCursor {
  protected readonly text: string;
  /** What is read next. Between two entries: the first character of the next one. */
  protected at = 0;
  protected lineStart = 0;
  /** Where the next entry stands in its line; -1 at the end of the document, where the next one begins or the text ends. */
  protected column = -1;

  constructor(text: string) {
    this.text = text;
  }

  /** Goes to the first entry in the line that begins here, or in one of those behind it. */
  protected findEntry(from: number): void {
    const { text } = this;
    for (let lineStart = from; lineStart < text.length; ) {
      let at = lineStart;
      let unit = text.charCodeAt(at);
      while (unit === SPACE) unit = text.charCodeAt(++at);
      if (unit !== LINE_FEED && unit !== NUMBER_SIGN) {
        this.at = at;
        this.lineStart = lineStart;
        this.column = at === lineStart && unit === DASH && this.isMarker(at) ? -1 : at - lineStart;
        return;
      }
      lineStart = text.indexOf("\n", at) + 1;
    }
    this.at = text.length;
    this.column = -1;
  }

  /** Whether `---` stands here, and nothing but a blank behind it. */
  protected isMarker(at: number): boolean {
    return this.text.startsWith("---", at) && this.isBlank(at + 3);
  }

  /** Ends the line and goes to the next entry, if there is nothing but blanks and a comment from here on. */
  protected endLine(from: number): boolean {
    const { text } = this;
    const at = this.skipSpaces(from);
    const unit = text.charCodeAt(at);
    if (unit !== LINE_FEED && (unit !== NUMBER_SIGN || at === from)) return false;
    this.findEntry(unit === LINE_FEED ? at + 1 : text.indexOf("\n", at) + 1);
    return true;
  }

  protected skipSpaces(from: number): number {
    let at = from;
    while (this.text.charCodeAt(at) === SPACE) at++;
    return at;
  }

  protected isDash(at: number): boolean {
    return this.text.charCodeAt(at) === DASH && this.isBlank(at + 1);
  }

  protected isBlank(at: number): boolean {
    const unit = this.text.charCodeAt(at);
    return unit === SPACE || unit === LINE_FEED;
  }

  /** The offset behind a key, which is in quotes or a word, if a colon follows; otherwise -1. */
  protected keyEnd(start: number): number {
    const { text } = this;
    const first = text.charCodeAt(start);
    const isQuoted = first === QUOTE || first === APOSTROPHE;
    if (!isQuoted && NO_START[first] === 1) return -1;
    const end = isQuoted ? this.quoteEnd(start, first) : this.wordEnd(start);
    const isKey = end > start && end - start < LONG && text.charCodeAt(end) === COLON && this.isBlank(end + 1);
    return isKey ? end : -1;
  }

  protected wordEnd(start: number): number {
    let at = start;
    for (let unit = this.text.charCodeAt(at); unit < 128 && WORD[unit] === 1; unit = this.text.charCodeAt(at)) at++;
    return at;
  }

  /** The offset behind a text in quotes that means what it shows, up to its line's end; -1 if it does not. */
  protected quoteEnd(start: number, quote: number): number {
    const { text } = this;
    for (let at = start + 1; ; at++) {
      const unit = text.charCodeAt(at);
      if (unit === quote) return quote === APOSTROPHE && text.charCodeAt(at + 1) === APOSTROPHE ? -1 : at + 1;
      if (unit === LINE_FEED || (unit === BACKSLASH && quote === QUOTE)) return -1;
    }
  }
}
