/**
 * dotenv files, exactly as the npm package dotenv 18 reads them.
 *
 *   export NAME = value # comment        `export` and white space are optional; or `NAME: value`
 *
 * White space is the same as in JavaScript. A line ends at LF, CR, U+2028, or U+2029, but an unquoted value only at LF, CR,
 * or `#`. Lines that are not assignments are skipped. The white space between the parts can contain line ends: `NAME`, `=`,
 * and an opening quote can be on three lines.
 *
 * A value in `'`, `"`, or `` ` `` can span lines. The candidates for its closing quote are the quotes up to and including the
 * first one without a backslash before it. The value ends at the last candidate that only white space or a comment follows
 * on its line. Without such a quote, the value is unquoted, and loses one matching pair of outer quotes.
 *
 * Linear: the search for a quote's partner never passes the next place where a value begins with that quote, and white
 * space is skipped a fixed number of times.
 */

import { DONE, HAS_CARRIAGE_RETURN, HAS_ESCAPES, HAS_LINE_SEPARATOR, RECORDS_FULL } from "../codes";
import { WIDE } from "../primitives/blocks";
import { byteMaskAny, findAny, findKeyEnd } from "../primitives/byte-classes";
import { find, unitAt } from "../primitives/bytes";
import * as char from "../primitives/characters";
import { isKey, RECORD, stop, storeRecord } from "./assignments";

/** The first byte of U+2028 and U+2029 (E2 80 A8, E2 80 A9) and of most other white space. */
const LEAD_OF_SEPARATORS: u32 = 0xe2;
/** The word `export`, the first byte lowest. */
const EXPO: u32 = 0x6f707865;
const RT: u32 = 0x7472;

/** Scans a dotenv file; assignments.ts describes the parameters. Returns `DONE` or `RECORDS_FULL`; it does not fail. */
export function scanDotenv(
  origin: usize,
  at: usize,
  end: usize,
  records: usize,
  recordsEnd: usize,
  key: usize,
  keyLength: usize,
): u32 {
  store<u8>(end, <u8>char.LINE_FEED);
  // What may be line ends in a window, and is still ahead: found without waiting for where names and values end.
  let window = at;
  let lineEnds = lineEndsInWindow(window);
  let recorded = records;
  let line = at;
  while (true) {
    if (recorded + RECORD > recordsEnd) return stop(RECORDS_FULL, line, recorded);
    let name = line;
    if (mayBeWhiteSpace(name)) name = skipWhiteSpace(name, end);
    if (name >= end) return stop(DONE, end, recorded);

    // The key, or `export` and then the key: first what may be either.
    let nameEnd = name;
    let value: usize = 0;
    let exportEnd: usize = 0;
    while (true) {
      nameEnd = findKeyEnd(name, end);
      if (nameEnd !== name) value = valueAfter(nameEnd, end);
      if (value !== 0 || exportEnd !== 0 || !isExport(name, nameEnd)) break;
      exportEnd = nameEnd;
      name = skipWhiteSpace(nameEnd, end);
    }
    // No line end is looked for before here.
    let valueEnd = exportEnd !== 0 ? exportEnd : nameEnd;

    let quote: u32 = 0;
    if (value !== 0) {
      let opening = value;
      if (mayBeWhiteSpace(opening)) opening = skipWhiteSpace(opening, end);
      const first = unitAt<u8>(opening);
      if (isQuote(first)) {
        valueEnd = findClosingQuote(opening, end, first);
        if (valueEnd !== 0) {
          value = opening + 1;
          quote = first;
        }
      }
      if (quote === 0) valueEnd = findAny(value, end, char.NUMBER_SIGN, char.LINE_FEED, char.CARRIAGE_RETURN);
    }

    // The first line end that is not before the value's end. The line feed at `end` is one.
    let marks: u32 = 0;
    while (true) {
      while (lineEnds === 0) {
        window += WIDE;
        lineEnds = lineEndsInWindow(window);
      }
      line = window + <usize>ctz(lineEnds);
      lineEnds &= lineEnds - 1;
      if (!isLineEnd(line)) continue;
      if (line >= valueEnd) break;
      if (line >= value) marks |= unitAt<u8>(line) === char.CARRIAGE_RETURN ? HAS_CARRIAGE_RETURN : HAS_LINE_SEPARATOR;
    }
    if (value === 0) continue;

    if (quote !== 0) {
      marks &= HAS_CARRIAGE_RETURN;
    } else {
      if (mayBeWhiteSpace(value)) value = skipWhiteSpace(value, valueEnd);
      valueEnd = trimEnd(value, valueEnd);
      quote = value === valueEnd ? 0 : unitAt<u8>(value);
      if (isQuote(quote) && valueEnd - value > 1 && unitAt<u8>(valueEnd - 1) === quote && marks === 0) {
        value += 1;
        valueEnd -= 1;
      }
    }
    if (quote === char.QUOTATION_MARK && find<u8>(value, valueEnd, char.BACKSLASH) !== valueEnd) marks |= HAS_ESCAPES;

    if (key === 0) {
      storeRecord(recorded, origin, name, nameEnd, value, valueEnd, marks);
      recorded += RECORD;
    } else if (isKey(name, nameEnd, key, keyLength)) {
      storeRecord(records, origin, name, nameEnd, value, valueEnd, marks);
      recorded = records + RECORD;
    }
  }
}

