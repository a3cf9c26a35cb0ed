/**
 * dotenv files, exactly as the npm package dotenv 18 reads them.
 *
 *   export NAME = value # comment        `export` and blanks may be left out; or `NAME: value`
 *
 * Everything that is white space to JavaScript is white space here; a line ends at LF, CR, U+2028 or U+2029, but an
 * unquoted value only at LF, CR or `#`. What has not the form of an assignment is passed over, line by line. White space
 * between the parts may hold line ends: `NAME`, `=` and an opening quote can stand on three lines.
 *
 * A value in `'`, `"` or `` ` `` may span lines. It ends at the last quote, up to and including the first one that has no
 * backslash before it, which only white space or a comment follows in its line. If there is none, the value is
 * unquoted, and loses one matching pair of outer quotes.
 *
 * Linear: the search for a quote's partner never passes the next place where a value begins with that quote, and white
 * space is skipped a fixed number of times.
 */
import { isKey, RECORD, RECORDS_FULL, SCANNED, stop, storeRecord } from "./assignments";
import {
  APOSTROPHE,
  BACKSLASH,
  BLOCK,
  CARRIAGE_RETURN,
  COLON,
  EQUALS_SIGN,
  find,
  findAny,
  GRAVE_ACCENT,
  LINE_FEED,
  NUMBER_SIGN,
  QUOTATION_MARK,
  SPACE,
  splat,
  TAB,
  unitAt,
} from "./bytes";

/** Marks: each CR LF and each other CR is one LF. */
const HAS_CARRIAGE_RETURN: u32 = 1;
/** The value began with `"`: `\n` and `\r` stand for LF and CR. */
const HAS_ESCAPES: u32 = 2;
/** An unquoted value in several lines (by U+2028 or U+2029): each may lose its outer quotes. */
const HAS_LINE_SEPARATOR: u32 = 4;

/** The first byte of U+2028 and U+2029 (E2 80 A8, E2 80 A9) and of most other white space. */
const LEAD_OF_SEPARATORS: u32 = 0xe2;

/** Scans as assembly/assignments.ts says. */
export function scanDotenv(
  origin: usize,
  at: usize,
  end: usize,
  records: usize,
  recordsEnd: usize,
  key: usize,
  keyLength: usize,
): u32 {
  store<u8>(end, <u8>LINE_FEED);
  let recorded = records;
  let line = at;
  while (true) {
    if (recorded + RECORD > recordsEnd) return stop(RECORDS_FULL, line, recorded);

    let name = skipWhiteSpace(line, end);
    if (name === end) return stop(SCANNED, end, recorded);
    let nameEnd = findKeyEnd(name, end);
    let value: usize = 0;
    if (isExport(name, nameEnd)) {
      const exported = skipWhiteSpace(nameEnd, end);
      const exportedEnd = exported === nameEnd ? exported : findKeyEnd(exported, end);
      if (exportedEnd !== exported) value = valueAfter(exportedEnd, end);
      if (value !== 0) {
        name = exported;
        nameEnd = exportedEnd;
      }
    }
    if (value === 0 && nameEnd !== name) value = valueAfter(nameEnd, end);
    if (value === 0) {
      line = findLineEnd(nameEnd, end);
      continue;
    }

    let valueEnd: usize = 0;
    let marks: u32 = 0;
    const quoted = skipWhiteSpace(value, end);
    const quote = unitAt<u8>(quoted);
    if (isQuote(quote)) valueEnd = findClosingQuote(quoted, end, quote);
    if (valueEnd !== 0) {
      value = quoted + 1;
      line = findLineEnd(valueEnd, end);
      if (find<u8>(value, valueEnd, CARRIAGE_RETURN) !== valueEnd) marks = HAS_CARRIAGE_RETURN;
      if (quote === QUOTATION_MARK && hasBackslash(value, valueEnd)) marks |= HAS_ESCAPES;
    } else {
      valueEnd = value;
      while (true) {
        valueEnd = findAny<u8>(valueEnd, end, NUMBER_SIGN, LINE_FEED, CARRIAGE_RETURN, LEAD_OF_SEPARATORS);
        if (unitAt<u8>(valueEnd) !== LEAD_OF_SEPARATORS) break;
        if (isLineSeparator(valueEnd)) marks = HAS_LINE_SEPARATOR;
        valueEnd += 1;
      }
      line = findLineEnd(valueEnd, end);
      value = skipWhiteSpace(value, valueEnd);
      valueEnd = trimEnd(value, valueEnd);
      const first = value === valueEnd ? 0 : unitAt<u8>(value);
      if (first === QUOTATION_MARK && hasBackslash(value, valueEnd)) marks |= HAS_ESCAPES;
      if (isQuote(first) && (marks & HAS_LINE_SEPARATOR) === 0) {
        if (valueEnd - value > 1 && unitAt<u8>(valueEnd - 1) === first) {
          value += 1;
          valueEnd -= 1;
        }
      }
    }

    if (key === 0) {
      storeRecord(recorded, origin, name, nameEnd, value, valueEnd, marks);
      recorded += RECORD;
    } else if (isKey(name, nameEnd, key, keyLength)) {
      storeRecord(records, origin, name, nameEnd, value, valueEnd, marks);
      recorded = records + RECORD;
    }
  }
}

