/**
 * What is written of YAML text: copied text, and expanded scalars.
 *
 * The resident environment holds values that are safe in any scalar; only string-ness needs care: a plain scalar gets
 * double quotes where it might not stay a string. For any other value it holds a NUL (the host chooses), and a scalar with
 * one is the host's.
 */

import { DONE, STOPPED_OUTPUT, STOPPED_RECORDS, UNRESOLVED_LENGTH, UNRESOLVED_NAME } from "../codes";
import { copyPiece } from "../primitives/blocks";
import { equal, unitAt } from "../primitives/bytes";
import {
  APOSTROPHE,
  BACKSLASH,
  COLON,
  DELETE,
  DOLLAR,
  HYPHEN,
  LINE_FEED,
  LOWER_A,
  LOWER_CASE,
  NUMBER_SIGN,
  QUESTION_MARK,
  QUOTATION_MARK,
  SOLIDUS,
  SPACE,
  TAB,
} from "../primitives/characters";
import { stopped } from "../primitives/stopped";
import { expandBytes } from "../substitution/byte-expansion";
import { UNRESOLVED } from "../substitution/unresolved";
import { findToken, isBlank, isFlowIndicator } from "./tokens";

/** The first letters of false, no, null, off, on, true, yes: bit 0 is `a`. */
const FIRST_LETTERS: u32 = 0x1086020;
/** A reader may take no longer key. */
export const LONGEST_KEY: usize = 1000;
/** The length of `false`. */
const LONGEST_WORD: usize = 5;
/** A longer literal is copied faster by a call. */
const SHORT_LITERAL: usize = 512;

/** What is written already, of the text up to `literal`. */
let output: usize;
let outputEnd: usize;
let literal: usize;
/** Where the next record of a reference without a value goes, and where their room ends. */
let records: usize;
let recordsRoomEnd: usize;
/** Whether the last scalar was not expanded because there is no room for it or its records. */
let isFull: bool;

/** Begins to write what is made of the text from an address on; where and with how much room: see `expandYaml`. */
export function beginOutput(from: usize, to: usize, toEnd: usize, firstRecord: usize, roomEnd: usize): void {
  literal = from;
  output = to;
  outputEnd = toEnd;
  records = firstRecord;
  recordsRoomEnd = roomEnd;
}

/** Copies the text up to an address; returns the output's end. */
export function copyTo(at: usize): usize {
  const length = at - literal;
  put(literal, length, output);
  literal = at;
  output += length;
  return output;
}

export function recordsEnd(): usize {
  return records;
}

/** Goes back to where the output ended when the text was written up to an address. */
export function goBack(at: usize, outputThere: usize, recordsThere: usize): void {
  literal = at;
  output = outputThere;
  records = recordsThere;
}

export function wasFull(): bool {
  return isFull;
}

/**
 * Writes the text up to a scalar, and the scalar expanded; false if the host has to expand it: it is not written then.
 */
export function expandScalar(start: usize, end: usize, isPlain: bool, inFlow: bool): bool {
  const to = output + (start - literal);
  put(literal, start - literal, output);
  isFull = expandBytes(start, end, to, outputEnd, records, recordsRoomEnd, true, start) !== DONE;
  if (isFull || !areAsWritten() || !hasSafeValues(to)) return false;
  // Where no reference has a value, it is what it was.
  if (isPlain && !isSame(start, end - start, to) && !isString(to, end, inFlow)) return false;
  if (isLongKey(start, end, to)) return false;
  output = load<u32>(stopped, 4 * STOPPED_OUTPUT);
  records = load<u32>(stopped, 4 * STOPPED_RECORDS);
  literal = end;
  return true;
}

function put(from: usize, length: usize, to: usize): void {
  if (length < SHORT_LITERAL) copyPiece(from, length, to);
  else memory.copy(to, from, length);
}

/**
 * Whether the scalar's names without a value stand in the text as the scalar has them: of printable ASCII without blanks,
 * quotes and backslashes.
 */
