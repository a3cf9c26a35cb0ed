/** Number and string literals of expressions. */
import { BACKSLASH, hexValue, isDigit, isLineBreak, isNameStart } from "./characters.ts";

/** Hexadecimal, or decimal without leading zeros. */
const NUMBER = /0x[\da-f]+|(?:(?:0|[1-9]\d*)(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?/iy;

/**
 * The number at `at`. Undefined if there is no number, or a letter or digit follows it: `12.a` is a lookup, `0b1` and
 * `1_000` are errors, and `007` is not a number.
 */
export function readNumber(source: string, at: number): { readonly value: number; readonly end: number } | undefined {
  NUMBER.lastIndex = at;
  const [number] = NUMBER.exec(source) ?? [];
  if (number === undefined) return undefined;
  const end = at + number.length;
  const next = source.charCodeAt(end);
  if (isDigit(next) || isNameStart(next) || next === BACKSLASH) return undefined;
  return { value: Number(number), end };
}

export function skipDigits(source: string, at: number): number {
  while (isDigit(source.charCodeAt(at))) at++;
  return at;
}

interface StringLiteral {
  readonly text: string;
  /** The offset after the closing quote. */
  readonly end: number;
  /** The offsets of the units of `text` and of its end, if it has escapes; otherwise `text` starts at `start + 1`. */
  readonly offsets: readonly number[] | undefined;
}

/** Reads the string literal whose opening quote is at `start`. The scanner has checked that it is closed. */
export function readString(
  source: string,
  start: number,
): StringLiteral | { readonly reason: string; readonly at: number } {
  const quote = source.charCodeAt(start);
  let text = "";
  let offsets: number[] | undefined;
  // Text between escapes is copied in one piece.
  let run = start + 1;
  let at = run;
  while (true) {
    const unit = source.charCodeAt(at);
    if (unit !== quote && unit !== BACKSLASH) {
      if (isLineBreak(unit)) return { reason: "a string literal cannot contain a line break; write \\n", at };
      at++;
      continue;
    }
    text += source.slice(run, at);
    if (unit === BACKSLASH) offsets ??= [];
    for (; offsets !== undefined && run < at; run++) offsets.push(run);
    if (unit === quote) {
      offsets?.push(at);
      return { text, end: at + 1, offsets };
    }
    const escape = readEscape(source, at);
    if (escape === undefined) return { reason: "invalid escape sequence in a string literal", at };
    text += escape.text;
    if (escape.text !== "") offsets?.push(at);
    at = escape.end;
    run = at;
  }
}

const SINGLE_ESCAPES: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v" };

/** The escape sequence at a backslash: one unit, or nothing for an escaped line break. */
function readEscape(source: string, at: number): { text: string; end: number } | undefined {
  const unit = source.charCodeAt(at + 1);
  const character = source.charAt(at + 1);
  if (isLineBreak(unit)) return { text: "", end: at + (source.startsWith("\r\n", at + 1) ? 3 : 2) };
  if (isDigit(unit)) {
    if (unit !== 0x30 || isDigit(source.charCodeAt(at + 2))) return undefined;
    return { text: "\0", end: at + 2 };
  }
  if (character === "x" || character === "u") {
    const end = at + (character === "x" ? 4 : 6);
    const code = readHex(source, at + 2, end);
    return code < 0 ? undefined : { text: String.fromCharCode(code), end };
  }
  return { text: SINGLE_ESCAPES[character] ?? character, end: at + 2 };
}

/** The hexadecimal number that fills [at, end), or -1. */
export function readHex(source: string, at: number, end: number): number {
  let code = 0;
  for (; at < end; at++) {
    const digit = hexValue(source.charCodeAt(at));
    if (digit < 0) return -1;
    code = code * 16 + digit;
  }
  return code;
}
