/**
 * A cache of names, direct-mapped: the host keeps a string for each line, so that a name that comes again needs no new
 * string. (To cut a name out of a string, and to hash it in the mapping function's Map, costs more than everything else
 * about a short string.)
 *
 * A line is 48 bytes: the name's length u32, its state u32, and from byte 16 on the name, zeros behind it. A name that is
 * met takes its line from the name before. Met a second time, it is a `NEW_NAME`: the host keeps a string for it. From
 * then on its line's number stands for it.
 */
import { BLOCK, hashShort, SHORT, shortMask, shortMask2 } from "./bytes";
import { NAME, NEW_NAME } from "./codes";
import { NAME_LINES } from "./rooms";

const LINE: usize = 48;
const LINE_STATE: usize = 4;
const LINE_NAME: usize = 16;
const lines = memory.data(NAME_LINES * <i32>LINE, 16);

const MET: u32 = 1;
const KNOWN: u32 = 2;

/** The line of a known name, `NEW_NAME - line` for one that is known from now on, `NAME` for any other. */
export function lineOf(name: usize, length: usize): i32 {
  if (length > SHORT) return NAME;
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
    return NAME;
  }
  if (load<u32>(line, LINE_STATE) === KNOWN) return number;
  store<u32>(line, KNOWN, LINE_STATE);
  return NEW_NAME - <i32>number;
}

/** Forgets every name. */
export function forgetNames(): void {
  memory.fill(lines, 0, <usize>NAME_LINES * LINE);
}
