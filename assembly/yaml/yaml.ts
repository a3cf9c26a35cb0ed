/**
 * `$(NAME)` and `$$` in the strings of YAML text, keys too, without parsing it: the text is only cut into tokens, to tell
 * what a `$` stands in. Comments, directives, anchors, aliases and tags stay as they are.
 *
 * A scalar that output.ts cannot expand is the host's, and so is one with escapes that may be part of a reference:
 * `REWRITE`.
 *
 * The scanner keeps no tree, only three facts: how many `[` and `{` are open; the column of the last entry (`- `, `? `, or
 * a key), as the next lines of a plain or block scalar are indented by more; and whether a node has just ended, so that
 * `:` is an indicator. Text that cannot be YAML is `UNCLEAR`.
 *
 * Linear: of what follows a scalar, only blank lines are looked at twice.
 */

import { DONE, REWRITE, STOPPED_COLUMN, STOPPED_END, STOPPED_IN_FLOW, STOPPED_UNCLEAR, UNCLEAR } from "../codes";
import { unitAt } from "../primitives/bytes";
import {
  AMPERSAND,
  APOSTROPHE,
  ASTERISK,
  BACKSLASH,
  CARRIAGE_RETURN,
  COLON,
  DIGIT_ZERO,
  DOLLAR,
  EXCLAMATION_MARK,
  GRAVE_ACCENT,
  GREATER_THAN,
  HYPHEN,
  LEFT_BRACE,
  LESS_THAN,
  LINE_FEED,
  LOWER_CASE,
  LOWER_U,
  LOWER_X,
  NUMBER_SIGN,
  PERCENT_SIGN,
  PLUS_SIGN,
  QUESTION_MARK,
  QUOTATION_MARK,
  RIGHT_BRACE,
  SPACE,
  VERTICAL_LINE,
} from "../primitives/characters";
import { stopped, storeStopped } from "../primitives/stopped";
import { beginOutput, copyTo, expandScalar, recordsEnd } from "./output";
import { findToken, isBlank, isFlowIndicator, isMarker, lineEnd, nextDocument, skipSpaces, wordEnd } from "./tokens";

/** `!<!>`, which is `!`; the first byte lowest. */
const NO_TAG: u32 = 0x3e213c21;

// State between two calls.
let line: usize;
let depth: u32;
/** Where the outermost `[` or `{` that is open stands. */
let flowStart: usize;
/** The column of the last entry; -1 before the first. */
let parent: i32;
/** The first token behind it in its line, where a key begins; 0 for none. */
let first: usize;
let hasNode: bool;
/** There is no `$` between the scanned text and this address. */
let dollar: usize;
/** Neither is there a `\` up to this one. */
let suspect: usize;
/** Whether escapes in the last quoted scalar may be part of a reference. */
let isObscure: bool;

/** Begins a text. */
export function beginYaml(): void {
  dollar = 0;
  suspect = 0;
  beginDocument();
}

function beginDocument(): void {
  depth = 0;
  parent = -1;
  first = 0;
  hasNode = false;
}

/** The last marker in front of the next `$` or `\\`, or the one at `at`: in the documents before, there is nothing to expand. */
function markerBefore(at: usize, end: usize): usize {
  if (suspect < at) suspect = min(findToken(at, DOLLAR, BACKSLASH, 0), end);
  for (let next = at; next < suspect; next = nextDocument(at, suspect)) at = next;
  return at;
}

/**
 * Expands whole documents, up to what the host has to expand. The host then calls again, from where its part ends.
 *
 * @param input the text, at the beginning of a document or where an earlier call stopped. A line feed and a zero follow it
 * @param output where the output goes. `outputRoom(inputEnd - input)` and `SLACK` bytes are free after `outputEnd`
 * @param outputEnd up to where values can be written
 * @param records where to store a record (`UNRESOLVED_WORDS`) for each reference without a value. A scalar with more of
 *   them than fit is the host's
 * @returns `DONE`; `REWRITE` if the host has to expand a scalar; `UNCLEAR` if it has to expand the rest of a document
 */
