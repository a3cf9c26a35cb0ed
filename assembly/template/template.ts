/**
 * Where the parts of a Garden template string begin and end: one pass, over UTF-16 units or over ASCII.
 *
 *   `${ … }`                 an expression, up to the first `}` outside string literals, and a directly following `?`
 *   `${if …}`                starts a block (the condition follows); `${else}` and `${endif}` continue and end it
 *   `$${ … }`                the same text with one dollar sign, up to the first `}`; unchanged without a `}`
 *   everything else          text
 *
 * Expressions are not parsed, except for their string literals and their first word.
 *
 * A part ends where the next one begins: after its `}`, or after the `?` of an optional expression.
 */

import {
  ELSE,
  ENDIF,
  ESCAPED,
  EXPRESSION,
  IF,
  OPTIONAL,
  PART_CONTENT,
  PART_CONTENT_END,
  PART_KIND,
  PART_START,
  PART_WORDS,
  SLACK,
  TEXT,
  UNCLOSED,
  UNQUOTED,
} from "../codes";
import { findFar } from "../primitives/blocks";
import { BLOCK, find, matches, splat, unitAt } from "../primitives/bytes";
import { SHORT_PARTS, TEXT_UNITS } from "../primitives/capacities";
import * as char from "../primitives/characters";

/** Bytes of a record. */
const RECORD: usize = 4 * PART_WORDS;

/** Room for the units of a short string, and for its parts; a longer one has both in the arena. */
const text = memory.data(TEXT_UNITS * 2 + <i32>SLACK, 16);
const parts = memory.data(SHORT_PARTS * <i32>RECORD, 16);

export function textAt(): usize {
  return text;
}

export function textUnits(): usize {
  return <usize>TEXT_UNITS;
}

export function partsAt(): usize {
  return parts;
}

export function partsEnd(): usize {
  return parts + <usize>SHORT_PARTS * RECORD;
}

/** Scans ASCII, one byte a unit; see `scanParts`. */
export function scanTemplate8(origin: usize, input: usize, inputEnd: usize, records: usize, recordsEnd: usize): u32 {
  return scanParts<u8>(origin, input, inputEnd, records, recordsEnd);
}

/** Scans UTF-16; see `scanParts`. */
export function scanTemplate16(origin: usize, input: usize, inputEnd: usize, records: usize, recordsEnd: usize): u32 {
  return scanParts<u16>(origin, input, inputEnd, records, recordsEnd);
}

/**
 * @param origin the beginning of the string; offsets in records count units from there
 * @param input where to begin: `origin`, or the end of a part. `SLACK` bytes after `inputEnd` can be read
 * @param records where to store a record (`PART_WORDS`) for each part, with room for two at least
 * @returns the number of records. If the last part does not end at `inputEnd`, the room was full: call again with its end
 */
function scanParts<T>(origin: usize, input: usize, inputEnd: usize, records: usize, recordsEnd: usize): u32 {
  const unit = sizeof<T>();
  const first = records;
  while (input < inputEnd && records + 2 * RECORD <= recordsEnd) {
    const start = findOpener<T>(input, inputEnd);
    if (input < start) {
      put<T>(records, TEXT, origin, input, input, start);
      records += RECORD;
      if (start === inputEnd) break;
    }
    if (unitAt<T>(start + unit) === char.DOLLAR) {
      input = find<T>(start + 3 * unit, inputEnd, char.RIGHT_BRACE) + unit;
      put<T>(records, ESCAPED, origin, start, start + unit, input);
    } else {
      const content = start + 2 * unit;
      const end = endOfExpression<T>(content, inputEnd);
      input = end + unit;
      if (end === inputEnd) {
        put<T>(records, UNCLOSED, origin, start, content, inputEnd);
      } else if (unitAt<T>(end) !== char.RIGHT_BRACE) {
        put<T>(records, UNQUOTED, origin, start, end, inputEnd);
        input = inputEnd;
      } else {
        let word = skipBlanks<T>(content, end);
        let kind = EXPRESSION;
        if (isIf<T>(word) && !continuesName(unitAt<T>(word + 2 * unit))) {
          kind = IF;
          word += 2 * unit;
        } else if (isElse<T>(word) && skipBlanks<T>(word + 4 * unit, end) === end) {
          kind = ELSE;
        } else if (isEndif<T>(word) && skipBlanks<T>(word + 5 * unit, end) === end) {
          kind = ENDIF;
        } else if (input < inputEnd && unitAt<T>(input) === char.QUESTION_MARK) {
          kind = OPTIONAL;
          input += unit;
        }
        put<T>(records, kind, origin, start, word, end);
      }
    }
    records += RECORD;
  }
  return <u32>((records - first) / RECORD);
}

function put<T>(record: usize, kind: i32, origin: usize, start: usize, content: usize, end: usize): void {
  store<i32>(record, kind, 4 * PART_KIND);
  store<i32>(record, <i32>((start - origin) / sizeof<T>()), 4 * PART_START);
  store<i32>(record, <i32>((content - origin) / sizeof<T>()), 4 * PART_CONTENT);
  store<i32>(record, <i32>((end - origin) / sizeof<T>()), 4 * PART_CONTENT_END);
}

