/** Tokens of YAML text that were read but not taken yet. A `:` can still insert a key before some of them. */
import type { Cursor } from "./cursor.ts";
import type { ScalarSource } from "./scalar-text.ts";

/** An entry that starts a block sequence or mapping is a `first-` one; `block-end` ends it. */
export type TokenType =
  | ("end" | "directive" | "---" | "...")
  | ("first-item" | "first-key" | "first-value" | "item" | "key" | "value" | "block-end")
  | ("[" | "]" | "{" | "}" | ",")
  | ("alias" | "anchor" | "tag" | "scalar");

export interface Token {
  type: TokenType;
  readonly start: number;
  readonly end: number;
  readonly scalar: ScalarSource | undefined;
}

/** A place where a key can start, until its line ends. */
interface PossibleKey {
  /** The number of the token that would follow the key's token; -1 for no place. */
  number: number;
  start: number;
  lineStart: number;
  /** Whether only a key is allowed in this column of a block mapping. */
  isRequired: boolean;
}

/** A key without `?` is on one line. With the text before its `:`, it has at most this many characters. */
const MAX_KEY_LENGTH = 1024;

export class TokenQueue {
  private readonly cursor: Cursor;
  private readonly tokens: Token[] = [];
  /** The tokens from `head` to `count` have not been taken. Later elements are left over. */
  private head = 0;
  private count = 0;
  /** How many tokens came before the first one in `tokens`. */
  private dropped = 0;
  private isHeadCertain = false;
  /** One for each open `[` and `{`, and one for the text around them. */
  private readonly possibleKeys: PossibleKey[] = [];
  private possibleKey!: PossibleKey;

  constructor(cursor: Cursor) {
    this.cursor = cursor;
    this.enterFlow();
  }

  /** The next token; undefined if more text must be read first. */
  peek(): Token | undefined {
    if (this.isHeadCertain) return this.tokens[this.head];
    if (this.head === this.count) {
      this.dropped += this.count;
      this.count = 0;
      this.head = 0;
      return undefined;
    }
    const number = this.dropped + this.head;
    for (const key of this.possibleKeys) if (key.number === number && this.isPossible(key)) return undefined;
    this.isHeadCertain = true;
    return this.tokens[this.head];
  }

  skip(): void {
    this.head++;
    this.isHeadCertain = false;
  }

  add(type: TokenType, start: number, end = start, scalar?: ScalarSource): void {
    this.tokens[this.count++] = { type, start, end, scalar };
  }

  /** A key can start at the cursor. */
  allowKey(isRequired: boolean): void {
    this.forbidKey();
    const { cursor, possibleKey } = this;
    possibleKey.number = this.dropped + this.count;
    possibleKey.start = cursor.at;
    possibleKey.lineStart = cursor.lineStart;
    possibleKey.isRequired = isRequired;
  }

  /** @throws DocumentError if only a key was allowed there */
  forbidKey(): void {
    this.drop(this.possibleKey);
  }

  /** Where the key starts that a `:` at the cursor would end; -1 without such a key. */
  keyStart(): number {
    return this.isPossible(this.possibleKey) ? this.possibleKey.start : -1;
  }

  /** Inserts the token of the key that starts at `keyStart()`. */
  insertKey(type: TokenType): void {
    const { possibleKey, tokens } = this;
    const { number, start } = possibleKey;
    const at = number - this.dropped;
    for (let i = this.count++; i > at; i--) tokens[i] = tokens[i - 1]!;
    tokens[at] = { type, start, end: start, scalar: undefined };
    possibleKey.number = -1;
  }

  enterFlow(): void {
    this.possibleKey = { number: -1, start: 0, lineStart: 0, isRequired: false };
    this.possibleKeys.push(this.possibleKey);
  }

  leaveFlow(): void {
    this.possibleKeys.pop();
    this.possibleKey = this.possibleKeys.at(-1)!;
  }

  private isPossible(key: PossibleKey): boolean {
    const { cursor } = this;
    if (key.number === -1) return false;
    if (key.lineStart === cursor.lineStart && (cursor.version === "1.2" || this.isShort(key.start))) return true;
    this.drop(key);
    return false;
  }

  /** Whether the text from an offset to the cursor is short enough for a key of go-yaml. */
  private isShort(start: number): boolean {
    const { at, text } = this.cursor;
    if (start + MAX_KEY_LENGTH >= at) return true;
    return start + 2 * MAX_KEY_LENGTH >= at && [...text.slice(start, at)].length <= MAX_KEY_LENGTH;
  }

  private drop(key: PossibleKey): void {
    if (key.number !== -1 && key.isRequired) {
      throw this.cursor.error("a key without ':', or wrong indentation", key.start);
    }
    key.number = -1;
  }
}
