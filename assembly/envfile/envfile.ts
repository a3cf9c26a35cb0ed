/**
 * Env files: KEP-3721's strict subset of a POSIX shell's assignments ("Env File" in the KEP).
 *
 *   NAME='value' # comment
 *
 * Lines end at LF, and a CR directly before it (or before the end of the file) belongs to the line end. Empty lines and lines
 * that start with `#` are skipped. A value can span lines and ends at the next apostrophe, even after a backslash. Spaces and
 * tabs can precede the name and follow the value; every other byte is data.
 *
 * The kubelet's profile also takes `NAME= anything` as an empty value and checks no names; the design's profile
 * (`isStrict`) does neither, and has limits. Lines are counted by the host, and only for an error.
 *
 * Linear: each byte is read once, except to find an overlong line in a file that can contain one.
 */

import {
  BLANK_BEFORE_EQUALS_SIGN,
  CONTENT_AFTER_QUOTE,
  DONE,
  EMPTY_NAME,
  FILE_TOO_LARGE,
  HAS_CARRIAGE_RETURN,
  INVALID_NAME,
  LINE_TOO_LONG,
  MAX_FILE,
  MISSING_EQUALS_SIGN,
  NAME_TOO_LONG,
  RECORDS_FULL,
  UNCLOSED_QUOTE,
  VALUE_NOT_QUOTED,
  VALUE_TOO_LONG,
} from "../codes";
import { WIDE } from "../primitives/blocks";
import { byteMask, findOrUnprintable } from "../primitives/byte-classes";
import { find, unitAt } from "../primitives/bytes";
import { APOSTROPHE, CARRIAGE_RETURN, EQUALS_SIGN, LINE_FEED, NUMBER_SIGN, SPACE, TAB } from "../primitives/characters";
import { isKey, RECORD, stop, storeRecord } from "./assignments";

/** Bytes of a line that the kubelet's reader takes, CR included. */
const MAX_LINE: usize = 65_535;
/** The KEP's limits, in bytes, beside `MAX_FILE`. */
const MAX_NAME: usize = 128;
const MAX_VALUE: usize = 32_768;

/** The end of what the kubelet's reader takes; found when a scan begins. */
let limit: usize;

/**
 * Scans an env file; assignments.ts describes the parameters that are not described here.
 *
 * @param stopAtKey whether the first assignment to the key ends the scan: what follows is not read
 * @param isStrict whether to enforce the design's rules for names and its limits
 * @returns `DONE`, `RECORDS_FULL`, or the code of the first error, which is at `STOPPED_INPUT`
 */