/** The first `${`, or `$${` that is followed by a `}` anywhere; or `end`. */
function findOpener<T>(start: usize, end: usize): usize {
  const unit = sizeof<T>();
  while (true) {
    // Bytes are those of long texts.
    const dollar = unit === 1 ? findFar(start, end, char.DOLLAR) : find<T>(start, end, char.DOLLAR);
    if (dollar + 2 * unit > end) return end;
    const next = unitAt<T>(dollar + unit);
    if (next === char.LEFT_BRACE) return dollar;
    if (next === char.DOLLAR && dollar + 3 * unit <= end && unitAt<T>(dollar + 2 * unit) === char.LEFT_BRACE) {
      // Without a `}` nothing is an opener any more, so that this search is made once.
      return find<T>(dollar + 3 * unit, end, char.RIGHT_BRACE) < end ? dollar : end;
    }
    start = dollar + unit;
  }
}

/** The address of the `}` outside string literals, of the quote of a literal that does not end, or `end`. */
function endOfExpression<T>(start: usize, end: usize): usize {
  let at = start;
  while (true) {
    at = findAny<T>(at, end, char.RIGHT_BRACE, char.QUOTATION_MARK, char.APOSTROPHE);
    if (at === end) return end;
    const quote = unitAt<T>(at);
    if (quote === char.RIGHT_BRACE) return at;
    const opening = at;
    at = findAny<T>(at + sizeof<T>(), end, quote, char.BACKSLASH, char.BACKSLASH);
    while (at < end && unitAt<T>(at) === char.BACKSLASH) {
      at = findAny<T>(at + 2 * sizeof<T>(), end, quote, char.BACKSLASH, char.BACKSLASH);
    }
    if (at >= end) return opening;
    at += sizeof<T>();
  }
}

/** The first of three units in a range, or `end`. */
function findAny<T>(start: usize, end: usize, a: u32, b: u32, c: u32): usize {
  if (!ASC_FEATURE_SIMD) {
    for (let at = start; at < end; at += sizeof<T>()) {
      const unit = unitAt<T>(at);
      if (unit === a || unit === b || unit === c) return at;
    }
    return end;
  }
  for (let at = start; at < end; at += BLOCK) {
    const block = v128.load(at);
    const mask = matches<T>(block, splat<T>(a)) | matches<T>(block, splat<T>(b)) | matches<T>(block, splat<T>(c));
    if (mask !== 0) return min(at + <usize>ctz(mask) * sizeof<T>(), end);
  }
  return end;
}

// The words are compared without a check for the end, because a brace follows the expression.

function isIf<T>(at: usize): bool {
  return unitAt<T>(at) === char.LOWER_I && unitAt<T>(at + sizeof<T>()) === char.LOWER_F;
}

function isElse<T>(at: usize): bool {
  return (
    unitAt<T>(at) === char.LOWER_E &&
    unitAt<T>(at + sizeof<T>()) === char.LOWER_L &&
    unitAt<T>(at + 2 * sizeof<T>()) === char.LOWER_S &&
    unitAt<T>(at + 3 * sizeof<T>()) === char.LOWER_E
  );
}

function isEndif<T>(at: usize): bool {
  return (
    unitAt<T>(at) === char.LOWER_E &&
    unitAt<T>(at + sizeof<T>()) === char.LOWER_N &&
    unitAt<T>(at + 2 * sizeof<T>()) === char.LOWER_D &&
    isIf<T>(at + 3 * sizeof<T>())
  );
}

function skipBlanks<T>(at: usize, end: usize): usize {
  while (at < end && isWhiteSpace(unitAt<T>(at))) at += sizeof<T>();
  return at;
}

/** White space in expressions: the horizontal white space of Unicode, and line breaks. */
function isWhiteSpace(unit: u32): bool {
  if (unit <= char.SPACE) return unit === char.SPACE || (unit >= char.TAB && unit <= char.CARRIAGE_RETURN);
  if (unit < 0xa0) return false;
  return (
    unit === 0xa0 ||
    unit === 0x1680 ||
    (unit >= 0x2000 && unit <= 0x200a) ||
    unit === 0x2028 ||
    unit === 0x2029 ||
    unit === 0x202f ||
    unit === 0x205f ||
    unit === 0x3000 ||
    unit === 0xfeff
  );
}

/** Whether a name goes on here, so that `if` before it is only its beginning: `iffy`, `if-x`, `if.x`. */
function continuesName(unit: u32): bool {
  return (
    (unit >= char.LOWER_A && unit <= char.LOWER_Z) ||
    (unit >= char.UPPER_A && unit <= char.UPPER_Z) ||
    (unit >= char.DIGIT_ZERO && unit <= char.DIGIT_NINE) ||
    unit === char.LOW_LINE ||
    unit === char.DOLLAR ||
    unit === char.HYPHEN ||
    unit === char.FULL_STOP ||
    unit === char.BACKSLASH ||
    (unit >= 0x80 && !isWhiteSpace(unit))
  );
}
