/**
 * The names that come again: a direct-mapped table, so that a host which calls a function with each name can use the
 * string that it made for it before. (To cut a name out of a string, and to hash it in the function's own Map, costs
 * more than everything else about a short string.)
 *
 * A line is 48 bytes: the name's length u32, its state u32, and from the 17th byte on the name, zeros behind it. A name
 * that is met is put into its line whatever was there; met again, the host is told to keep a string for it (one that
 * comes once is not worth a string that stays), and from then on it is known by its line.
 */
import { BLOCK, hashShort, SHORT, shortMask, shortMask2 } from "./bytes";
import { NAME_LINES } from "./rooms";

/** What `lineOf` returns for a name without a line; what is less than this tells a line: `TO_KEEP - line`. */
export const NO_LINE: i32 = -4;
export const TO_KEEP: i32 = -5;

const LINE: usize = 48;
const LINE_STATE: usize = 4;
const LINE_NAME: usize = 16;
const lines = memory.data(NAME_LINES * 48, 16);

const MET: u32 = 1;
const KNOWN: u32 = 2;

/** The line of a known name, `TO_KEEP - line` for one that is known from now on, or `NO_LINE`. */
export function lineOf(name: usize, length: usize): i32 {
  if (length > SHORT) return NO_LINE;
  const first = v128.and(v128.load(name), v128.load(shortMask(length)));
  const second = v128.and(v128.load(name, BLOCK), v128.load(shortMask2(length)));
  const number = hashShort(first, second, length) >> (32 - <u32>ctz(NAME_LINES));
  const line = lines + <usize>number * LINE;
  const difference = v128.or(
    v128.xor(first, v128.load(line, LINE_NAME)),
    v128.xor(second, v128.load(line, LINE_NAME + BLOCK)),
  );
  if (v128.any_true(difference) || load<u32>(line) !== <u32>length) {
    store<u32>(line, <u32>length);
    store<u32>(line, MET, LINE_STATE);
    v128.store(line, first, LINE_NAME);
    v128.store(line, second, LINE_NAME + BLOCK);
    return NO_LINE;
  }
  if (load<u32>(line, LINE_STATE) === KNOWN) return number;
  store<u32>(line, KNOWN, LINE_STATE);
  return TO_KEEP - <i32>number;
}

/** Forgets every name. */
export function forgetNames(): void {
  memory.fill(lines, 0, <usize>NAME_LINES * LINE);
}