export function scanEnvFile(
  origin: usize,
  at: usize,
  end: usize,
  records: usize,
  recordsEnd: usize,
  key: usize,
  keyLength: usize,
  stopAtKey: bool,
  isStrict: bool,
): u32 {
  if (at === origin) {
    if (isStrict && end - origin > MAX_FILE) return stop(FILE_TOO_LARGE, origin + MAX_FILE, records);
    limit = findLongLine(origin, end);
  }
  const isWhole = limit === end;
  end = limit;
  store<u8>(end, <u8>LINE_FEED);
  const longestName = isStrict ? MAX_NAME : usize.MAX_VALUE;
  const longestValue = isStrict ? MAX_VALUE : usize.MAX_VALUE;
  // The apostrophes of a window that are still ahead: a window's are found without waiting for where a name ends, which
  // makes the scan twice as fast as looking for each apostrophe from where the one before was.
  let window = at;
  let apostrophes = byteMask(window, APOSTROPHE);
  let lastReturn: usize = byteMask(window, CARRIAGE_RETURN) !== 0 ? window + WIDE : 0;
  let recorded = records;
  let line = at;
  while (line < end) {
    if (recorded + RECORD > recordsEnd) return stop(RECORDS_FULL, line, recorded);

    let name = line;
    if (unitAt<u8>(name) <= NUMBER_SIGN) {
      name = skipToContent(name, end);
      if (unitAt<u8>(name) === LINE_FEED) {
        line = name + 1;
        continue;
      }
    }

    let nameEnd = findOrUnprintable(name, end, EQUALS_SIGN);
    if (unitAt<u8>(nameEnd) !== EQUALS_SIGN) {
      const unprintable = nameEnd;
      nameEnd = find<u8>(nameEnd, find<u8>(nameEnd, end, LINE_FEED), EQUALS_SIGN);
      if (unitAt<u8>(nameEnd) !== EQUALS_SIGN) return stop(MISSING_EQUALS_SIGN, name, recorded);
      if (isStrict && !isSpaceOrTab(unitAt<u8>(nameEnd - 1))) return stop(INVALID_NAME, unprintable, recorded);
    }
    if (nameEnd === name) return stop(EMPTY_NAME, name, recorded);
    if (isSpaceOrTab(unitAt<u8>(nameEnd - 1))) return stop(BLANK_BEFORE_EQUALS_SIGN, nameEnd - 1, recorded);
    if (nameEnd - name > longestName) return stop(NAME_TOO_LONG, name, recorded);

    let value = nameEnd + 1;
    let valueEnd = value;
    let marks: u32 = 0;
    if (unitAt<u8>(value) === APOSTROPHE) {
      value += 1;
      // The first apostrophe after the opening one. Earlier ones, in comments, are skipped.
      do {
        while (apostrophes === 0) {
          window += WIDE;
          if (window >= end) return stop(UNCLOSED_QUOTE, value - 1, recorded);
          apostrophes = byteMask(window, APOSTROPHE);
          if (byteMask(window, CARRIAGE_RETURN) !== 0) lastReturn = window + WIDE;
        }
        valueEnd = window + <usize>ctz(apostrophes);
        apostrophes &= apostrophes - 1;
      } while (valueEnd < value);
      if (valueEnd >= end) return stop(UNCLOSED_QUOTE, value - 1, recorded);
      if (lastReturn > value && find<u8>(value, valueEnd, CARRIAGE_RETURN) !== valueEnd) marks = HAS_CARRIAGE_RETURN;
      if (valueEnd - value > longestValue && valueLength(value, valueEnd) > longestValue) {
        return stop(VALUE_TOO_LONG, value, recorded);
      }
      line = valueEnd + 1;
      if (unitAt<u8>(line) !== LINE_FEED) {
        line = skipToContent(line, end);
        if (unitAt<u8>(line) !== LINE_FEED) return stop(CONTENT_AFTER_QUOTE, line, recorded);
      }
    } else if (!isStrict && isSpaceOrTab(unitAt<u8>(value))) {
      line = find<u8>(value, end, LINE_FEED);
    } else {
      return stop(VALUE_NOT_QUOTED, value, recorded);
    }
    line += 1;

    if (key === 0) {
      storeRecord(recorded, origin, name, nameEnd, value, valueEnd, marks);
      recorded += RECORD;
    } else if (isKey(name, nameEnd, key, keyLength)) {
      storeRecord(records, origin, name, nameEnd, value, valueEnd, marks);
      recorded = records + RECORD;
      if (stopAtKey) return stop(DONE, line, recorded);
    }
  }
  return stop(isWhole ? DONE : LINE_TOO_LONG, end, recorded);
}

/** The first byte of the line that is not a space, a tab, or part of a comment; or the line feed. */
function skipToContent(at: usize, end: usize): usize {
  while (isSpaceOrTab(unitAt<u8>(at))) at += 1;
  const unit = unitAt<u8>(at);
  if (unit === NUMBER_SIGN) return find<u8>(at, end, LINE_FEED);
  return unit === CARRIAGE_RETURN && unitAt<u8>(at + 1) === LINE_FEED ? at + 1 : at;
}

function isSpaceOrTab(unit: u32): bool {
  return unit === SPACE || unit === TAB;
}

/** The start of the first line that the kubelet's reader gives up at, or `end`. */
function findLongLine(start: usize, end: usize): usize {
  if (end - start <= MAX_LINE) return end;
  let line = start;
  while (line < end) {
    const lineEnd = find<u8>(line, end, LINE_FEED);
    if (lineEnd - line > MAX_LINE) return line;
    line = lineEnd + 1;
  }
  return end;
}

/** The length of a value, in which each CR LF counts as one byte. */
function valueLength(value: usize, end: usize): usize {
  let length = end - value;
  for (let at = value; at < end; at += 1) {
    at = find<u8>(at, end, LINE_FEED);
    if (at < end && unitAt<u8>(at - 1) === CARRIAGE_RETURN) length -= 1;
  }
  return length;
}
