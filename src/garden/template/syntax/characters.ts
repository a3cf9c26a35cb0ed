/** Classes of UTF-16 units in expressions. Garden's grammar is that of JavaScript's names plus `-`. */

import { unicodeTest } from "../../../text/unicode.ts";

export const QUOTATION_MARK = 0x22;
const DOLLAR = 0x24;
export const APOSTROPHE = 0x27;
export const LEFT_PARENTHESIS = 0x28;
export const RIGHT_PARENTHESIS = 0x29;
export const PLUS = 0x2b;
export const COMMA = 0x2c;
export const HYPHEN = 0x2d;
export const FULL_STOP = 0x2e;
export const COLON = 0x3a;
export const QUESTION_MARK = 0x3f;
export const LEFT_BRACKET = 0x5b;
export const BACKSLASH = 0x5c;
export const RIGHT_BRACKET = 0x5d;
const LOW_LINE = 0x5f;

export function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

/** The value of a hexadecimal digit, or -1. */
export function hexValue(unit: number): number {
  if (isDigit(unit)) return unit - 0x30;
  const lower = unit | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}

export function isLineBreak(unit: number): boolean {
  return unit === 0x0a || unit === 0x0d || unit === 0x2028 || unit === 0x2029;
}

/** White space between the tokens of an expression. Garden does not allow line breaks. */
export function isSpace(unit: number): boolean {
  if (unit <= 0x20) return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d);
  if (unit < 0xa0) return false;
  return /\s/.test(String.fromCharCode(unit));
}

const NAME_START = /* @__PURE__ */ unicodeTest(/[A-Za-z]/, "[\\p{L}\\p{Nl}]");
const NAME_PART = /* @__PURE__ */ unicodeTest(/\w/, "[\\p{L}\\p{Nl}\\p{Nd}\\p{Mn}\\p{Mc}\\p{Pc}\\u200c\\u200d]");

/** A letter, `$`, or `_`. Letters outside the Basic Multilingual Plane are not supported. */
export function isNameStart(unit: number): boolean {
  if (unit < 0x80) {
    const lower = unit | 0x20;
    return (lower >= 0x61 && lower <= 0x7a) || unit === LOW_LINE || unit === DOLLAR;
  }
  return NAME_START.test(String.fromCharCode(unit));
}

/** The rest of a name: also digits, marks, connecting punctuation, joiners, and `-`. */
export function isNamePart(unit: number): boolean {
  if (unit < 0x80) return isNameStart(unit) || isDigit(unit) || unit === HYPHEN;
  return NAME_PART.test(String.fromCharCode(unit));
}
