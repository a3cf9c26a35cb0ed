/**
 * `$(NAME)` and `$$` inside the strings of JSON text, without parsing it; the values of the resident environment are
 * escaped already. What is JSON's own syntax holds no `$`, so every `$` stands in a string (a key's or a value's).
 *
 * A string ends a reference: `$(` without `)` before the next `"` is itself. So does a line, which no string of JSON
 * runs over: a broken record of NDJSON leaves the next one alone. `$`, `(`, `)` and the name's characters may be written
 * with escapes (`\u0024(A)`, `$(A\u0042)`). A `\u0024` that is no part of a reference becomes `$`; everything else that
 * is not expanded stays byte for byte.
 *
 * Linear: how far there is no `)` in a string is remembered.
 */
import { copyPiece } from "./blocks";
import {
  BACKSLASH,
  BLOCK,
  DOLLAR,
  LEFT_PARENTHESIS,
  LINE_FEED,
  matches,
  QUOTATION_MARK,
  RIGHT_PARENTHESIS,
  splat,
  unitAt,
} from "./bytes";
import { lookUp, valueLengthOf, valueOf } from "./environment";
import { DONE, INPUT_NEEDED, OUTPUT_FULL, outputRoom, RECORDS_FULL, storeStopped } from "./expansion";
import { unescapeJson } from "./json-escapes";

/** The bytes `u0024`, `u0028` and `u0029` of an escape without their first one, as little-endian numbers. */
const HEX_DOLLAR: u32 = 0x34323030;
const HEX_LEFT_PARENTHESIS: u32 = 0x38323030;
const HEX_RIGHT_PARENTHESIS: u32 = 0x39323030;
const LETTER_U: u32 = 0x75;
/** Bytes of `\uXXXX`. */
const LONG_ESCAPE: usize = 6;
/** How many bytes write a character, if that depends on what follows the input. */
const UNDECIDED: usize = 7;

/** Whether there is a `\` in the last name that `findNameEnd` passed. */
let isNameEscaped = false;

/**
 * As `expandBytes` of expansion.ts, for JSON text; there is no `closerFrom`. A record is three u32: the address of the
 * name and its length, escapes resolved, and the address of the reference's `$`.
 */
export function expandJson(
  input: usize,
  inputEnd: usize,
  output: usize,
  outputEnd: usize,
  records: usize,
  recordsEnd: usize,
  isLast: bool,
): u32 {
  let status = DONE;
  let need: usize = 0;
  // In front of this address, no `)` closes a reference that begins behind `input`.
  let noCloserBefore: usize = 0;
  while (true) {
    const found = copyUntilDollarOrBackslash(input, inputEnd, output);
    output += found - input;
    input = found;
    if (input === inputEnd) break;

    const dollar = lengthOf(input, inputEnd, isLast, DOLLAR, HEX_DOLLAR);
    if (dollar === 0) {
      const length = min<usize>(2, inputEnd - input);
      store<u16>(output, load<u16>(input));
      output += length;
      input += length;
      continue;
    }
    const next = input + dollar;
    const open = next < inputEnd ? lengthOf(next, inputEnd, isLast, LEFT_PARENTHESIS, HEX_LEFT_PARENTHESIS) : 0;
    const second = next < inputEnd ? lengthOf(next, inputEnd, isLast, DOLLAR, HEX_DOLLAR) : 0;
    if (dollar === UNDECIDED || open === UNDECIDED || second === UNDECIDED || (next === inputEnd && !isLast)) {
      status = INPUT_NEEDED;
      break;
    }
    if (open === 0) {
      store<u8>(output, <u8>DOLLAR);
      output += 1;
      input = next + second;
      continue;
    }

    const name = next + open;
    const end = name < noCloserBefore ? noCloserBefore : findNameEnd(name, inputEnd, isLast);
    if (end === inputEnd && !isLast) {
      status = INPUT_NEEDED;
      break;
    }
    const unit = end < inputEnd ? unitAt<u8>(end) : 0;
    if (unit !== RIGHT_PARENTHESIS && unit !== BACKSLASH) {
      noCloserBefore = end;
      store<u8>(output, <u8>DOLLAR);
      store<u64>(output, load<u64>(next), 1);
      output += 1 + open;
      input = name;
      continue;
    }
    const behind = end + (unit === BACKSLASH ? LONG_ESCAPE : 1);
    let length = end - name;
    // Where the output goes on, there is room for the name.
    if (isNameEscaped) length = unescapeJson(name, end, output);
    const entry = lookUp(isNameEscaped ? output : name, length);
    if (entry !== 0) {
      length = valueLengthOf(entry);
      need = length + outputRoom(inputEnd - input);
      if (output + need > outputEnd) {
        status = OUTPUT_FULL;
        break;
      }
      copyPiece(valueOf(entry), length, output);
      output += length;
    } else {
      if (records !== 0) {
        if (records === recordsEnd) {
          status = RECORDS_FULL;
          break;
        }
        store<u32>(records, <u32>name);
        store<u32>(records, <u32>length, 4);
        store<u32>(records, <u32>input, 8);
        records += 12;
      }
      store<u8>(output, <u8>DOLLAR);
      copyPiece(next, behind - next, output + 1);
      output += 1 + behind - next;
      // For the record; this input is done with.
      if (isNameEscaped) unescapeJson(name, end, name);
    }
    input = behind;
  }
  return storeStopped(status, input, output, records, need);
}

