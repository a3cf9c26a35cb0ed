/**
 * Where the parts of a Garden template string begin and end (seed 003): one pass over UTF-16 units.
 *
 *   `${ … }`                 an expression, up to the first `}` outside string literals; a `?` right behind it belongs to it
 *   `${if …}`                begins a block (a test follows the word), `${else}` and `${endif}` go on and end it
 *   `$${ … }`                text with one dollar less, up to the first `}` whatever stands between; without a `}`: itself
 *   everything else          text
 *
 * What an expression means is not looked at, only its string literals and the word it begins with.
 *
 * Contract: [input, inputEnd) has the slack that bytes.ts asks for; `records` has room for two records at least. Each
 * record is four i32: the kind, and in units from `origin` the part's beginning, its content's beginning and its
 * content's end. A part ends where the next one begins: behind the `}`, and behind the `?` of an optional expression.
 */
import { APOSTROPHE, CARRIAGE_RETURN, DOLLAR, find, SPACE, TAB, unitAt } from "./bytes";

/** Text: the content. */
export const TEXT: i32 = 0;
/** An expression: the content, between the braces. */
export const EXPRESSION: i32 = 1;
/** An expression with `?` behind it. */
export const OPTIONAL: i32 = 2;
/** `$${…}`: the content is what becomes text, from the second `$` to the `}`, both included. */
export const ESCAPED: i32 = 3;
/** `${if …}`: the content is the test. */
export const IF: i32 = 4;
export const ELSE: i32 = 5;
export const ENDIF: i32 = 6;
/** `${` and no `}` behind it: the content is all the rest. */
export const UNCLOSED: i32 = 7;
/** `${` and a string literal without an end: the content begins with its quote and is all the rest. */
export const UNQUOTED: i32 = 8;

/** Bytes of a record. */
const RECORD: usize = 16;

const QUOTATION_MARK: u32 = 0x22;
const HYPHEN: u32 = 0x2d;
const FULL_STOP: u32 = 0x2e;
const QUESTION_MARK: u32 = 0x3f;
const BACKSLASH: u32 = 0x5c;
const LOW_LINE: u32 = 0x5f;
const LEFT_BRACE: u32 = 0x7b;
const RIGHT_BRACE: u32 = 0x7d;

/** `if`, `else`, `endi` and `f` as their units stand in memory. */
const IF_WORD: u32 = 0x0066_0069;
const ELSE_WORD: u64 = 0x0065_0073_006c_0065;
const ENDI_WORD: u64 = 0x0069_0064_006e_0065;
const F: u32 = 0x66;

/**
 * Scans from `input`, which is `origin` or the end of a part, until the input or the room for records ends. Returns how
 * many records it has written: if the last part does not end at `inputEnd`, call again with its end.
 */
export function scanTemplate(origin: usize, input: usize, inputEnd: usize, records: usize, recordsEnd: usize): u32 {
  const first = records;
  while (input < inputEnd && records + 2 * RECORD <= recordsEnd) {
    const start = findOpener(input, inputEnd);
    if (input < start) {
      put(records, TEXT, origin, input, input, start);
      records += RECORD;
      if (start === inputEnd) break;
    }
    if (unitAt<u16>(start + 2) === DOLLAR) {
      input = find<u16>(start + 6, inputEnd, RIGHT_BRACE) + 2;
      put(records, ESCAPED, origin, start, start + 2, input);
    } else {
      const content = start + 4;
      const end = endOfExpression(content, inputEnd);
      input = end + 2;
      if (end === inputEnd) {
        put(records, UNCLOSED, origin, start, content, inputEnd);
      } else if (unitAt<u16>(end) !== RIGHT_BRACE) {
        put(records, UNQUOTED, origin, start, end, inputEnd);
        input = inputEnd;
      } else {
        let word = skipBlanks(content, end);
        let kind = EXPRESSION;
        // No word reaches beyond `end`: there stands a brace.
        if (load<u32>(word) === IF_WORD && !continuesName(word + 4)) {
          kind = IF;
          word += 4;
        } else if (load<u64>(word) === ELSE_WORD && skipBlanks(word + 8, end) === end) {
          kind = ELSE;
        } else if (load<u64>(word) === ENDI_WORD && unitAt<u16>(word + 8) === F && skipBlanks(word + 10, end) === end) {
          kind = ENDIF;
        } else if (input < inputEnd && unitAt<u16>(input) === QUESTION_MARK) {
          kind = OPTIONAL;
          input += 2;
        }
        put(records, kind, origin, start, word, end);
      }
    }
    records += RECORD;
  }
  return <u32>((records - first) / RECORD);
}

function put(record: usize, kind: i32, origin: usize, start: usize, content: usize, end: usize): void {
  store<i32>(record, kind);
  store<i32>(record, <i32>((start - origin) >> 1), 4);
  store<i32>(record, <i32>((content - origin) >> 1), 8);
  store<i32>(record, <i32>((end - origin) >> 1), 12);
}

/** The first `${`, or `$${` with a `}` somewhere behind it; or `end`. */
function findOpener(start: usize, end: usize): usize {
  while (true) {
    const dollar = find<u16>(start, end, DOLLAR);
    if (dollar + 4 > end) return end;
    const next = unitAt<u16>(dollar + 2);
    if (next === LEFT_BRACE) return dollar;
    if (next === DOLLAR && dollar + 6 <= end && unitAt<u16>(dollar + 4) === LEFT_BRACE) {
      // Without a `}` nothing is an opener any more, so that this search is made once.
      return find<u16>(dollar + 6, end, RIGHT_BRACE) < end ? dollar : end;
    }
    start = dollar + 2;
  }
}

/** The address of the `}` outside string literals, of the quote of a literal that does not end, or `end`. */
function endOfExpression(start: usize, end: usize): usize {
  for (let at = start; at < end; at += 2) {
    const unit = unitAt<u16>(at);
    if (unit === RIGHT_BRACE) return at;
    if (unit === QUOTATION_MARK || unit === APOSTROPHE) {
      const quote = at;
      for (at += 2; at < end && unitAt<u16>(at) !== unit; at += 2) {
        if (unitAt<u16>(at) === BACKSLASH) at += 2;
      }
      if (at >= end) return quote;
    }
  }
  return end;
}

function skipBlanks(at: usize, end: usize): usize {
  while (at < end && isBlank(unitAt<u16>(at))) at += 2;
  return at;
}

/** White space of expressions: inline blanks of Unicode, and line breaks. */
function isBlank(unit: u32): bool {
  if (unit <= SPACE) return unit === SPACE || (unit >= TAB && unit <= CARRIAGE_RETURN);
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
function continuesName(at: usize): bool {
  const unit = unitAt<u16>(at);
  return (
    (unit >= 0x61 && unit <= 0x7a) ||
    (unit >= 0x41 && unit <= 0x5a) ||
    (unit >= 0x30 && unit <= 0x39) ||
    unit === LOW_LINE ||
    unit === DOLLAR ||
    unit === HYPHEN ||
    unit === FULL_STOP ||
    unit === BACKSLASH ||
    (unit >= 0x80 && !isBlank(unit))
  );
}
