/**
 * Recognizes simple YAML documents and expands them in the same pass: block mappings and sequences of scalars on one line,
 * lists in brackets and mappings in braces on one line, and block scalars. The host parses all other documents. This is not a
 * YAML parser: it accepts only text that every parser accepts, and leaves all other text undecided.
 *
 * Linear: every byte is read a fixed number of times.
 */
import { DONE, OUTPUT_FULL, STOPPED_END, UNCLEAR } from "../codes";
import { BLOCK, unitAt } from "../primitives/bytes";
import { COLLECTIONS } from "../primitives/capacities";
import * as char from "../primitives/characters";
import { stopped, storeStopped } from "../primitives/stopped";
import { areExpanded, beginScalars, expand, flowEnd, isPlain, scalarEnd } from "./line";
import { beginOutput, copyTo, goBack, MAX_KEY_LENGTH, recordsEnd, wasFull } from "./output";
import { isMarker, lineEnd, nextDocument, skipSpaces } from "./tokens";

/** The collections that are open: the column of each times two, plus one for a sequence. */
const open = memory.data(COLLECTIONS * 4, 4);
const lastOpen = open + <usize>(COLLECTIONS - 1) * 4;

/** The innermost open collection. The first entry, whose column is below all others, is the document. */
let top: usize;
/** Whether a value of the innermost collection can follow on the next lines. */
let isAwaited: bool;

/**
 * Expands documents that are certainly YAML, up to one that the host has to read and expand. A document begins at `start`
 * and at each line `---`. A line break and a zero follow `end`.
 *
 * @param output and `outputEnd`: where the expanded documents go
 * @param records and `recordsRoomEnd`: where the references without a value go
 * @returns `DONE`; `UNCLEAR` for the document from `STOPPED_INPUT` to `STOPPED_END`, which may not be YAML, or has a scalar
 *   that only the host can write; or `OUTPUT_FULL`
 */
export function expandKnownYaml(
  start: usize,
  end: usize,
  output: usize,
  outputEnd: usize,
  records: usize,
  recordsRoomEnd: usize,
): u32 {
  beginOutput(start, output, outputEnd, records, recordsRoomEnd);
  beginScalars();
  let document = start;
  let at = start;
  let status = UNCLEAR;
  while (true) {
    if (isMarker(at)) {
      // Text after `...` belongs to the same document.
      if (unitAt<u8>(at) !== char.HYPHEN) break;
      if (!areExpanded()) break;
      document = at;
      output = copyTo(at);
      records = recordsEnd();
      at = afterRest(at + 3);
      if (at === 0) break;
    }
    store<i32>(open, -2);
    top = open;
    isAwaited = true;
    while (at < end && !isMarker(at)) {
      at = afterEntry(at, end);
      if (at === 0) break;
    }
    if (at === 0) break;
    at = min(at, end);
    if (!isFit(document, at)) break;
    if (at === end) {
      if (areExpanded()) status = DONE;
      break;
    }
  }
  if (status === DONE) {
    document = end;
    output = copyTo(end);
  } else {
    goBack(document, output, records);
    // If the output so far is written, there is more space.
    if (!areExpanded() && wasFull() && document !== start) status = OUTPUT_FULL;
    else store<u32>(stopped, <u32>nextDocument(document, end), 4 * STOPPED_END);
  }
  return storeStopped(status, document, output, recordsEnd());
}

