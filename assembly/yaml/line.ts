/**
 * Scalars in one line, and lists and mappings of them, that are YAML beyond doubt: where they end, and their expansion.
 */
import { unitAt } from "../primitives/bytes";
import * as char from "../primitives/characters";
import { keepsKeys } from "../substitution/environment";
import { expandScalar, MAX_KEY_LENGTH } from "./output";
import { findToken, skipSpaces } from "./tokens";

/** Lists and mappings in one line are known up to 30 inside each other. */
const MAX_DEPTH: u32 = (1 << 30) - 1;

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

/** Expands a scalar if it contains a `$`. Spaces after a plain scalar do not belong to it. */
export function expand(start: usize, end: usize, isPlain: bool, inFlow: bool, isKey: bool = false): void {
  if (dollar < start) dollar = findToken(start, char.DOLLAR, char.DOLLAR, 0);
  if (dollar >= end || !isExpanded || (isKey && keepsKeys())) return;
  if (isPlain) while (unitAt<u8>(end - 1) === char.SPACE) end--;
  isExpanded = expandScalar(start, end, isPlain, inFlow, isKey);
}

/** Whether a scalar that begins so has no quotes. */
export function isPlain(unit: u32): bool {
  return unit !== char.QUOTATION_MARK && unit !== char.APOSTROPHE;
}

/** The end of a scalar on one line. Includes the spaces before the colon of a quoted key. 0 for anything else. */
export function scalarEnd(at: usize): usize {
  const unit = unitAt<u8>(at);
  if (!isPlain(unit)) {
    const end = quotedEnd(at, unit);
    if (end === 0) return 0;
    const after = skipSpaces(end);
    return unitAt<u8>(after) === char.COLON ? after : end;
  }
  return beginsPlain(at) ? plainEnd(at) : 0;
}

/** Whether a plain scalar begins here for every reader. */
function beginsPlain(at: usize): bool {
  const unit = unitAt<u8>(at);
  return unit === char.HYPHEN
    ? isWord(unitAt<u8>(skipHyphens(at)))
    : isWord(unit) || unit === char.LEFT_PARENTHESIS || unit >= 0x80;
}

function skipHyphens(at: usize): usize {
  while (unitAt<u8>(at) === char.HYPHEN) at++;
  return at;
}

/** A letter, a digit, `_`, `/`, `.`, `$` or `+`: what has no meaning anywhere in a scalar. */
function isWord(unit: u32): bool {
  // `.`, `/` and the digits are neighbours.
  return (
    (unit | char.LOWER_CASE) - char.LOWER_A < 26 ||
    unit - char.FULL_STOP < 12 ||
    unit === char.LOW_LINE ||
    unit === char.DOLLAR ||
    unit === char.PLUS_SIGN
  );
}

/** The address of the `: ` or ` #` after a plain scalar on one line, or of the line end. */
function plainEnd(at: usize): usize {
  while (true) {
    at = findToken(at + 1, char.LINE_FEED, char.COLON, char.NUMBER_SIGN);
    const unit = unitAt<u8>(at);
    if (unit === char.LINE_FEED || (unit === char.COLON && unitAt<u8>(at + 1) <= char.SPACE)) return at;
    // Before the space, because a comment must follow a space.
    if (unit === char.NUMBER_SIGN && unitAt<u8>(at - 1) <= char.SPACE) return at - 1;
  }
}

/** The address after the closing quote of a scalar on one line whose escape sequences every parser supports; otherwise 0. */
function quotedEnd(at: usize, quote: u32): usize {
  const escape = quote === char.QUOTATION_MARK ? char.BACKSLASH : quote;
  while (true) {
    at = findToken(at + 1, quote, escape, char.LINE_FEED);
    const unit = unitAt<u8>(at);
    if (unit === char.LINE_FEED) return 0;
    at++;
    const next = unitAt<u8>(at);
    if (unit === quote && (quote === char.QUOTATION_MARK || next !== quote)) return at;
    if (
      unit === char.BACKSLASH &&
      next !== char.QUOTATION_MARK &&
      next !== char.BACKSLASH &&
      next !== char.LOWER_N &&
      next !== char.LOWER_R &&
      next !== char.LOWER_T
    ) {
      return 0;
    }
  }
}

/**
 * The address after the list or mapping in brackets or braces that starts here, if it is on one line and contains only scalars
 * and such lists and mappings; otherwise 0.
 */
export function flowEnd(at: usize): usize {
  // One bit for each open collection, the innermost lowest: 1 for a mapping. The highest bit is an additional 1.
  let inside: u32 = 1;
  while (true) {
    const unit = unitAt<u8>(at);
    const isOpening = unit === char.LEFT_BRACKET || unit === char.LEFT_BRACE;
    if (isOpening) {
      if (inside > MAX_DEPTH) return 0;
      inside = (inside << 1) | <u32>(unit === char.LEFT_BRACE);
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
      if (unitAt<u8>(at) !== char.COMMA) return 0;
      at = skipSpaces(at + 1);
    }
    if ((inside & 1) !== 0) {
      const key = at;
      at = flowScalarEnd(key);
      if (at === 0 || at - key > MAX_KEY_LENGTH || unitAt<u8>(at) !== char.COLON || unitAt<u8>(at + 1) !== char.SPACE)
        return 0;
      expand(key, at, isPlain(unitAt<u8>(key)), true, true);
      at = skipSpaces(at + 1);
    }
  }
}

/** What ends the innermost of these collections. */
function closerOf(inside: u32): u32 {
  return (inside & 1) !== 0 ? char.RIGHT_BRACE : char.RIGHT_BRACKET;
}

/** The address after a scalar on one line in brackets or braces; otherwise 0. */
function flowScalarEnd(at: usize): usize {
  const first = unitAt<u8>(at);
  if (!isPlain(first)) return quotedEnd(at, first);
  at = skipHyphens(at);
  if (!isWord(unitAt<u8>(at))) return 0;
  let unit: u32;
  do unit = unitAt<u8>(++at);
  while (isWord(unit) || unit === char.HYPHEN || unit - char.LEFT_PARENTHESIS < 2 || unit === char.EQUALS_SIGN);
  return at;
}
