/**
 * `$(NAME)` and `$$` inside the strings of JSON text, without parsing it. JSON's syntax has no `$`, so every `$` is in a
 * string (a key or a value).
 *
 * The end of a string ends a reference: a `$(` without a `)` before the next `"` is copied. So does the end of a line,
 * because no JSON string contains one: a broken record of NDJSON does not affect the next one. `$`, `(`, `)`, and the name's
 * characters can be written with escapes (`\u0024(A)`, `$(A\u0042)`). A `\u0024` outside a reference becomes `$`. Everything
 * else that is not expanded is copied byte for byte. With a table that keeps escapes, two `$` stay two.
 *
 * Linear: the scanner remembers up to where a string has no `)`.
 */

import { DONE, INPUT_NEEDED, OUTPUT_FULL, RECORDS_FULL } from "../codes";
import { copyPiece } from "../primitives/blocks";
import { findAny } from "../primitives/byte-classes";
import { BLOCK, matches, SHORT, splat, unitAt } from "../primitives/bytes";
import * as char from "../primitives/characters";
import { beginUnresolved, recordUnresolved, storeNeeds, storeStopped, unresolvedEnd } from "../primitives/stopped";
import { outputRoom } from "../substitution/byte-expansion";
import { ABSENT, dollarsOfEscape, lookUp, lookUpShort, valueLengthOf, valueOf } from "../substitution/environment";
import { unescapeJson } from "./escapes";

/** `$(` and `$$`, the first byte lowest. */
const REFERENCE: u32 = 0x2824;
const DOLLARS: u32 = 0x2424;
/** Bytes of `\uXXXX`. */
const LONG_ESCAPE: usize = 6;
/** The first three digits of the escapes of `$`, `(` and `)`, the first byte lowest. */
const HEX_002: u32 = 0x323030;
/** Instead of a character: which one it is depends on what follows the input. */
const UNDECIDED: u32 = 1;

/** Whether the last name in `findNameEnd` may have a `\`, and up to where it searched if it found no end. */
let isNameEscaped: bool;
let lookedUntil: usize;

/**
 * Expands JSON text. The parameters, and what it returns and stores, are those of `expandBytes`. The values in the table
 * are escaped for JSON. Names in records have no escapes: they are written over the input, which is not read again.
 */
export function expandJson(
  input: usize,
  inputEnd: usize,
  output: usize,
  outputEnd: usize,
  records: usize,
  recordsEnd: usize,
  isLast: bool,
  closerFrom: usize,
): u32 {
  let status = DONE;
  let room: usize = 0;
  let searched: usize = 0;
  // There is no `)` between `input` and this address that closes a reference.
  let noCloserBefore: usize = 0;
  beginUnresolved(records, recordsEnd);
  while (true) {
    const found = copyUntilDollarOrBackslash(input, inputEnd, output);
    output += found - input;
    input = found;
    if (input === inputEnd) break;

    let next = input + 1;
    let name = input + 2;
    const pair = name <= inputEnd ? <u32>load<u16>(input) : 0;
    if (pair === DOLLARS) {
      store<u16>(output, <u16>DOLLARS);
      output += dollarsOfEscape();
      input = name;
      continue;
    }
    if (pair !== REFERENCE) {
      const first = characterAt(input, inputEnd, isLast);
      if (first !== char.DOLLAR && first !== UNDECIDED) {
        const length = min<usize>(2, inputEnd - input);
        store<u16>(output, load<u16>(input));
        output += length;
        input += length;
        continue;
      }
      next = input + lengthAt(input);
      const second = first === char.DOLLAR ? characterAt(next, inputEnd, isLast) : UNDECIDED;
      if (second === UNDECIDED) {
        status = INPUT_NEEDED;
        break;
      }
      name = next + lengthAt(next);
      if (second !== char.LEFT_PARENTHESIS) {
        store<u16>(output, <u16>DOLLARS);
        output += second === char.DOLLAR ? dollarsOfEscape() : 1;
        input = second === char.DOLLAR ? name : next;
        continue;
      }
    }

    const end = name < noCloserBefore ? noCloserBefore : findNameEnd(name, max(name, closerFrom), inputEnd, isLast);
    if (end === inputEnd && !isLast) {
      status = INPUT_NEEDED;
      searched = lookedUntil;
      break;
    }
    const unit = end < inputEnd ? unitAt<u8>(end) : 0;
    if (unit !== char.RIGHT_PARENTHESIS && unit !== char.BACKSLASH) {
      noCloserBefore = end;
      store<u8>(output, <u8>char.DOLLAR);
      store<u64>(output, load<u64>(next), 1);
      output += 1 + name - next;
      input = name;
      continue;
    }
    const after = end + lengthAt(end);
    let length = end - name;
    // Where the output goes on, there is room for the name.
    if (isNameEscaped) length = unescapeJson(name, end, output);
    const key = isNameEscaped ? output : name;
    let entry = length <= SHORT ? lookUpShort(key, length) : 0;
    if (entry === 0) entry = lookUp(key, length);
    if (entry > ABSENT) {
      length = valueLengthOf(entry);
      // In 64 bits: memory may end where addresses do.
      const wanted = <u64>length + <u64>outputRoom(inputEnd - input);
      if (<u64>output + wanted > <u64>outputEnd) {
        room = <usize>min<u64>(wanted, u32.MAX_VALUE);
        status = OUTPUT_FULL;
        break;
      }
      copyPiece(valueOf(entry), length, output);
      output += length;
    } else {
      if (!recordUnresolved(name, length, input)) {
        status = RECORDS_FULL;
        break;
      }
      store<u8>(output, <u8>char.DOLLAR);
      copyPiece(next, after - next, output + 1);
      output += 1 + after - next;
      // For the record; this input is not read again.
      if (isNameEscaped) unescapeJson(name, end, name);
    }
    input = after;
  }
  storeNeeds(room, searched);
  return storeStopped(status, input, output, unresolvedEnd());
}