export function expandYaml(
  input: usize,
  inputEnd: usize,
  output: usize,
  outputEnd: usize,
  records: usize,
  recordsRoomEnd: usize,
): u32 {
  beginOutput(input, output, outputEnd, records, recordsRoomEnd);
  let at = input;
  let end: usize = 0;
  let status = DONE;
  while (at < inputEnd) {
    at = skipSpaces(at);
    const unit = unitAt<u8>(at);
    if (unit < SPACE) {
      at++;
      if (unit === LINE_FEED) {
        line = at;
        if (depth === 0) first = 0;
        if (isMarker(at)) {
          if (depth !== 0) {
            at--;
            status = UNCLEAR;
            break;
          }
          beginDocument();
          line = markerBefore(at, inputEnd);
          at = line + 3;
        }
      }
      continue;
    }
    if (unit === NUMBER_SIGN || unit === PERCENT_SIGN) {
      at = lineEnd(at);
      continue;
    }
    const next = unitAt<u8>(at + 1);
    // go-yaml takes `?` for a key's indicator in brackets, whatever follows, and PyYAML reads text after `!` as plain text.
    if (
      (unit === QUESTION_MARK && depth !== 0 && next > SPACE && !isFlowIndicator(next)) ||
      (unit === EXCLAMATION_MARK && (next <= SPACE || isFlowIndicator(next) || load<u32>(at) === NO_TAG))
    ) {
      status = UNCLEAR;
      break;
    }
    if (
      (unit === COLON || unit === HYPHEN || unit === QUESTION_MARK) &&
      (next <= SPACE || (depth !== 0 && (hasNode || isFlowIndicator(next))))
    ) {
      if (depth === 0) {
        parent = <i32>((unit === COLON && first !== 0 ? first : at) - line);
        first = 0;
      }
      hasNode = false;
      at++;
      continue;
    }
    if (first === 0) first = at;
    if (isFlowIndicator(unit)) {
      const isOpening = (unit | LOWER_CASE) === LEFT_BRACE;
      hasNode = (unit | LOWER_CASE) === RIGHT_BRACE;
      if (!isOpening && depth === 0) {
        status = UNCLEAR;
        break;
      }
      if (depth === 0) flowStart = at;
      depth += <u32>isOpening - <u32>hasNode;
      at++;
      continue;
    }
    if (unit === EXCLAMATION_MARK || unit === AMPERSAND || unit === ASTERISK) {
      hasNode = unit === ASTERISK;
      if (unit === EXCLAMATION_MARK && next === LESS_THAN) {
        // In angle brackets, a tag may hold what ends a word, but not a line's end.
        const closer = findToken(at, GREATER_THAN, LINE_FEED, LINE_FEED);
        if (unitAt<u8>(closer) === LINE_FEED) {
          status = UNCLEAR;
          break;
        }
        at = closer + 1;
      } else {
        const word = at;
        at = wordEnd(at);
        if (unit !== EXCLAMATION_MARK && mayBeCut(word, at)) {
          at = word;
          status = UNCLEAR;
          break;
        }
      }
      continue;
    }

    hasNode = true;
    const isBlock = unit === VERTICAL_LINE || unit === GREATER_THAN;
    const quote = unit === QUOTATION_MARK || unit === APOSTROPHE ? unit : 0;
    let start = at;
    end = 0;
    isObscure = false;
    if (isBlock) {
      // Without an entry around it, its lines need not be indented.
      start = lineEnd(at);
      if (depth === 0 && parent >= 0) end = blockEnd(at, start, inputEnd);
    } else if (quote !== 0) {
      end = quotedEnd(at, quote);
    } else {
      end = plainEnd(at, inputEnd);
    }
    if (end === 0) {
      status = UNCLEAR;
      break;
    }

    if (dollar < start) dollar = findToken(start, DOLLAR, DOLLAR, 0);
    if (isObscure || (dollar < end && !expandScalar(start, end, !isBlock && quote === 0, depth !== 0))) {
      status = REWRITE;
      break;
    }
    at = end;
  }
  at = min(at, inputEnd);
  if (status === DONE && depth !== 0) status = UNCLEAR;
  store<i32>(stopped, parent, 4 * STOPPED_COLUMN);
  store<u32>(stopped, <u32>(depth !== 0), 4 * STOPPED_IN_FLOW);
  store<u32>(stopped, <u32>end, 4 * STOPPED_END);
  let unclear = at;
  if (status === UNCLEAR) {
    // Text in brackets that are never closed may be something else.
    if (depth !== 0) unclear = flowStart;
    beginDocument();
  }
  store<u32>(stopped, <u32>unclear, 4 * STOPPED_UNCLEAR);
  return storeStopped(status, at, copyTo(at), recordsEnd());
}

