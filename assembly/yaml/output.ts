/**
 * What is written of YAML text: copied text, and expanded scalars.
 *
 * The resident environment holds values that are safe in any scalar; only string-ness needs care: a plain scalar gets
 * double quotes where it might not stay a string. For any other value it holds a NUL, and the host expands a document that
 * uses it.
 */

import {
  DONE,
  HOST_ONLY,
  REFERENCE,
  STOPPED_OUTPUT,
  STOPPED_RECORDS,
  UNRESOLVED_LENGTH,
  UNRESOLVED_NAME,
} from "../codes";
import { copyPiece } from "../primitives/blocks";
import { equal, unitAt } from "../primitives/bytes";
import * as char from "../primitives/characters";
import { stopped, UNRESOLVED } from "../primitives/stopped";
import { expandBytes } from "../substitution/byte-expansion";
import { dollarsOfEscape, keepsPlain } from "../substitution/environment";
import { findToken } from "./tokens";

/** The first letters of false, no, null, off, on, true, yes: bit 0 is `a`. */
const FIRST_LETTERS: u32 = 0x1086020;
/** A reader may take no longer key. */
export const MAX_KEY_LENGTH: usize = 1000;
/** The length of `false`. */
const MAX_WORD_LENGTH: usize = 5;
const HOST_ONLY_DOLLARS: usize = HOST_ONLY & 0xff;
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
export function expandScalar(start: usize, end: usize, isPlain: bool, inFlow: bool, isKey: bool): bool {
  isFull = false;
  if (dollarsOfEscape() === HOST_ONLY_DOLLARS) return false;
  const to = output + (start - literal);
  put(literal, start - literal, output);
  const status = expandBytes(start, end, to, outputEnd, records, recordsRoomEnd, true, start);
  isFull = status !== DONE && status !== REFERENCE;
  if (status !== DONE || !arePlainNames() || !hasSafeValues(to)) return false;
  // Where no reference has a value, it is what it was.
  if (isPlain && !isSame(start, end - start, to)) {
    if (keepsPlain() && !isKey ? !staysPlain(to, inFlow) : !isString(to, inFlow)) return false;
  }
  const written: usize = load<u32>(stopped, 4 * STOPPED_OUTPUT);
  if (isKey && written - to > MAX_KEY_LENGTH) return false;
  output = written;
  records = load<u32>(stopped, 4 * STOPPED_RECORDS);
  literal = end;
  return true;
}

function put(from: usize, length: usize, to: usize): void {
  if (length < SHORT_LITERAL) copyPiece(from, length, to);
  else memory.copy(to, from, length);
}

/**
 * Whether the unresolved names in the scalar do not have to be escaped in any style: they consist of printable ASCII without
 * spaces, quotes, and backslashes.
 */
function arePlainNames(): bool {
  const end: usize = load<u32>(stopped, 4 * STOPPED_RECORDS);
  for (let record = records; record < end; record += UNRESOLVED) {
    const name: usize = load<u32>(record, 4 * UNRESOLVED_NAME);
    const nameEnd = name + <usize>load<u32>(record, 4 * UNRESOLVED_LENGTH);
    for (let at = name; at < nameEnd; at++) {
      const unit = unitAt<u8>(at);
      if (
        unit <= char.SPACE ||
        unit >= char.DELETE ||
        unit === char.QUOTATION_MARK ||
        unit === char.APOSTROPHE ||
        unit === char.BACKSLASH
      ) {
        return false;
      }
    }
  }
  return true;
}

/** Whether the expanded scalar at `to` does not contain a NUL. Writes a NUL after it. */
function hasSafeValues(to: usize): bool {
  const end: usize = load<u32>(stopped, 4 * STOPPED_OUTPUT);
  store<u8>(end, 0);
  return findToken(to, 0, 0, 0) === end;
}

function isSame(start: usize, length: usize, to: usize): bool {
  return to + length === load<u32>(stopped, 4 * STOPPED_OUTPUT) && equal(start, to, length);
}

/**
 * Whether the result at `to`, which a NUL follows, is a plain scalar of any type. Values do not contain characters that end
 * one. In brackets, only a string is certainly one.
 */
function staysPlain(to: usize, inFlow: bool): bool {
  const unit = unitAt<u8>(to);
  if (inFlow) return isCertainString(to, true);
  return (unit | char.LOWER_CASE) - char.LOWER_A < 26 || unit - char.SOLIDUS < 11 || unit === char.LOW_LINE;
}

/**
 * Ensures that every YAML parser reads the plain scalar at `to`, which a NUL follows, as a string. It is a string if it starts
 * with a letter, `/`, or `$`, or with dashes and a letter, if it is not a word like `no`, and if it does not contain a `?`
 * inside brackets (go-yaml ends the scalar there). Other scalars are quoted; returns false if that is not sufficient.
 */
function isString(to: usize, inFlow: bool): bool {
  if (isCertainString(to, inFlow)) return true;
  const end: usize = load<u32>(stopped, 4 * STOPPED_OUTPUT);
  store<u8>(end, <u8>char.LINE_FEED);
  if (findToken(to, char.QUOTATION_MARK, char.BACKSLASH, char.LINE_FEED) !== end) return false;
  memory.copy(to + 1, to, end - to);
  store<u8>(to, <u8>char.QUOTATION_MARK);
  store<u8>(end + 1, <u8>char.QUOTATION_MARK);
  store<u32>(stopped, <u32>end + 2, 4 * STOPPED_OUTPUT);
  return true;
}

function isCertainString(to: usize, inFlow: bool): bool {
  const end: usize = load<u32>(stopped, 4 * STOPPED_OUTPUT);
  let begin = to;
  while (unitAt<u8>(begin) === char.HYPHEN) begin++;
  const unit = unitAt<u8>(begin);
  const letter = (unit | char.LOWER_CASE) - char.LOWER_A;
  return (
    (letter < 26
      ? end - to > MAX_WORD_LENGTH || ((1 << letter) & FIRST_LETTERS) === 0
      : begin === to && (unit === char.SOLIDUS || unit === char.DOLLAR)) &&
    (!inFlow || findToken(to, char.QUESTION_MARK, char.QUESTION_MARK, 0) === end)
  );
}
