/**
 * `$(NAME)` and `$$`: Kubernetes variable expansion (seed 001; the rules are numbered as in the project's notes on
 * `third_party/forked/golang/expansion`).
 *
 *   `$$`            one `$`
 *   `$(name)`       the value of the bytes up to the first `)`, or, if there is none, the reference itself
 *   `$(` without `)` in the rest of the input: itself
 *   `$` and a character: both. If what follows is not valid UTF-8: `$`, U+FFFD, and one byte used up
 *
 * Values are never scanned again. Linear: once no `)` is ahead, none is looked for again.
 */
import { BLOCK, copyBlocks, DOLLAR, find, LEFT_PARENTHESIS, matches, RIGHT_PARENTHESIS, splat, unitAt } from "./bytes";
import { lookUp, valueLengthOf, valueOf } from "./environment";

/** Why a scan returned. */
export const DONE: u32 = 0;
/** The input ends inside something that more input would decide; only where `isLast` is false. */
export const INPUT_NEEDED: u32 = 1;
/** The next value does not fit; the host makes room and goes on. */
export const OUTPUT_FULL: u32 = 2;
/** The list of unresolved references is full; the host takes them and goes on. */
export const RECORDS_FULL: u32 = 3;

/**
 * Where the last scan stopped: input address, output address, end of the records, output bytes needed at least, and
 * whether a `)` may be ahead.
 */
const STOPPED_INPUT: usize = 0;
const STOPPED_OUTPUT: usize = 4;
const STOPPED_RECORDS: usize = 8;
const STOPPED_NEED: usize = 12;
const STOPPED_CLOSER_AHEAD: usize = 16;
const stopped = memory.data(20, 16);

/** The address of the five numbers above, each a u32. */
export function stoppedAt(): usize {
  return stopped;
}

/**
 * Output bytes that must be free before a scan of `inputLength` bytes whatever the values are: a `$` and one invalid
 * byte become four bytes, and whole blocks are stored.
 */
export function outputRoom(inputLength: usize): usize {
  return 2 * inputLength + 4 * BLOCK;
}

/**
 * Expands bytes with the resident environment.
 *
 * At least `outputRoom(inputEnd - input)` bytes are free at `output`. For each reference without a value, its name's
 * address and length (u32 each) are stored at `records`; `recordsEnd` = `records` = 0 means nobody asks. `closerFrom`
 * is where to begin looking for the first `)`: a caller that comes back with more input knows how far there was none.
 */
export function expandBytes(
  input: usize,
  inputEnd: usize,
  output: usize,
  outputEnd: usize,
  records: usize,
  recordsEnd: usize,
  isLast: bool,
  closerFrom: usize,
): u32 {
  let closerAhead = true;
  let status = DONE;
  let need: usize = 0;
  while (true) {
    const dollar = copyUntilDollar(input, inputEnd, output);
    output += dollar - input;
    input = dollar;
    if (input === inputEnd) break;

    const next = input + 1 < inputEnd ? unitAt<u8>(input + 1) : 0;
    if (next === LEFT_PARENTHESIS) {
      const name = input + 2;
      const closer = closerAhead ? find<u8>(max(name, closerFrom), inputEnd, RIGHT_PARENTHESIS) : inputEnd;
      if (closer === inputEnd) {
        if (!isLast) {
          status = INPUT_NEEDED;
          break;
        }
        closerAhead = false;
        store<u16>(output, load<u16>(input));
        output += 2;
        input += 2;
        continue;
      }
      const entry = lookUp(name, closer - name);
      if (entry !== 0) {
        const value = valueOf(entry);
        const length = valueLengthOf(entry);
        need = length + outputRoom(inputEnd - closer);
        if (output + need > outputEnd) {
          status = OUTPUT_FULL;
          break;
        }
        copyBlocks(value, value + length, output);
        output += length;
      } else {
        if (records !== 0) {
          if (records === recordsEnd) {
            status = RECORDS_FULL;
            break;
          }
          store<u32>(records, <u32>name);
          store<u32>(records, <u32>(closer - name), 4);
          records += 8;
        }
        copyBlocks(input, closer + 1, output);
        output += closer + 1 - input;
      }
      input = closer + 1;
    } else if (next === DOLLAR) {
      store<u8>(output, <u8>DOLLAR);
      output += 1;
      input += 2;
    } else if (next < 0x80) {
      if (input + 1 === inputEnd && !isLast) {
        status = INPUT_NEEDED;
        break;
      }
      store<u8>(output, <u8>DOLLAR);
      output += 1;
      input += 1;
    } else {
      const sequence = utf8Sequence(input + 1, inputEnd);
      if (sequence === INCOMPLETE && !isLast) {
        status = INPUT_NEEDED;
        break;
      }
      store<u8>(output, <u8>DOLLAR);
      output += 1;
      input += 1;
      if (sequence !== VALID) {
        store<u32>(output, 0xbdbfef);
        output += 3;
        input += 1;
      }
    }
  }
  store<u32>(stopped, <u32>input, STOPPED_INPUT);
  store<u32>(stopped, <u32>output, STOPPED_OUTPUT);
  store<u32>(stopped, <u32>records, STOPPED_RECORDS);
  store<u32>(stopped, <u32>need, STOPPED_NEED);
  return status;
}

