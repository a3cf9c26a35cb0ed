/**
 * Expands references in the scalars of YAML text, keys included, without parsing it. The text is only split into tokens, to
 * find the scalar that a `$` belongs to. Comments, directives, anchors, aliases, and tags do not change.
 *
 * The host expands (`REWRITE`) a scalar that output.ts cannot expand, and one with escapes that may be part of a reference.
 *
 * The scanner builds no tree. It keeps three facts: how many `[` and `{` are open; the column of the last entry (`- `, `? `,
 * or a key), because the next lines of a plain or block scalar are indented further; and whether a node has just ended, so
 * that `:` is an indicator. Text that cannot be YAML is `UNCLEAR`.
 *
 * Linear: only the empty lines after a scalar are read twice.
 */

import { DONE, REWRITE, STOPPED_COLUMN, STOPPED_END, STOPPED_IN_FLOW, STOPPED_UNCLEAR, UNCLEAR } from "../codes";
import { unitAt } from "../primitives/bytes";
import * as char from "../primitives/characters";
import { stopped, storeStopped } from "../primitives/stopped";
import { beginOutput, copyTo, expandScalar, recordsEnd } from "./output";
import {
  findToken,
  isFlowIndicator,
  isMarker,
  isWhiteSpace,
  lineEnd,
  mayBeCut,
  nextDocument,
  skipSpaces,
  wordEnd,
} from "./tokens";

/** `!<!>`, which is `!`; the first byte lowest. */
const NO_TAG: u32 = 0x3e213c21;

// State between two calls.
let line: usize;
let depth: u32;
/** The address of the outermost open `[` or `{`. */
let flowStart: usize;
/** The column of the last entry; -1 before the first. */
let parent: i32;
/** The first token after the entry's indicator on its line, where a key can start; 0 if there is none. */
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