/** What may be the line ends in the window at `at`. */
function lineEndsInWindow(at: usize): u64 {
  return byteMaskAny(at, char.LINE_FEED, char.CARRIAGE_RETURN, LEAD_OF_SEPARATORS);
}

function isExport(name: usize, nameEnd: usize): bool {
  return nameEnd - name === 6 && load<u32>(name) === EXPO && load<u16>(name, 4) === RT;
}

/** The start of the value if `=`, or `:` followed by white space, follows a key; otherwise 0. */
function valueAfter(keyEnd: usize, end: usize): usize {
  if (unitAt<u8>(keyEnd) === char.EQUALS_SIGN && keyEnd < end) return keyEnd + 1;
  const sign = skipWhiteSpace(keyEnd, end);
  if (sign === end) return 0;
  if (unitAt<u8>(sign) === char.EQUALS_SIGN) return sign + 1;
  if (unitAt<u8>(keyEnd) !== char.COLON || keyEnd + 1 === end) return 0;
  const length = whiteSpaceLength(keyEnd + 1);
  if (length === 0) return 0;
  const isLineEnd = load<u16>(keyEnd + 1) === ((char.LINE_FEED << 8) | char.CARRIAGE_RETURN) && keyEnd + 2 < end;
  return keyEnd + 1 + (isLineEnd ? 2 : length);
}

/** The quote that closes the value whose opening quote is at `opening`, or 0. */
function findClosingQuote(opening: usize, end: usize, quote: u32): usize {
  let closing: usize = 0;
  let at = opening;
  while (true) {
    at = find<u8>(at + 1, end, quote);
    if (at >= end) return closing;
    if (unitAt<u8>(at + 1) === char.LINE_FEED || endsLine(at + 1, end)) closing = at;
    if (unitAt<u8>(at - 1) !== char.BACKSLASH) return closing;
  }
}

/** Whether only white space or a comment is between `at` and the end of the line. */
function endsLine(at: usize, end: usize): bool {
  while (at < end) {
    const unit = unitAt<u8>(at);
    if (unit === char.NUMBER_SIGN || isLineEnd(at)) return true;
    const length = whiteSpaceLength(at);
    if (length === 0) return false;
    at += length;
  }
  return true;
}

function isLineEnd(at: usize): bool {
  const unit = unitAt<u8>(at);
  return (
    unit === char.LINE_FEED || unit === char.CARRIAGE_RETURN || (unit === LEAD_OF_SEPARATORS && isLineSeparator(at))
  );
}

/** Whether U+2028 or U+2029 is at `at`. The caller has checked its first byte. */
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

/** Whether white space can start at `at`: a fast check, which is false for every printable ASCII character. */
function mayBeWhiteSpace(at: usize): bool {
  return unitAt<u8>(at) - char.EXCLAMATION_MARK >= char.DELETE - char.EXCLAMATION_MARK;
}

/** The end of [start, end) without the white space at it. */
function trimEnd(start: usize, end: usize): usize {
  while (start < end && mayBeWhiteSpace(end - 1)) {
    if (whiteSpaceLength(end - 1) === 1) end -= 1;
    else if (end - start >= 2 && whiteSpaceLength(end - 2) === 2) end -= 2;
    else if (end - start >= 3 && whiteSpaceLength(end - 3) === 3) end -= 3;
    else return end;
  }
  return end;
}

/** The bytes of the character at `at` if JavaScript's `\s` matches it, else 0. */
function whiteSpaceLength(at: usize): usize {
  const unit = unitAt<u8>(at);
  // The white space beyond ASCII begins with this byte, or a larger one.
  if (unit < 0xc2) return unit === char.SPACE || (unit >= char.TAB && unit <= char.CARRIAGE_RETURN) ? 1 : 0;
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
  return unit === char.APOSTROPHE || unit === char.QUOTATION_MARK || unit === char.GRAVE_ACCENT;
}