/** Copies up to the first `$`, a block at a time, searching and copying at once; returns its address, or `end`. */
function copyUntilDollar(start: usize, end: usize, to: usize): usize {
  const dollar = splat<u8>(DOLLAR);
  for (let at = start; at < end; at += BLOCK, to += BLOCK) {
    const block = v128.load(at);
    v128.store(to, block);
    const mask = matches<u8>(block, dollar);
    if (mask !== 0) return min(at + <usize>ctz(mask), end);
  }
  return end;
}

const VALID: u32 = 0;
const INVALID: u32 = 1;
const INCOMPLETE: u32 = 2;

/** Whether a UTF-8 sequence (not ASCII) begins at `at`; `INCOMPLETE` if [at, end) is only the beginning of one. */
function utf8Sequence(at: usize, end: usize): u32 {
  const lead = unitAt<u8>(at);
  if (lead < 0xc2 || lead > 0xf4) return INVALID;
  const length: usize = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  // The second byte's range excludes overlong forms, surrogates and what lies beyond U+10FFFF.
  const lowest: u32 = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
  const highest: u32 = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
  for (let i: usize = 1; i < length; i++) {
    if (at + i === end) return INCOMPLETE;
    const unit = unitAt<u8>(at + i);
    if (unit < (i === 1 ? lowest : 0x80) || unit > (i === 1 ? highest : 0xbf)) return INVALID;
  }
  return VALID;
}

/** What a record of `scanUnits` says instead of a value number: the literal ends here, nothing follows it. */
const NO_VALUE: i32 = -1;
/** …or a reference that has no value: `UNRESOLVED - value` is its name's length in units. */
const UNRESOLVED: i32 = -2;

/** Bytes of a record of `scanUnits`. */
const RECORD: usize = 12;

/**
 * Finds the references in UTF-16 code units with the resident environment (whose values are numbers). Each record is
 * three i32: a literal's first unit, its end, and the number of the value that follows it. The offsets count units from
 * `origin`, so that the host slices the string it already holds. A `$$` ends a literal after its first `$`.
 *
 * References without a value stay part of the literal unless `reportUnresolved`; then the record's literal ends before
 * the `$(`, its third number tells the name's length, and the next literal begins behind the `)`.
 *
 * Returns `DONE` or `RECORDS_FULL`: call again with the input address in `stoppedAt()`, and with `closerAhead` as stored
 * there, so that "no `)` ahead" is found out once. The last record of a whole scan is the literal up to the end.
 */
export function scanUnits(
  origin: usize,
  input: usize,
  inputEnd: usize,
  records: usize,
  recordsEnd: usize,
  reportUnresolved: bool,
  closerAhead: bool,
): u32 {
  let literal = input;
  let status = DONE;
  while (true) {
    if (records + RECORD >= recordsEnd) {
      // One more record must fit: the literal up to the end.
      status = RECORDS_FULL;
      break;
    }
    const dollar = find<u16>(input, inputEnd, DOLLAR);
    if (dollar + 2 >= inputEnd) {
      store<u32>(records, <u32>(literal - origin) >> 1);
      store<u32>(records, <u32>(inputEnd - origin) >> 1, 4);
      store<i32>(records, NO_VALUE, 8);
      records += RECORD;
      break;
    }
    const next = unitAt<u16>(dollar + 2);
    input = dollar + 4;
    if (next === DOLLAR) {
      store<u32>(records, <u32>(literal - origin) >> 1);
      store<u32>(records, <u32>(dollar + 2 - origin) >> 1, 4);
      store<i32>(records, NO_VALUE, 8);
      records += RECORD;
      literal = input;
    } else if (next === LEFT_PARENTHESIS && closerAhead) {
      const closer = find<u16>(input, inputEnd, RIGHT_PARENTHESIS);
      if (closer === inputEnd) {
        closerAhead = false;
        continue;
      }
      const entry = lookUp(input, closer - input);
      if (entry !== 0 || reportUnresolved) {
        store<u32>(records, <u32>(literal - origin) >> 1);
        store<u32>(records, <u32>(dollar - origin) >> 1, 4);
        store<i32>(records, entry !== 0 ? <i32>valueOf(entry) : UNRESOLVED - <i32>((closer - input) >> 1), 8);
        records += RECORD;
        literal = closer + 2;
      }
      input = closer + 2;
    }
  }
  store<u32>(stopped, <u32>literal, STOPPED_INPUT);
  store<u32>(stopped, <u32>records, STOPPED_RECORDS);
  store<u32>(stopped, <u32>closerAhead, STOPPED_CLOSER_AHEAD);
  return status;
}
