/** What the dialects share. Their texts have one character for each byte, because lengths and positions count bytes. */
import { type HostName, PlacedError } from "../../wasm/host-references.ts";
import type { UnexpandedReason } from "../unexpanded.ts";

/** References in the words of references, and so on: the deepest. Deeper ones are an error. */
export const MAX_DEPTH = 100;

/** A reference that stops the expansion. Do not use any of the output. */
export class SubstitutionError extends PlacedError {
  override readonly name = "SubstitutionError";
  readonly reason: UnexpandedReason;
  /** The variable; for malformed text, the text from its `$`, truncated. */
  declare readonly variable: string;
  /** The offset of the `$`: in bytes for bytes and streams, in UTF-16 code units for strings. */
  declare offset: number;

  /** @internal */
  constructor(reason: UnexpandedReason, message: string, variable: string, offset: number) {
    super(message, offset, variable);
    this.reason = reason;
  }
}

/** The error for a variable that is not set, in strict mode. */
export function unsetError(name: string, offset: number): SubstitutionError {
  return new SubstitutionError(
    "unset",
    `the variable ${JSON.stringify(name)} is not set; give it a value`,
    name,
    offset,
  );
}

/** Is thrown, and caught by the caller of a dialect, if a text ends before a reference does. */
export const INCOMPLETE = /* @__PURE__ */ Symbol("incomplete");

/** The most bytes of malformed text in an error. */
export const SHOWN = 40;

/** A reference that is only listed: the default of its variable, and whether it must have a value. */
export interface ListedReference {
  readonly default?: string | undefined;
  readonly isRequired?: boolean;
}

/** Searches in a text: each remembers what it found, so that many unclosed references take linear time. */
export class TextSearch {
  private text = "";
  private from = 0;
  private readonly found = new Map<string, number>();

  next(text: string, what: string, from: number): number {
    if (this.text !== text || from < this.from) this.found.clear();
    this.text = text;
    this.from = from;
    let at = this.found.get(what) ?? 0;
    if (at !== -1 && at < from) {
      at = text.indexOf(what, from);
      this.found.set(what, at);
    }
    return at;
  }
}

/** How a reference is evaluated: the text, and the variables. */
export class Evaluation {
  readonly text: string;
  /** Whether nothing follows the text. */
  readonly isEnd: boolean;
  /** Also receives what is listed. */
  readonly unset: (HostName & ListedReference)[] = [];
  /** Whether a variable was read that must not be expanded. */
  isExcluded = false;
  private readonly variables: Pick<ReadonlyMap<string, string>, "get">;
  private readonly only: ReadonlySet<string> | undefined;
  /** Whether references are only listed. */
  readonly isListing: boolean;
  readonly search: TextSearch;

  /** @param search continues those for the references before this one */
  constructor(
    text: string,
    isEnd: boolean,
    variables: Pick<ReadonlyMap<string, string>, "get">,
    only: ReadonlySet<string> | undefined,
    isListing: boolean,
    search: TextSearch,
  ) {
    this.isListing = isListing;
    this.search = search;
    this.text = text;
    this.isEnd = isEnd;
    this.variables = variables;
    this.only = only;
  }

  /** The value of a variable. An excluded one has a value, too, so that it is not an error: the result is not used. */
  value(name: string): string | undefined {
    if (this.only?.has(name) === false) {
      this.isExcluded = true;
      return "-";
    }
    return this.variables.get(name);
  }

  /** The value of the variable whose name is at an offset; if it is not set, records that. */
  required(dollar: number, start: number, end: number): string {
    const value = this.value(this.text.slice(start, end));
    if (value === undefined) this.unset.push({ dollar, start, end });
    return value ?? "";
  }

  /** Lists a reference with a word, if references are listed. */
  list(dollar: number, start: number, end: number, isRequired: boolean, word?: string): void {
    if (this.isListing) this.unset.push({ dollar, start, end, isRequired, default: word && utf8(word) });
  }

  /** Ends a text that stops in a reference: the caller may have more of it. */
  checkMore(at: number): void {
    if (at >= this.text.length && !this.isEnd) throw INCOMPLETE;
  }

  malformed(dollar: number, problem: string): SubstitutionError {
    const length = this.text.slice(dollar, dollar + SHOWN).indexOf("\n");
    let end = dollar + (length === -1 ? SHOWN : length);
    // The same excerpt, whatever the pieces of a stream are.
    this.checkMore(end);
    while (end > dollar && (this.text.charCodeAt(end) & 0xc0) === 0x80) end--;
    const excerpt = utf8(this.text.slice(dollar, end));
    return new SubstitutionError("malformed", `${problem}; write $$ for a dollar sign`, excerpt, dollar);
  }

  tooDeep(dollar: number): SubstitutionError {
    return this.malformed(dollar, `references are nested more than ${MAX_DEPTH} levels deep`);
  }
}

const encoder = /* @__PURE__ */ new TextEncoder();
const decoder = /* @__PURE__ */ new TextDecoder("utf-8", { ignoreBOM: true });

/** Whether a text is the same with a character for each byte. */
export function isAscii(text: string): boolean {
  return !/[^\0-\x7f]/.test(text);
}

/** A text with a character for each byte, as a string. */
export function utf8(text: string): string {
  return isAscii(text) ? text : decoder.decode(Uint8Array.from(text, (character) => character.charCodeAt(0)));
}

/** The UTF-8 of a string, with a character for each byte. */
export function byteTextOf(text: string): string {
  return isAscii(text) ? text : Array.from(encoder.encode(text), (byte) => String.fromCharCode(byte)).join("");
}

/** One character in a text of bytes; a byte that is not UTF-8 is U+FFFD, as in Go. */
export interface Rune {
  readonly code: number;
  readonly length: number;
}

const INVALID: Rune = { code: 0xfffd, length: 1 };

export function runeAt(text: string, at: number): Rune {
  const lead = text.charCodeAt(at);
  if (lead < 0x80) return { code: lead, length: 1 };
  if (lead < 0xc2 || lead > 0xf4) return INVALID;
  const length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  const sequence = text.slice(at, at + length);
  const decoded = utf8(sequence);
  const code = decoded.codePointAt(0)!;
  return decoded.length === (code > 0xffff ? 2 : 1) && code !== 0xfffd
    ? { code, length }
    : sequence === "\xef\xbf\xbd"
      ? { code, length }
      : INVALID;
}

/** The characters of a text of bytes. */
export function runesOf(text: string): string[] {
  const runes: string[] = [];
  for (let at = 0; at < text.length; at += runes.at(-1)!.length)
    runes.push(text.slice(at, at + runeAt(text, at).length));
  return runes;
}
