/**
 * `$(NAME)` and `$$` inside the strings of JSON text, without parsing it; the values of the resident environment are
 * escaped already. What is JSON's own syntax holds no `$`, so every `$` stands in a string (a key's or a value's).
 *
 * A string ends a reference: `$(` without `)` before the next `"` is itself. So does a line, which no string of JSON
 * runs over: a broken record of NDJSON leaves the next one alone. A reference that is written with escapes
 * (`\u0024(A)`, `$(A\u0042)`) is left to the host, which knows what the escapes stand for; see `ESCAPED`.
 *
 * Linear: how far there is no `)` in a string is remembered.
 */
import { copyPiece } from "./blocks";
import { BLOCK, DOLLAR, LEFT_PARENTHESIS, LINE_FEED, matches, RIGHT_PARENTHESIS, splat, unitAt } from "./bytes";
import { lookUp, valueLengthOf, valueOf } from "./environment";
import { DONE, INPUT_NEEDED, OUTPUT_FULL, outputRoom, RECORDS_FULL, storeStopped } from "./expansion";

/** The rest of the string from here on must be unescaped to be expanded. */
export const ESCAPED: u32 = 4;

const QUOTATION_MARK: u32 = 0x22;
const BACKSLASH: u32 = 0x5c;
const LETTER_U: u32 = 0x75;
/** The bytes `0024` and `0028` of an escape, as one little-endian number. */
const HEX_DOLLAR: u32 = 0x34323030;
const HEX_LEFT_PARENTHESIS: u32 = 0x38323030;
/** Bytes of `\uXXXX`. */
const LONG_ESCAPE: usize = 6;

/** As `expandBytes` of expansion.ts, for JSON text; there is no `closerFrom`. */
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

    // What decides about these bytes may be as far away as a `$` and a long escape.
    const isWhole = isLast || input + 1 + LONG_ESCAPE < inputEnd;
    if (unitAt<u8>(input) === BACKSLASH) {
      if (!isWhole) {
        status = INPUT_NEEDED;
        break;
      }
      if (isEscapeOf(input, inputEnd, HEX_DOLLAR)) {
        status = ESCAPED;
        break;
      }
      const length = min<usize>(2, inputEnd - input);
      store<u16>(output, load<u16>(input));
      output += length;
      input += length;
      continue;
    }

    const next = input + 1 < inputEnd ? unitAt<u8>(input + 1) : 0;
    if (next === LEFT_PARENTHESIS) {
      const name = input + 2;
      const end = name < noCloserBefore ? noCloserBefore : findNameEnd(name, inputEnd);
      const unit = end < inputEnd ? unitAt<u8>(end) : 0;
      if (end === inputEnd && !isLast) {
        status = INPUT_NEEDED;
        break;
      }
      if (unit === BACKSLASH) {
        status = ESCAPED;
        break;
      }
      if (unit !== RIGHT_PARENTHESIS) {
        noCloserBefore = end;
        store<u16>(output, load<u16>(input));
        output += 2;
        input += 2;
        continue;
      }
      const entry = lookUp(name, end - name);
      let piece = input;
      let length = end + 1 - input;
      if (entry !== 0) {
        piece = valueOf(entry);
        length = valueLengthOf(entry);
        need = length + outputRoom(inputEnd - input);
        if (output + need > outputEnd) {
          status = OUTPUT_FULL;
          break;
        }
      } else if (records !== 0) {
        if (records === recordsEnd) {
          status = RECORDS_FULL;
          break;
        }
        store<u32>(records, <u32>name);
        store<u32>(records, <u32>(end - name), 4);
        records += 8;
      }
      copyPiece(piece, length, output);
      output += length;
      input = end + 1;
      continue;
    }
    if (next === DOLLAR) {
      store<u8>(output, <u8>DOLLAR);
      output += 1;
      input += 2;
      continue;
    }
    if (!isWhole && (input + 1 === inputEnd || next === BACKSLASH)) {
      status = INPUT_NEEDED;
      break;
    }
    if (isEscapeOf(input + 1, inputEnd, HEX_DOLLAR) || isEscapeOf(input + 1, inputEnd, HEX_LEFT_PARENTHESIS)) {
      status = ESCAPED;
      break;
    }
    store<u8>(output, <u8>DOLLAR);
    output += 1;
    input += 1;
  }
  return storeStopped(status, input, output, records, need);
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

/** The first `)`, `"`, `\` or line feed in [start, end), or `end`. */
function findNameEnd(start: usize, end: usize): usize {
  const closer = splat<u8>(RIGHT_PARENTHESIS);
  const quote = splat<u8>(QUOTATION_MARK);
  const backslash = splat<u8>(BACKSLASH);
  const lineFeed = splat<u8>(LINE_FEED);
  for (let at = start; at < end; at += BLOCK) {
    const block = v128.load(at);
    const mask =
      matches<u8>(block, closer) |
      matches<u8>(block, quote) |
      matches<u8>(block, backslash) |
      matches<u8>(block, lineFeed);
    if (mask !== 0) return min(at + <usize>ctz(mask), end);
  }
  return end;
}

/** Whether `\u` and these four hexadecimal digits stand at `at`. */
function isEscapeOf(at: usize, end: usize, digits: u32): bool {
  return (
    at + LONG_ESCAPE <= end &&
    unitAt<u8>(at) === BACKSLASH &&
    unitAt<u8>(at + 1) === LETTER_U &&
    load<u32>(at + 2) === digits
  );
}
