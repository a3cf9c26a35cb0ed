/**
 * Documents that are YAML beyond doubt: block mappings and sequences of scalars in one line, lists in brackets of such
 * scalars, and block scalars. Whatever else is in a document, the host has to read it. This is no reader of YAML: it
 * knows what every reader takes, and leaves the rest open.
 *
 * Linear: every byte is looked at a fixed number of times.
 */
import { BLOCK, unitAt } from "./bytes";
import {
  APOSTROPHE,
  BACKSLASH,
  COLON,
  COMMA,
  DELETE,
  DOLLAR,
  FULL_STOP,
  GREATER_THAN,
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
  VERTICAL_LINE,
} from "./characters";
import { COLLECTIONS } from "./rooms";
import { findToken, isMarker, lineEnd, skipSpaces } from "./yaml-tokens";

/** A reader may take no longer key. */
const LONGEST_KEY: usize = 1000;

/** The collections that are open: the column of each times two, plus one for a sequence. */
const open = memory.data(COLLECTIONS * 4, 4);
const lastOpen = open + <usize>(COLLECTIONS - 1) * 4;

/** The innermost one; the first entry, below all columns, stands for the document. */
let top: usize;
/** Whether a value of the innermost one may follow in the next lines. */
let isAwaited: bool;

/**
 * Where the first document begins that may not be YAML; `end` if there is none. A document begins at `start` and at each
 * line `---`. A line feed and a zero stand behind the text.
 */
export function knownYamlEnd(start: usize, end: usize): usize {
  let document = start;
  let at = start;
  while (true) {
    if (isMarker(at)) {
      // What stands behind `...` goes with what stands before.
      if (unitAt<u8>(at) !== HYPHEN) return document;
      document = at;
      at = behindRest(at + 3);
      if (at === 0) return document;
    }
    store<i32>(open, -2);
    top = open;
    isAwaited = true;
    while (at < end && !isMarker(at)) {
      at = behindEntry(at, end);
      if (at === 0) return document;
    }
    at = min(at, end);
    if (!isFit(document, at)) return document;
    if (at === end) return end;
  }
}

/** Behind the line at `line`, and behind the lines of a block scalar that begins there; 0 if they may not be YAML. */
function behindEntry(line: usize, end: usize): usize {
  let at = skipSpaces(line);
  let unit = unitAt<u8>(at);
  if (unit === LINE_FEED) return at + 1;
  if (unit === NUMBER_SIGN) return lineEnd(at) + 1;
  let column = <i32>(at - line);
  while (load<i32>(top) >> 1 > column) {
    top -= 4;
    isAwaited = false;
  }
  let isFirst = true;
  while (unit === HYPHEN && unitAt<u8>(at + 1) <= SPACE) {
    if (!isFirst || load<i32>(top) !== ((column << 1) | 1)) {
      // A mapping's value may be a sequence whose items stand in the mapping's own column.
      if (!isAwaited || !opened(column, 1)) return 0;
    }
    isAwaited = true;
    isFirst = false;
    at = skipSpaces(at + 1);
    unit = unitAt<u8>(at);
    column = <i32>(at - line);
    if (unit === LINE_FEED) return at + 1;
    if (unit === NUMBER_SIGN) return lineEnd(at) + 1;
  }

  let behind = scalarEnd(at);
  if (behind !== 0 && unitAt<u8>(behind) === COLON && unitAt<u8>(behind + 1) <= SPACE) {
    if (behind - at > LONGEST_KEY) return 0;
    if (isFirst && load<i32>(top) === ((column << 1) | 1)) {
      top -= 4;
      isAwaited = false;
    }
    if (load<i32>(top) !== column << 1 && (!isAwaited || !opened(column, 0))) return 0;
    isAwaited = true;
    at = skipSpaces(behind + 1);
    unit = unitAt<u8>(at);
    if (unit === LINE_FEED) return at + 1;
    if (unit === NUMBER_SIGN) return lineEnd(at) + 1;
    behind = scalarEnd(at);
  } else if (isFirst) {
    return 0;
  }
  isAwaited = false;
  if (unit === VERTICAL_LINE || unit === GREATER_THAN) return behindBlock(at + 1, end);
  if (unit === LEFT_BRACKET) behind = listEnd(at);
  else if (unit === LEFT_BRACE && unitAt<u8>(at + 1) === RIGHT_BRACE) behind = at + 2;
  return behind === 0 ? 0 : behindRest(behind);
}

/** Opens a collection inside of the innermost one, where that may be; returns whether it may. */
function opened(column: i32, isSequence: i32): bool {
  const outer = load<i32>(top);
  const isInside = outer >> 1 < column || (isSequence && outer === column << 1);
  if (!isInside || top === lastOpen) return false;
  top += 4;
  store<i32>(top, (column << 1) | isSequence);
  return true;
}