/** The byte at `at`; or `$`, `(`, or `)` if it is escaped there; 0 for another escape sequence; or `UNDECIDED`. */
function characterAt(at: usize, end: usize, isLast: bool): u32 {
  if (at >= end) return isLast ? 0 : UNDECIDED;
  const unit = unitAt<u8>(at);
  if (unit !== char.BACKSLASH) return unit === UNDECIDED ? 0 : unit;
  if (at + LONG_ESCAPE > end) return isLast || (at + 1 < end && unitAt<u8>(at + 1) !== char.LOWER_U) ? 0 : UNDECIDED;
  const digits = load<u32>(at + 2);
  const digit = (digits >> 24) - char.DIGIT_ZERO;
  return unitAt<u8>(at + 1) === char.LOWER_U && (digits & 0xffffff) === HEX_002 && digit < 10 ? 0x20 + digit : 0;
}

/** How many bytes the character takes that `characterAt` returned. */
function lengthAt(at: usize): usize {
  return unitAt<u8>(at) === char.BACKSLASH ? LONG_ESCAPE : 1;
}

/** Copies up to the first `$` or `\`; returns its address, or `end`. */
function copyUntilDollarOrBackslash(start: usize, end: usize, to: usize): usize {
  if (!ASC_FEATURE_SIMD) {
    const found = findAny(start, end, char.DOLLAR, char.BACKSLASH, char.BACKSLASH);
    memory.copy(to, start, found - start);
    return found;
  }
  const dollar = splat<u8>(char.DOLLAR);
  const backslash = splat<u8>(char.BACKSLASH);
  for (let at = start; at < end; at += BLOCK, to += BLOCK) {
    const block = v128.load(at);
    v128.store(to, block);
    const mask = matches<u8>(block, dollar) | matches<u8>(block, backslash);
    if (mask !== 0) return min(at + <usize>ctz(mask), end);
  }
  return end;
}

/** One bit for each of the 16 bytes at `at` that can end a name. */
function nameEnds(at: usize): u32 {
  if (!ASC_FEATURE_SIMD) {
    let mask: u32 = 0;
    for (let i: usize = 0; i < BLOCK; i++) {
      const unit = unitAt<u8>(at + i);
      const isEnd =
        unit === char.RIGHT_PARENTHESIS ||
        unit === char.QUOTATION_MARK ||
        unit === char.BACKSLASH ||
        unit === char.LINE_FEED;
      mask |= (<u32>isEnd) << (<u32>i);
    }
    return mask;
  }
  const block = v128.load(at);
  return (
    matches<u8>(block, splat<u8>(char.RIGHT_PARENTHESIS)) |
    matches<u8>(block, splat<u8>(char.QUOTATION_MARK)) |
    matches<u8>(block, splat<u8>(char.BACKSLASH)) |
    matches<u8>(block, splat<u8>(char.LINE_FEED))
  );
}

/**
 * The first `)` (also escaped), `"`, or line feed after a name in [start, end); or `end`, also if more input is needed to
 * decide. Sets `isNameEscaped` and `lookedUntil`.
 */
function findNameEnd(name: usize, start: usize, end: usize, isLast: bool): usize {
  // A part that an earlier call searched may have one.
  isNameEscaped = start > name;
  let at = start;
  while (at < end) {
    const mask = nameEnds(at);
    if (mask === 0) {
      at += BLOCK;
      continue;
    }
    at += <usize>ctz(mask);
    if (at >= end) break;
    if (unitAt<u8>(at) !== char.BACKSLASH) return at;
    const character = characterAt(at, end, isLast);
    if (character === char.RIGHT_PARENTHESIS) return at;
    if (character === UNDECIDED) break;
    isNameEscaped = true;
    at++;
    // A line feed ends a reference even after a backslash.
    if (at < end && unitAt<u8>(at) !== char.LINE_FEED) at++;
  }
  lookedUntil = min(at, end);
  return end;
}