/** The last marker before the next `$` or `\\`, or the one at `at`. The documents before it do not contain anything to expand. */
function markerBefore(at: usize, end: usize): usize {
  if (suspect < at) suspect = min(findToken(at, char.DOLLAR, char.BACKSLASH, 0), end);
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
  // Every `break` before the status is set leaves text whose structure is unclear.
  let status = UNCLEAR;
  while (true) {
    if (at >= inputEnd) {
      if (depth === 0) status = DONE;
      break;
    }
    at = skipSpaces(at);
    const unit = unitAt<u8>(at);
    if (unit < char.SPACE) {
      at++;
      if (unit === char.LINE_FEED) {
        line = at;
        if (depth === 0) first = 0;
        if (isMarker(at)) {
          if (depth !== 0) {
            at--;
            break;
          }
          beginDocument();
          line = markerBefore(at, inputEnd);
          at = line + 3;
        }
      }
      continue;
    }
    if (unit === char.NUMBER_SIGN || unit === char.PERCENT_SIGN) {
      at = lineEnd(at);
      continue;
    }
    const next = unitAt<u8>(at + 1);
    // go-yaml takes `?` and `:` for indicators in brackets, whatever follows; PyYAML reads text after `!` as plain text.
    if (
      ((unit === char.QUESTION_MARK || (unit === char.COLON && !hasNode)) &&
        depth !== 0 &&
        next > char.SPACE &&
        !isFlowIndicator(next)) ||
      (unit === char.EXCLAMATION_MARK && (next <= char.SPACE || isFlowIndicator(next) || load<u32>(at) === NO_TAG))
    )
      break;
    if (
      (unit === char.COLON || unit === char.HYPHEN || unit === char.QUESTION_MARK) &&
      (next <= char.SPACE || (depth !== 0 && (hasNode || isFlowIndicator(next))))
    ) {
      if (depth === 0) {
        parent = <i32>((unit === char.COLON && first !== 0 ? first : at) - line);
        first = 0;
      }
      hasNode = false;
      at++;
      continue;
    }
    if (first === 0) first = at;
    if (isFlowIndicator(unit)) {
      const isOpening = (unit | char.LOWER_CASE) === char.LEFT_BRACE;
      hasNode = (unit | char.LOWER_CASE) === char.RIGHT_BRACE;
      if (!isOpening && depth === 0) break;
      if (depth === 0) flowStart = at;
      depth += <u32>isOpening - <u32>hasNode;
      at++;
      continue;
    }
    if (unit === char.EXCLAMATION_MARK || unit === char.AMPERSAND || unit === char.ASTERISK) {
      hasNode = unit === char.ASTERISK;
      if (unit === char.EXCLAMATION_MARK && next === char.LESS_THAN) {
        // In angle brackets, a tag may hold what ends a word, but not a line's end.
        const closer = findToken(at, char.GREATER_THAN, char.LINE_FEED, char.LINE_FEED);
        if (unitAt<u8>(closer) === char.LINE_FEED) break;
        at = closer + 1;
      } else {
        const word = at;
        at = wordEnd(at);
        // For go-yaml, brackets and commas belong to a tag.
        if (unit === char.EXCLAMATION_MARK ? unitAt<u8>(at) > char.SPACE : mayBeCut(word, at)) {
          at = word;
          break;
        }
      }
      continue;
    }

    hasNode = true;
    const isBlock = unit === char.VERTICAL_LINE || unit === char.GREATER_THAN;
    const quote = unit === char.QUOTATION_MARK || unit === char.APOSTROPHE ? unit : 0;
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
    if (end === 0) break;

    if (dollar < start) dollar = findToken(start, char.DOLLAR, char.DOLLAR, 0);
    if (isObscure || (dollar < end && !expandScalar(start, end, !isBlock && quote === 0, depth !== 0))) {
      status = REWRITE;
      break;
    }
    at = end;
  }
  at = min(at, inputEnd);
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

/**
 * The end of a quoted scalar, or 0 if the document ends before the closing quote. Sets `isObscure` if the scalar contains
 * `\x`, `\u`, `\U`, an escaped line break, or an escaped dollar, which YAML does not have.
 */
function quotedEnd(at: usize, quote: u32): usize {
  const escape = quote === char.QUOTATION_MARK ? char.BACKSLASH : quote;
  while (true) {
    at = findToken(at + 1, quote, escape, char.LINE_FEED);
    const unit = unitAt<u8>(at);
    const next = unitAt<u8>(at + 1);
    if (unit === char.LINE_FEED) {
      // The zero ends the text.
      if (next === 0 || isMarker(at + 1)) return 0;
      continue;
    }
    if (unit !== escape || (unit === quote && next !== quote)) return at + 1;
    const letter = next | char.LOWER_CASE;
    if (next < char.SPACE || next === char.DOLLAR || letter === char.LOWER_U || letter === char.LOWER_X)
      isObscure = true;
    // A line break can precede a marker even if it is escaped.
    if (next !== char.LINE_FEED) at++;
  }
}

/** The end of a plain scalar, without the white space after it. */
function plainEnd(at: usize, end: usize): usize {
  while (true) {
    at = plainLineEnd(at);
    let trimmed = at;
    while (isWhiteSpace(unitAt<u8>(trimmed - 1))) trimmed--;
    // The next line that is not empty.
    let begin = at;
    while (at < end && unitAt<u8>(at) === char.LINE_FEED) {
      begin = ++at;
      while (isWhiteSpace(unitAt<u8>(at))) at++;
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
    if (depth === 0) at = findToken(at, char.LINE_FEED, char.COLON, char.NUMBER_SIGN);
    const unit = unitAt<u8>(at);
    const next = unitAt<u8>(at + 1);
    if (
      unit === char.LINE_FEED ||
      (unit === char.COLON && next <= char.SPACE) ||
      (unit === char.NUMBER_SIGN && unitAt<u8>(at - 1) <= char.SPACE) ||
      (depth !== 0 && isFlowIndicator(unit === char.COLON ? next : unit))
    ) {
      return at;
    }
    at++;
  }
}

/**
 * The start of the first line that is indented less than the content of the block scalar. The digit in the header defines the
 * indentation of the content, or otherwise the first line with text. `at` is the line break after the header.
 */
function blockEnd(header: usize, at: usize, end: usize): usize {
  let indent = parent + 1;
  let isKnown = false;
  for (let i: usize = 1; i <= 2; i++) {
    const unit = unitAt<u8>(header + i);
    isKnown = unit - char.DIGIT_ZERO < 10;
    if (isKnown) indent = max(indent, parent + <i32>(unit - char.DIGIT_ZERO));
    if (isKnown || (unit !== char.HYPHEN && unit !== char.PLUS_SIGN)) break;
  }
  while (at < end) {
    const begin = at + 1;
    at = skipSpaces(begin);
    // The host ensures that a CR occurs only before a line feed.
    if (unitAt<u8>(at) === char.LINE_FEED || unitAt<u8>(at) === char.CARRIAGE_RETURN) continue;
    const column = <i32>(at - begin);
    if (column < indent) return begin - 1;
    if (!isKnown) indent = column;
    isKnown = true;
    at = lineEnd(at);
  }
  return end;
}