/** The first byte in [start, end) that cannot be part of a key (letters, digits, `_`, `.` and `-` can), or `end`. */
export function findKeyEnd(start: usize, end: usize): usize {
  for (let at = start; at < end; at += BLOCK) {
    const block = v128.load(at);
    const letters = within(v128.or(block, splat<u8>(0x20)), 0x61, 0x7a);
    // `-`, `.`, `/` and the digits are neighbours.
    const digits = v128.andnot(within(block, 0x2d, 0x39), i8x16.eq(block, splat<u8>(0x2f)));
    const underscores = i8x16.eq(block, splat<u8>(0x5f));
    const others = <u32>i8x16.bitmask(v128.or(v128.or(letters, digits), underscores)) ^ 0xffff;
    if (others !== 0) return min(at + <usize>ctz(others), end);
  }
  return end;
}

/** The bytes of a block between two ASCII characters, both included. */
function within(block: v128, least: u32, most: u32): v128 {
  return i8x16.le_u(i8x16.sub(block, splat<u8>(least)), splat<u8>(most - least));
}

function isExport(name: usize, nameEnd: usize): bool {
  return nameEnd - name === 6 && load<u32>(name) === 0x6f707865 && load<u16>(name, 4) === 0x7472;
}

/** Where the value begins if `=`, or `:` with white space behind it, follows a key; else 0. */
function valueAfter(keyEnd: usize, end: usize): usize {
  const sign = skipWhiteSpace(keyEnd, end);
  if (sign === end) return 0;
  if (unitAt<u8>(sign) === EQUALS_SIGN) return sign + 1;
  if (unitAt<u8>(keyEnd) !== COLON || keyEnd + 1 === end) return 0;
  const blank = whiteSpaceLength(keyEnd + 1);
  if (blank === 0) return 0;
  const isLineEnd = load<u16>(keyEnd + 1) === ((LINE_FEED << 8) | CARRIAGE_RETURN) && keyEnd + 2 < end;
  return keyEnd + 1 + (isLineEnd ? 2 : blank);
}

/** The quote that closes the value whose opening quote is at `opening`, or 0. */
function findClosingQuote(opening: usize, end: usize, quote: u32): usize {
  let closing: usize = 0;
  let at = opening;
  while (true) {
    at = find<u8>(at + 1, end, quote);
    if (at >= end) return closing;
    if (endsLine(at + 1, end)) closing = at;
    if (unitAt<u8>(at - 1) !== BACKSLASH) return closing;
  }
}

/** Whether only white space or a comment stands between `at` and the end of the line. */
function endsLine(at: usize, end: usize): bool {
  while (at < end) {
    const unit = unitAt<u8>(at);
    if (unit === NUMBER_SIGN || isLineEnd(at)) return true;
    const length = whiteSpaceLength(at);
    if (length === 0) return false;
    at += length;
  }
  return true;
}

/** The first line end in [start, end), or `end`. */
function findLineEnd(start: usize, end: usize): usize {
  let at = start;
  while (true) {
    at = findAny<u8>(at, end, LINE_FEED, CARRIAGE_RETURN, LEAD_OF_SEPARATORS, LEAD_OF_SEPARATORS);
    if (at === end || isLineEnd(at)) return at;
    at += 1;
  }
}

function isLineEnd(at: usize): bool {
  const unit = unitAt<u8>(at);
  return unit === LINE_FEED || unit === CARRIAGE_RETURN || (unit === LEAD_OF_SEPARATORS && isLineSeparator(at));
}

/** Whether U+2028 or U+2029 stands at `at`, where its first byte is. */
function isLineSeparator(at: usize): bool {
  return unitAt<u8>(at + 1) === 0x80 && (unitAt<u8>(at + 2) | 1) === 0xa9;
}

/** The first character in [at, end) that is not white space, or `end`. */
function skipWhiteSpace(at: usize, end: usize): usize {
  while (at < end) {
    const length = whiteSpaceLength(at);
    if (length === 0) return at;
    at += length;
  }
  return end;
}

/** The end of [start, end) without the white space at it. */
function trimEnd(start: usize, end: usize): usize {
  while (start < end) {
    if (whiteSpaceLength(end - 1) === 1) end -= 1;
    else if (unitAt<u8>(end - 1) < 0x80) return end;
    else if (end - start >= 2 && whiteSpaceLength(end - 2) === 2) end -= 2;
    else if (end - start >= 3 && whiteSpaceLength(end - 3) === 3) end -= 3;
    else return end;
  }
  return end;
}

/** The bytes of the character at `at` if JavaScript's `\s` matches it, else 0. */
function whiteSpaceLength(at: usize): usize {
  const unit = unitAt<u8>(at);
  if (unit < 0x80) return unit === SPACE || (unit >= TAB && unit <= CARRIAGE_RETURN) ? 1 : 0;
  const second = unitAt<u8>(at + 1);
  if (unit === 0xc2) return second === 0xa0 ? 2 : 0;
  const third = unitAt<u8>(at + 2);
  if (unit === 0xe2 && second === 0x80) {
    // U+2000 to U+200A, U+2028, U+2029, U+202F
    return (third >= 0x80 && third <= 0x8a) || third === 0xa8 || third === 0xa9 || third === 0xaf ? 3 : 0;
  }
  const character = (unit << 16) | (second << 8) | third;
  // U+205F, U+3000, U+FEFF, U+1680
  return character === 0xe2819f || character === 0xe38080 || character === 0xefbbbf || character === 0xe19a80 ? 3 : 0;
}

function isQuote(unit: u32): bool {
  return unit === APOSTROPHE || unit === QUOTATION_MARK || unit === GRAVE_ACCENT;
}

function hasBackslash(value: usize, end: usize): bool {
  return find<u8>(value, end, BACKSLASH) !== end;
}