/** Whether go-yaml may end the name of an anchor or alias before a `$` in it: at `:` or `?`, for example. */
function mayBeCut(at: usize, end: usize): bool {
  let isCut = false;
  for (; at < end; at++) {
    const unit = unitAt<u8>(at);
    if (unit === DOLLAR && isCut) return true;
    if (unit === COLON || unit - QUESTION_MARK < 2 || unit === PERCENT_SIGN || unit === GRAVE_ACCENT) isCut = true;
  }
  return false;
}

/**
 * Behind the closing quote, or 0 if a document ends before it; `isObscure` if there is `\x`, `\u`, `\U`, an escaped line
 * break or an escaped dollar, which no YAML has, before it.
 */
function quotedEnd(at: usize, quote: u32): usize {
  const escape = quote === QUOTATION_MARK ? BACKSLASH : quote;
  while (true) {
    at = findToken(at + 1, quote, escape, LINE_FEED);
    const unit = unitAt<u8>(at);
    const next = unitAt<u8>(at + 1);
    if (unit === LINE_FEED) {
      // The zero stands at the end.
      if (next === 0 || isMarker(at + 1)) return 0;
      continue;
    }
    if (unit !== escape || (unit === quote && next !== quote)) return at + 1;
    if (next < SPACE || next === DOLLAR || (next | LOWER_CASE) === LOWER_U || (next | LOWER_CASE) === LOWER_X) {
      isObscure = true;
    }
    // A line break is looked at even where it is escaped.
    if (next !== LINE_FEED) at++;
  }
}

/** Where a plain scalar ends, without the blanks behind it. */
function plainEnd(at: usize, end: usize): usize {
  while (true) {
    at = plainLineEnd(at);
    let trimmed = at;
    while (isBlank(unitAt<u8>(trimmed - 1))) trimmed--;
    // The next line that is not blank.
    let begin = at;
    while (at < end && unitAt<u8>(at) === LINE_FEED) {
      begin = ++at;
      while (isBlank(unitAt<u8>(at))) at++;
    }
    if (
      at >= end ||
      (depth === 0 && <i32>(skipSpaces(begin) - begin) <= parent) ||
      at === plainLineEnd(at) ||
      isMarker(begin)
    ) {
      return trimmed;
    }
  }
}

/** Where a plain scalar's text in one line ends. */
function plainLineEnd(at: usize): usize {
  while (true) {
    if (depth === 0) at = findToken(at, LINE_FEED, COLON, NUMBER_SIGN);
    const unit = unitAt<u8>(at);
    const next = unitAt<u8>(at + 1);
    if (
      unit === LINE_FEED ||
      (unit === COLON && next <= SPACE) ||
      (unit === NUMBER_SIGN && unitAt<u8>(at - 1) <= SPACE) ||
      (depth !== 0 && isFlowIndicator(unit === COLON ? next : unit))
    ) {
      return at;
    }
    at++;
  }
}

/**
 * Where the first line begins that is indented less than the content of the block scalar: as much as the digit in its
 * header says, or as the first line with text. The header stands at `header`, and its line break at `at`.
 */
function blockEnd(header: usize, at: usize, end: usize): usize {
  let indent = parent + 1;
  let isKnown = false;
  for (let i: usize = 1; i <= 2; i++) {
    const unit = unitAt<u8>(header + i);
    isKnown = unit - DIGIT_ZERO < 10;
    if (isKnown) indent = max(indent, parent + <i32>(unit - DIGIT_ZERO));
    if (isKnown || (unit !== HYPHEN && unit !== PLUS_SIGN)) break;
  }
  while (at < end) {
    const begin = at + 1;
    at = skipSpaces(begin);
    // A CR stands before a line feed alone: the host sees to that.
    if (unitAt<u8>(at) === LINE_FEED || unitAt<u8>(at) === CARRIAGE_RETURN) continue;
    const column = <i32>(at - begin);
    if (column < indent) return begin - 1;
    if (!isKnown) indent = column;
    isKnown = true;
    at = lineEnd(at);
  }
  return end;
}
