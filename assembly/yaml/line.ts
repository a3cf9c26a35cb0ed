/**
 * Scalars in one line, and lists and mappings of them, that are YAML beyond doubt: where they end, and their expansion.
 */
import { unitAt } from "../primitives/bytes";
import {
  APOSTROPHE,
  BACKSLASH,
  COLON,
  COMMA,
  DOLLAR,
  EQUALS_SIGN,
  FULL_STOP,
  HYPHEN,
  LEFT_BRACE,
  LEFT_BRACKET,
  LEFT_PARENTHESIS,
  LINE_FEED,
  LOW_LINE,
  LOWER_A,
  LOWER_CASE,
  LOWER_N,
  LOWER_R,
  LOWER_T,
  NUMBER_SIGN,
  PLUS_SIGN,
  QUOTATION_MARK,
  RIGHT_BRACE,
  RIGHT_BRACKET,
  SPACE,
} from "../primitives/characters";
import { expandScalar, LONGEST_KEY } from "./output";
import { findToken, skipSpaces } from "./tokens";

/** Lists and mappings in one line are known up to 30 inside each other. */
const DEEPEST: u32 = (1 << 30) - 1;

/** There is no `$` between the last scalar and this address. */
let dollar: usize;
/** Whether all scalars of the document so far are expanded. */
let isExpanded: bool;

/** Begins a text. */
export function beginScalars(): void {
  dollar = 0;
  isExpanded = true;
}

/** Whether all scalars since the beginning are expanded that have to be. */
export function areExpanded(): bool {
  return isExpanded;
}

/** Expands a scalar, if it has a `$`; blanks behind a plain one are none of it. */
export function expand(start: usize, end: usize, isPlain: bool, inFlow: bool): void {
  if (dollar < start) dollar = findToken(start, DOLLAR, DOLLAR, 0);
  if (dollar >= end || !isExpanded) return;
  if (isPlain) while (unitAt<u8>(end - 1) === SPACE) end--;
  isExpanded = expandScalar(start, end, isPlain, inFlow);
}

/** Whether a scalar that begins so has no quotes. */
export function isPlain(unit: u32): bool {
  return unit !== QUOTATION_MARK && unit !== APOSTROPHE;
}

/** Where a scalar in one line ends, blanks behind it included: a key's colon may stand there; 0 for anything else. */
export function scalarEnd(at: usize): usize {
  const unit = unitAt<u8>(at);
  if (!isPlain(unit)) {
    const end = quotedEnd(at, unit);
    if (end === 0) return 0;
    const behind = skipSpaces(end);
    return unitAt<u8>(behind) === COLON ? behind : end;
  }
  return beginsPlain(at) ? plainEnd(at) : 0;
}

/** Whether a plain scalar begins here for every reader. */
function beginsPlain(at: usize): bool {
  const unit = unitAt<u8>(at);
  return unit === HYPHEN
    ? isWord(unitAt<u8>(skipHyphens(at)))
    : isWord(unit) || unit === LEFT_PARENTHESIS || unit >= 0x80;
}

function skipHyphens(at: usize): usize {
  while (unitAt<u8>(at) === HYPHEN) at++;
  return at;
}

/** A letter, a digit, `_`, `/`, `.`, `$` or `+`: what has no meaning anywhere in a scalar. */
function isWord(unit: u32): bool {
  // `.`, `/` and the digits are neighbours.
  return (
    (unit | LOWER_CASE) - LOWER_A < 26 ||
    unit - FULL_STOP < 12 ||
    unit === LOW_LINE ||
    unit === DOLLAR ||
    unit === PLUS_SIGN
  );
}

/** The `: ` or the ` #` behind a plain scalar's text in one line, or the line's end. */
function plainEnd(at: usize): usize {
  while (true) {
    at = findToken(at + 1, LINE_FEED, COLON, NUMBER_SIGN);
    const unit = unitAt<u8>(at);
    if (unit === LINE_FEED || (unit === COLON && unitAt<u8>(at + 1) <= SPACE)) return at;
    // In front of the blank: a comment needs one.
    if (unit === NUMBER_SIGN && unitAt<u8>(at - 1) <= SPACE) return at - 1;
  }
}

/** Behind the closing quote of a scalar in one line, with the escapes that every reader knows; 0 for anything else. */
function quotedEnd(at: usize, quote: u32): usize {
  const escape = quote === QUOTATION_MARK ? BACKSLASH : quote;
  while (true) {
    at = findToken(at + 1, quote, escape, LINE_FEED);
    const unit = unitAt<u8>(at);
    if (unit === LINE_FEED) return 0;
    at++;
    const next = unitAt<u8>(at);
    if (unit === quote && (quote === QUOTATION_MARK || next !== quote)) return at;
    if (
      unit === BACKSLASH &&
      next !== QUOTATION_MARK &&
      next !== BACKSLASH &&
      next !== LOWER_N &&
      next !== LOWER_R &&
      next !== LOWER_T
    ) {
      return 0;
    }
  }
}

/**
 * Behind the `]` or `}` of the list or mapping that begins here, of scalars and such lists and mappings in one line; 0 for
 * anything else.
 */
export function flowEnd(at: usize): usize {
  // A bit for each collection that is open, the innermost lowest: 1 for a mapping. Above them stands a 1.
  let inside: u32 = 1;
  while (true) {
    const unit = unitAt<u8>(at);
    const isOpening = unit === LEFT_BRACKET || unit === LEFT_BRACE;
    if (isOpening) {
      if (inside > DEEPEST) return 0;
      inside = (inside << 1) | <u32>(unit === LEFT_BRACE);
      at++;
    } else {
      const start = at;
      at = flowScalarEnd(start);
      if (at === 0) return 0;
      expand(start, at, isPlain(unit), true);
    }
    at = skipSpaces(at);
    if (!isOpening || unitAt<u8>(at) === closerOf(inside)) {
      while (unitAt<u8>(at) === closerOf(inside)) {
        at++;
        inside >>= 1;
        if (inside === 1) return at;
        at = skipSpaces(at);
      }
      if (unitAt<u8>(at) !== COMMA) return 0;
      at = skipSpaces(at + 1);
    }
    if ((inside & 1) !== 0) {
      const key = at;
      at = flowScalarEnd(key);
      if (at === 0 || at - key > LONGEST_KEY || unitAt<u8>(at) !== COLON || unitAt<u8>(at + 1) !== SPACE) return 0;
      expand(key, at, isPlain(unitAt<u8>(key)), true);
      at = skipSpaces(at + 1);
    }
  }
}

/** What ends the innermost of these collections. */
function closerOf(inside: u32): u32 {
  return (inside & 1) !== 0 ? RIGHT_BRACE : RIGHT_BRACKET;
}

/** Behind a scalar in brackets or braces in one line; 0 for anything else. */
function flowScalarEnd(at: usize): usize {
  const first = unitAt<u8>(at);
  if (!isPlain(first)) return quotedEnd(at, first);
  at = skipHyphens(at);
  if (!isWord(unitAt<u8>(at))) return 0;
  let unit: u32;
  do unit = unitAt<u8>(++at);
  while (isWord(unit) || unit === HYPHEN || unit - LEFT_PARENTHESIS < 2 || unit === EQUALS_SIGN);
  return at;
}
