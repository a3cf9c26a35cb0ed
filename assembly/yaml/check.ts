/**
 * Documents that are YAML beyond doubt: block mappings and sequences of scalars in one line, lists in brackets and
 * mappings in braces in one line, and block scalars. They are expanded in the same pass. Whatever else is in a document,
 * the host has to read it. This is no reader of YAML: it knows what every reader takes, and leaves the rest open.
 *
 * Linear: every byte is looked at a fixed number of times.
 */

import { DONE, OUTPUT_FULL, REWRITE, STOPPED_END, UNCLEAR } from "../codes";
import { unitAt } from "../primitives/bytes";
import {
  COLON,
  GREATER_THAN,
  HYPHEN,
  LEFT_BRACE,
  LEFT_BRACKET,
  LINE_FEED,
  NUMBER_SIGN,
  PLUS_SIGN,
  SPACE,
  VERTICAL_LINE,
} from "../primitives/characters";
import { COLLECTIONS } from "../primitives/rooms";
import { stopped, storeStopped } from "../primitives/stopped";
import { isFit } from "./characters";
import { areExpanded, beginScalars, expand, flowEnd, isPlain, scalarEnd } from "./line";
import { beginOutput, copyTo, goBack, LONGEST_KEY, recordsEnd, wasFull } from "./output";
import { isMarker, lineEnd, skipSpaces } from "./tokens";

/** The collections that are open: the column of each times two, plus one for a sequence. */
const open = memory.data(COLLECTIONS * 4, 4);
const lastOpen = open + <usize>(COLLECTIONS - 1) * 4;

/** The innermost one; the first entry, below all columns, stands for the document. */
let top: usize;
/** Whether a value of the innermost one may follow in the next lines. */
let isAwaited: bool;

/**
 * Expands documents that are certainly YAML, up to one that the host has to expand. A document begins at `start` and at
 * each line `---`. The other parameters are those of `expandYaml`.
 *
 * @returns `DONE`; `UNCLEAR` if the document at `STOPPED_INPUT` might not be YAML; `REWRITE` if it is YAML, ends at
 *   `STOPPED_END`, and has a scalar that the host has to expand; `OUTPUT_FULL` if the output is full
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
      // What stands behind `...` goes with what stands before.
      if (unitAt<u8>(at) !== HYPHEN) break;
      if (!areExpanded()) {
        status = REWRITE;
        break;
      }
      document = at;
      output = copyTo(at);
      records = recordsEnd();
      at = behindRest(at + 3);
      if (at === 0) break;
    }
    store<i32>(open, -2);
    top = open;
    isAwaited = true;
    while (at < end && !isMarker(at)) {
      at = behindEntry(at, end);
      if (at === 0) break;
    }
    if (at === 0) break;
    at = min(at, end);
    if (!isFit(document, at)) break;
    if (at === end) {
      status = areExpanded() ? DONE : REWRITE;
      break;
    }
  }
  if (status === DONE) {
    document = end;
    output = copyTo(end);
  } else {
    goBack(document, output, records);
    // Behind what is written now, there is more room.
    if (status === REWRITE && wasFull() && document !== start) status = OUTPUT_FULL;
  }
  store<u32>(stopped, <u32>at, 4 * STOPPED_END);
  return storeStopped(status, document, output, recordsEnd());
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
    expand(at, behind, isPlain(unit), false);
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
  if (unit === VERTICAL_LINE || unit === GREATER_THAN) {
    behind = behindBlock(at + 1, end);
    expand(at, behind, false, false);
    return behind;
  }
  if (unit === LEFT_BRACKET || unit === LEFT_BRACE) behind = flowEnd(at);
  else expand(at, behind, isPlain(unit), false);
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