/** Behind a line's end where nothing but blanks and a comment is before it; else 0. */
function behindRest(at: usize): usize {
  const end = skipSpaces(at);
  const unit = unitAt<u8>(end);
  if (unit === LINE_FEED) return end + 1;
  return unit === NUMBER_SIGN && end !== at ? lineEnd(end) + 1 : 0;
}

/** Where a scalar in one line ends, blanks behind it included: a key's colon may stand there; 0 for anything else. */
function scalarEnd(at: usize): usize {
  const unit = unitAt<u8>(at);
  if (unit === QUOTATION_MARK || unit === APOSTROPHE) {
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
  return unit === HYPHEN ? isWord(unitAt<u8>(at + 1)) : isWord(unit) || unit === LEFT_PARENTHESIS || unit >= 0x80;
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

/** Behind the `]` of a list of scalars in one line; 0 for anything else. */
function listEnd(at: usize): usize {
  at = skipSpaces(at + 1);
  if (unitAt<u8>(at) === RIGHT_BRACKET) return at + 1;
  while (true) {
    const unit = unitAt<u8>(at);
    if (unit === QUOTATION_MARK || unit === APOSTROPHE) {
      at = quotedEnd(at, unit);
      if (at === 0) return 0;
    } else {
      if (unit === HYPHEN) at++;
      if (!isWord(unitAt<u8>(at))) return 0;
      do at++;
      while (isWord(unitAt<u8>(at)) || unitAt<u8>(at) === HYPHEN);
    }
    at = skipSpaces(at);
    const behind = unitAt<u8>(at);
    if (behind === RIGHT_BRACKET) return at + 1;
    if (behind !== COMMA) return 0;
    at = skipSpaces(at + 1);
  }
}

/** Behind the lines of a block scalar of the innermost collection, whose indicator stands before `at`; 0 if it may be none. */
function behindBlock(at: usize, end: usize): usize {
  const chomping = unitAt<u8>(at);
  if (chomping === HYPHEN || chomping === PLUS_SIGN) at++;
  at = skipSpaces(at);
  if (unitAt<u8>(at) !== LINE_FEED) return 0;
  const parent = load<i32>(top) >> 1;
  let indent = 0;
  let deepest = 0;
  for (at++; at < end; at++) {
    const line = at;
    at = skipSpaces(at);
    const column = <i32>(at - line);
    if (unitAt<u8>(at) === LINE_FEED) {
      if (indent === 0) deepest = max(deepest, column);
      continue;
    }
    if (column <= parent) return deepest > 0 && indent === 0 ? 0 : line;
    if (indent === 0) indent = column;
    if (column < indent || deepest > indent) return 0;
    at = lineEnd(at);
  }
  return deepest > 0 && indent === 0 ? 0 : end;
}

/** Whether each character of a range is one that every reader takes, and ends no line but a line feed. */
function isFit(at: usize, end: usize): bool {
  const space = i8x16.splat(<i8>SPACE);
  const lineFeed = i8x16.splat(<i8>LINE_FEED);
  const del = i8x16.splat(<i8>DELETE);
  while (at < end) {
    const block = v128.load(at);
    // As numbers with a sign, what is no ASCII is less than a space, too.
    const odd = v128.or(v128.andnot(i8x16.lt_s(block, space), i8x16.eq(block, lineFeed)), i8x16.eq(block, del));
    const mask = i8x16.bitmask(odd);
    if (mask === 0) {
      at += BLOCK;
      continue;
    }
    at += <usize>ctz(mask);
    if (at >= end) return true;
    at = behindCharacter(at, end);
    if (at === 0) return false;
  }
  return true;
}

/** Behind a character of two bytes or more, but for line breaks, marks and what is no character; 0 for those. */
function behindCharacter(at: usize, end: usize): usize {
  const lead = unitAt<u8>(at);
  const second = unitAt<u8>(at + 1);
  if (lead < 0xc2 || lead > 0xf3) return 0;
  const length: usize = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  // Not U+0080 to U+009F, where controls and a line break are; U+2028 and U+2029, line breaks; U+D000 to U+DFFF, with
  // surrogates; U+F000 to U+FFFF, with marks. No overlong forms.
  if (lead === 0xc2 || lead === 0xe0 ? second < 0xa0 : lead === 0xf0 && second < 0x90) return 0;
  if (lead === 0xed || lead === 0xef || (load<u32>(at) & 0xfeffff) === 0xa880e2) return 0;
  for (let i: usize = 1; i < length; i++) {
    if (at + i >= end || (unitAt<u8>(at + i) & 0xc0) !== 0x80) return 0;
  }
  return at + length;
}
