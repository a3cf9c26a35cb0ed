/**
 * The references in a short text of UTF-16 code units, for a host that holds the string and puts the result together
 * itself: where literals begin and end, and the number of the value that follows each. The rules are those of
 * byte-expansion.ts; a string has no invalid UTF-8, and lone surrogates are units like any other.
 */
import { unitMask, WIDE_UNITS } from "./blocks";
import { find, SHORT, unitAt } from "./bytes";
import { DOLLAR, LEFT_PARENTHESIS, RIGHT_PARENTHESIS } from "./characters";
import { END, NAME, NO_VALUE, REFERENCE_WORDS, REPORT, SLACK } from "./codes";
import { ABSENT, lookUp, lookUpShort, valueOf } from "./environment";
import { TEXT_UNITS } from "./rooms";

/** In no record: the name stays part of the literal. */
const NOTHING: i32 = i32.MIN_VALUE;

/** Bytes of a record. */
const RECORD: usize = 4 * REFERENCE_WORDS;
/** What ends a literal has two units at least; the last literal has a record, too. */
const records = memory.data((TEXT_UNITS / 2 + 1) * <i32>RECORD, 16);

/** The units of the string. */
const text = memory.data(TEXT_UNITS * 2 + <i32>SLACK, 16);

export function referencesAt(): usize {
  return records;
}

export function textAt(): usize {
  return text;
}

export function textUnits(): usize {
  return <usize>TEXT_UNITS;
}

/**
 * Finds the references in the units in [text, end), with the resident environment (whose values are numbers). Offsets
 * in the records count from `first`, the number of the first of these units in the host's string. A `$$` ends a literal
 * behind its first `$`.
 *
 * 64 units at a time become two masks, of `$` and of `)`: a short string is scanned without another look at it.
 */
export function scanReferences(end: usize, first: u32, names: u32): void {
  const origin = text - ((<usize>first) << 1);
  let record = records;
  let literal = text;
  let used = text;
  let closerAhead = true;
  for (let window = text; window < end; window += WIDE_UNITS) {
    const windowEnd = min(window + WIDE_UNITS, end);
    if (used >= windowEnd) continue;
    let dollars = unitMask(window, DOLLAR) & bitsFrom(max(used, window) - window) & ~bitsFrom(windowEnd - window);
    const closers = unitMask(window, RIGHT_PARENTHESIS) & ~bitsFrom(windowEnd - window);
    while (dollars !== 0) {
      const dollar = window + ((<usize>ctz(dollars)) << 1);
      dollars &= dollars - 1;
      used = dollar + 4;
      const next = used <= end ? unitAt<u16>(dollar + 2) : 0;
      let closer: usize = 0;
      if (next === LEFT_PARENTHESIS && closerAhead) {
        const behind = closers & bitsFrom(used - window);
        closer =
          behind !== 0 ? window + ((<usize>ctz(behind)) << 1) : find<u16>(max(used, windowEnd), end, RIGHT_PARENTHESIS);
        if (closer === end) {
          closerAhead = false;
          continue;
        }
      } else if (next !== DOLLAR) {
        continue;
      }
      let value = NO_VALUE;
      let literalEnd = dollar + 2;
      if (closer !== 0) {
        const name = used;
        literalEnd = dollar;
        used = closer + 2;
        const nameLength = closer - name;
        let entry = nameLength <= SHORT ? lookUpShort(name, nameLength) : 0;
        if (entry === 0) entry = lookUp(name, nameLength);
        value = entry > ABSENT ? <i32>valueOf(entry) : names === REPORT ? NAME : NOTHING;
      }
      dollars &= bitsFrom(used - window);
      if (value === NOTHING) continue;
      store<u32>(record, <u32>(literal - origin) >> 1);
      store<u32>(record, <u32>(literalEnd - origin) >> 1, 4);
      store<i32>(record, value, 8);
      record += RECORD;
      literal = used;
    }
  }
  store<u32>(record, <u32>(literal - origin) >> 1);
  store<u32>(record, <u32>(end - origin) >> 1, 4);
  store<i32>(record, END, 8);
}

/** The bits of a window from a byte offset on; none if it lies behind. */
function bitsFrom(offset: usize): u64 {
  return offset < WIDE_UNITS ? (<u64>-1) << (<u64>offset >> 1) : 0;
}
