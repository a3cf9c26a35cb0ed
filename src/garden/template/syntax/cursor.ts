import { MAX_NESTING } from "../limits.ts";
import { BACKSLASH, isLineBreak, isNamePart, isNameStart, isSpace } from "./characters.ts";
import { readHex, skipDigits } from "./literal.ts";
import type { LiteralOffsets } from "./literal-offsets.ts";
import type { Operator } from "./tree.ts";

const LOWER_U = 0x75;
const RIGHT_BRACE = 0x7d;

/** A position in a text, and the tokens that can be read there. A `}` ends the text, at which every loop stops. */
export class Cursor {
  /** The deepest nesting so far. */
  deepest: number;
  protected readonly offsets: LiteralOffsets;
  protected readonly source: string;
  protected nesting: number;
  protected at = 0;

  constructor(offsets: LiteralOffsets, nesting: number) {
    this.offsets = offsets;
    this.source = offsets.source;
    this.nesting = nesting;
    this.deepest = nesting;
  }

  protected fail(reason: string, at = this.at): never {
    throw this.offsets.error("parse", reason, at);
  }

  protected failUnexpected(): never {
    const unit = this.unit();
    if (isLineBreak(unit)) this.fail("an expression cannot contain a line break (strict syntax)");
    if (unit === RIGHT_BRACE) this.fail("the expression is incomplete");
    this.fail(`unexpected ${JSON.stringify(String.fromCodePoint(this.source.codePointAt(this.at)!))}`);
  }

  protected unit(): number {
    return this.source.charCodeAt(this.at);
  }

  protected skipSpaces(): void {
    const { strict } = this.offsets.language;
    while (isSpace(this.source.charCodeAt(this.at))) {
      if (strict && isLineBreak(this.source.charCodeAt(this.at))) return;
      this.at++;
    }
  }

  protected enter(levels = 1): void {
    this.nesting += levels;
    this.deepest = Math.max(this.deepest, this.nesting);
    if (this.nesting > MAX_NESTING) {
      throw this.offsets.error("limit", `the expression is nested deeper than ${MAX_NESTING} levels`, this.at);
    }
  }

  /** Whether the word is next, and not only the start of a longer name. */
  protected isWord(word: string): boolean {
    return this.source.startsWith(word, this.at) && !isNamePart(this.source.charCodeAt(this.at + word.length));
  }

  /** Digits as a key. */
  protected digits(): number {
    const start = this.at;
    this.at = skipDigits(this.source, start);
    if (isNamePart(this.unit())) this.fail("a name cannot start with a digit", start);
    return Number(this.source.slice(start, this.at));
  }

  protected name(): string {
    let name = this.nameParts();
    // \uXXXX is a letter, as in JavaScript.
    while (this.unit() === BACKSLASH) {
      const isHex = this.source.charCodeAt(this.at + 1) === LOWER_U;
      const code = isHex ? readHex(this.source, this.at + 2, this.at + 6) : -1;
      if (code < 0 || !(name === "" ? isNameStart(code) : isNamePart(code))) this.failUnexpected();
      this.at += 6;
      name += String.fromCharCode(code) + this.nameParts();
    }
    return name;
  }

  private nameParts(): string {
    const start = this.at;
    while (isNamePart(this.unit())) this.at++;
    return this.source.slice(start, this.at);
  }
}

export type ChainingOperator = Exclude<Operator, "contains">;

/** The precedence of the binary operators that can be chained. The tightest have the highest level. */
export const LEVELS: Readonly<Record<ChainingOperator, number>> = {
  "||": 1,
  "&&": 2,
  "==": 3,
  "!=": 3,
  "<": 4,
  "<=": 4,
  ">": 4,
  ">=": 4,
  "+": 5,
  "-": 5,
  "*": 6,
  "/": 6,
  "%": 6,
};

/** The first characters of operators. Checking them first saves most expressions two lookups of substrings. */
const BEGINNINGS = "|&=!<>+-*/%";

/** The operator at an offset. */
export function operatorAt(source: string, at: number): ChainingOperator | undefined {
  const single = source.charAt(at);
  if (!BEGINNINGS.includes(single)) return undefined;
  const pair = source.slice(at, at + 2);
  if (Object.hasOwn(LEVELS, pair)) return pair as ChainingOperator;
  return Object.hasOwn(LEVELS, single) ? (single as ChainingOperator) : undefined;
}