/**
 * How many bytes at `at` are the character: one if it is `unit`, six if it is an escape with these hexadecimal digits;
 * 0 if it is another character, `UNDECIDED` if more input could make it this one.
 */
function lengthOf(at: usize, end: usize, isLast: bool, unit: u32, digits: u32): usize {
  const first = unitAt<u8>(at);
  if (first === unit) return 1;
  if (first !== BACKSLASH) return 0;
  if (at + LONG_ESCAPE <= end) return isEscapeOf(at, digits) ? LONG_ESCAPE : 0;
  return isLast || (at + 1 < end && unitAt<u8>(at + 1) !== LETTER_U) ? 0 : UNDECIDED;
}

/** Whether `\u` and these four hexadecimal digits stand at `at`, where a `\` is. */
function isEscapeOf(at: usize, digits: u32): bool {
  return unitAt<u8>(at + 1) === LETTER_U && load<u32>(at + 2) === digits;
}

/** Copies up to the first `$` or `\`; returns its address, or `end`. */
function copyUntilDollarOrBackslash(start: usize, end: usize, to: usize): usize {
  const dollar = splat<u8>(DOLLAR);
  const backslash = splat<u8>(BACKSLASH);
  for (let at = start; at < end; at += BLOCK, to += BLOCK) {
    const block = v128.load(at);
    v128.store(to, block);
    const mask = matches<u8>(block, dollar) | matches<u8>(block, backslash);
    if (mask !== 0) return min(at + <usize>ctz(mask), end);
  }
  return end;
}

/**
 * The first `)` (or escape that stands for it), `"` or line feed in [start, end), or `end`; that, too, where more input
 * is needed to tell. Sets `isNameEscaped`.
 */
function findNameEnd(start: usize, end: usize, isLast: bool): usize {
  const closer = splat<u8>(RIGHT_PARENTHESIS);
  const quote = splat<u8>(QUOTATION_MARK);
  const backslash = splat<u8>(BACKSLASH);
  const lineFeed = splat<u8>(LINE_FEED);
  isNameEscaped = false;
  for (let at = start; at < end; ) {
    const block = v128.load(at);
    const mask =
      matches<u8>(block, closer) |
      matches<u8>(block, quote) |
      matches<u8>(block, backslash) |
      matches<u8>(block, lineFeed);
    if (mask === 0) {
      at += BLOCK;
      continue;
    }
    at += <usize>ctz(mask);
    if (at >= end || unitAt<u8>(at) !== BACKSLASH) return min(at, end);
    const length = lengthOf(at, end, isLast, RIGHT_PARENTHESIS, HEX_RIGHT_PARENTHESIS);
    if (length !== 0) return length === UNDECIDED ? end : at;
    isNameEscaped = true;
    at += 2;
  }
  return end;
}