function areAsWritten(): bool {
  const end: usize = load<u32>(stopped, 4 * STOPPED_RECORDS);
  for (let record = records; record < end; record += UNRESOLVED) {
    const name: usize = load<u32>(record, 4 * UNRESOLVED_NAME);
    const nameEnd = name + <usize>load<u32>(record, 4 * UNRESOLVED_LENGTH);
    for (let at = name; at < nameEnd; at++) {
      const unit = unitAt<u8>(at);
      if (unit <= SPACE || unit >= DELETE || unit === QUOTATION_MARK || unit === APOSTROPHE || unit === BACKSLASH) {
        return false;
      }
    }
  }
  return true;
}

/** Whether there is no NUL in the expanded scalar at `to`. Leaves one behind it. */
function hasSafeValues(to: usize): bool {
  const end: usize = load<u32>(stopped, 4 * STOPPED_OUTPUT);
  store<u8>(end, 0);
  return findToken(to, 0, 0, 0) === end;
}

/** Whether a tab starts a line of white space or a comment line that follows a plain scalar. Readers refuse that after quotes. */
function hasTabBehind(end: usize): bool {
  let unit = unitAt<u8>(end);
  let hasTab = false;
  for (let isNewLine = false; unit !== 0 && (isBlank(unit) || unit === LINE_FEED); unit = unitAt<u8>(++end)) {
    if (unit === LINE_FEED && hasTab) return true;
    if (unit === LINE_FEED) isNewLine = true;
    else if (isNewLine && unit === TAB) hasTab = true;
  }
  return hasTab && unit === NUMBER_SIGN;
}

/** Whether a scalar that is longer than it was is a key that, with what is before it in its line, may be too long. */
function isLongKey(start: usize, end: usize, to: usize): bool {
  const length: usize = <usize>load<u32>(stopped, 4 * STOPPED_OUTPUT) - to;
  if (length <= end - start) return false;
  while (isBlank(unitAt<u8>(end))) end++;
  if (unitAt<u8>(end) !== COLON) return false;
  let line = start;
  while (unitAt<u8>(line - 1) !== LINE_FEED && !isFlowIndicator(unitAt<u8>(line - 1))) line--;
  return end - line + length > LONGEST_KEY;
}

function isSame(start: usize, length: usize, to: usize): bool {
  return to + length === load<u32>(stopped, 4 * STOPPED_OUTPUT) && equal(start, to, length);
}

/**
 * Makes sure that the plain scalar at `to`, with a NUL behind it, is a string for every reader of YAML. It is one if it
 * begins with a letter, `/` or `$`, or with dashes and a letter, and is no word like `no`, and, inside brackets, has no `?`
 * (go-yaml ends it there). Any other gets quotes; returns false if they are not enough.
 */
function isString(to: usize, sourceEnd: usize, inFlow: bool): bool {
  const end: usize = load<u32>(stopped, 4 * STOPPED_OUTPUT);
  let begin = to;
  while (unitAt<u8>(begin) === HYPHEN) begin++;
  const unit = unitAt<u8>(begin);
  const letter = (unit | LOWER_CASE) - LOWER_A;
  if (
    (letter < 26
      ? end - to > LONGEST_WORD || ((1 << letter) & FIRST_LETTERS) === 0
      : begin === to && (unit === SOLIDUS || unit === DOLLAR)) &&
    (!inFlow || findToken(to, QUESTION_MARK, QUESTION_MARK, 0) === end)
  ) {
    return true;
  }
  store<u8>(end, <u8>LINE_FEED);
  if (findToken(to, QUOTATION_MARK, BACKSLASH, LINE_FEED) !== end || hasTabBehind(sourceEnd)) return false;
  // go-yaml reads a colon before `}` or `,` as part of the plain scalar, but not after quotes.
  if (inFlow && unitAt<u8>(sourceEnd) === COLON && isFlowIndicator(unitAt<u8>(sourceEnd + 1))) return false;
  memory.copy(to + 1, to, end - to);
  store<u8>(to, <u8>QUOTATION_MARK);
  store<u8>(end + 1, <u8>QUOTATION_MARK);
  store<u32>(stopped, <u32>end + 2, 4 * STOPPED_OUTPUT);
  return true;
}