/** The address after the line at `line`, and after the block scalar that starts on it; 0 if it may not be YAML. */
function afterEntry(line: usize, end: usize): usize {
  let at = skipSpaces(line);
  let unit = unitAt<u8>(at);
  if (unit === char.LINE_FEED) return at + 1;
  if (unit === char.NUMBER_SIGN) return lineEnd(at) + 1;
  let column = <i32>(at - line);
  while (load<i32>(top) >> 1 > column) {
    top -= 4;
    isAwaited = false;
  }
  let isFirst = true;
  while (unit === char.HYPHEN && unitAt<u8>(at + 1) <= char.SPACE) {
    if (!isFirst || load<i32>(top) !== ((column << 1) | 1)) {
      // The value of a mapping can be a sequence whose items are in the column of the mapping.
      if (!isAwaited || !opened(column, 1)) return 0;
    }
    isAwaited = true;
    isFirst = false;
    at = skipSpaces(at + 1);
    unit = unitAt<u8>(at);
    column = <i32>(at - line);
    if (unit === char.LINE_FEED) return at + 1;
    if (unit === char.NUMBER_SIGN) return lineEnd(at) + 1;
  }

  let after = scalarEnd(at);
  if (after !== 0 && unitAt<u8>(after) === char.COLON && unitAt<u8>(after + 1) <= char.SPACE) {
    if (after - at > MAX_KEY_LENGTH) return 0;
    if (isFirst && load<i32>(top) === ((column << 1) | 1)) {
      top -= 4;
      isAwaited = false;
    }
    if (load<i32>(top) !== column << 1 && (!isAwaited || !opened(column, 0))) return 0;
    expand(at, after, isPlain(unit), false, true);
    isAwaited = true;
    at = skipSpaces(after + 1);
    unit = unitAt<u8>(at);
    if (unit === char.LINE_FEED) return at + 1;
    if (unit === char.NUMBER_SIGN) return lineEnd(at) + 1;
    after = scalarEnd(at);
  } else if (isFirst) {
    return 0;
  }
  isAwaited = false;
  if (unit === char.VERTICAL_LINE || unit === char.GREATER_THAN) {
    after = afterBlock(at + 1, end);
    expand(at, after, false, false);
    return after;
  }
  if (unit === char.LEFT_BRACKET || unit === char.LEFT_BRACE) after = flowEnd(at);
  else expand(at, after, isPlain(unit), false);
  return after === 0 ? 0 : afterRest(after);
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

/** The address after the line if only spaces or a comment follow on it; otherwise 0. */
function afterRest(at: usize): usize {
  const end = skipSpaces(at);
  const unit = unitAt<u8>(end);
  if (unit === char.LINE_FEED) return end + 1;
  return unit === char.NUMBER_SIGN && end !== at ? lineEnd(end) + 1 : 0;
}

/** The address after a block scalar of the innermost collection, whose indicator precedes `at`; 0 if it may not be one. */
function afterBlock(at: usize, end: usize): usize {
  const chomping = unitAt<u8>(at);
  if (chomping === char.HYPHEN || chomping === char.PLUS_SIGN) at++;
  at = skipSpaces(at);
  if (unitAt<u8>(at) !== char.LINE_FEED) return 0;
  const parent = load<i32>(top) >> 1;
  let indent = 0;
  let deepest = 0;
  for (at++; at < end; at++) {
    const line = at;
    at = skipSpaces(at);
    const column = <i32>(at - line);
    if (unitAt<u8>(at) === char.LINE_FEED) {
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

/** Characters that every reader of YAML takes. */

/** Whether each character of a range is one that every reader takes, and ends no line but a line feed. */
export function isFit(at: usize, end: usize): bool {
  while (true) {
    at = findOdd(at, end);
    if (at >= end) return true;
    at = afterCharacter(at, end);
    if (at === 0) return false;
  }
}

/** The first byte of a range that is not printable ASCII or a line feed; or an address from `end` on. */
function findOdd(at: usize, end: usize): usize {
  if (!ASC_FEATURE_SIMD) {
    while (at < end) {
      const unit = unitAt<u8>(at);
      if ((unit < char.SPACE && unit !== char.LINE_FEED) || unit >= char.DELETE) break;
      at++;
    }
    return at;
  }
  const space = i8x16.splat(<i8>char.SPACE);
  const lineFeed = i8x16.splat(<i8>char.LINE_FEED);
  const del = i8x16.splat(<i8>char.DELETE);
  for (; at < end; at += BLOCK) {
    const block = v128.load(at);
    // As signed numbers, bytes that are not ASCII are also less than a space.
    const odd = v128.or(v128.andnot(i8x16.lt_s(block, space), i8x16.eq(block, lineFeed)), i8x16.eq(block, del));
    const mask = i8x16.bitmask(odd);
    if (mask !== 0) return at + <usize>ctz(mask);
  }
  return end;
}

/** The address after a character of two or more bytes; 0 for line breaks, byte order marks, and invalid characters. */
function afterCharacter(at: usize, end: usize): usize {
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
