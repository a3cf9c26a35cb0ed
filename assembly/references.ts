/**
 * The references in a text of UTF-16 code units, for a host that holds the string and puts the result together itself:
 * where literals begin and end, and the number of the value that follows each. The rules are those of expansion.ts;
 * a string has no invalid UTF-8, and lone surrogates are units like any other.
 */
import { unitMask, WIDE_UNITS } from "./blocks";
import { DOLLAR, find, LEFT_PARENTHESIS, RIGHT_PARENTHESIS, unitAt } from "./bytes";
import { lookUp, valueOf } from "./environment";
import { lineOf, NO_LINE } from "./names";
import { REFERENCES, TEXT_UNITS } from "./rooms";

/** What happens to names: one without a value stays part of the literal (0), or is reported, … */
const REPORT: u32 = 1;
/** … or the environment does not matter, and it is their lines (names.ts) that are told. */
const LINES: u32 = 2;

/** Instead of a value's number (or a line's): nothing follows the literal … */
const NO_VALUE: i32 = -1;
/** … and it is the last one; */
const END: i32 = -2;
/** the records are full: the scan goes on from this literal, and its end is the `closerAhead` for it; */
const MORE: i32 = -3;
/** or `NO_LINE`: a name stands between the literals, without the `$(` and `)` around it. `TO_KEEP` and less: as well. */

/** Not in a record: a name that stays part of the literal. */
const NOTHING: i32 = i32.MIN_VALUE;

/** A record is three i32: a literal's first unit, its end, and what follows it. */
const RECORD: usize = 12;
const records = memory.data(REFERENCES * 12, 16);
const lastRecord = records + <usize>(REFERENCES - 1) * RECORD;

/** Room for the units of most strings; longer ones are put elsewhere. */
const text = memory.data(TEXT_UNITS * 2 + 128, 16);

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
 * Finds the references in the units that stand in [text, end), with the resident environment (whose values are
 * numbers). Offsets in the records count from `first`, the number of the first of these units in the host's string. A
 * `$$` ends a literal behind its first `$`. `closerAhead` is true at first, and what the record `MORE` said afterwards.
 *
 * 64 units at a time become two masks, of `$` and of `)`: a short string is scanned without another look at it.
 */
export function scanReferences(text: usize, end: usize, first: u32, names: u32, closerAhead: bool): void {
  const origin = text - ((<usize>first) << 1);
  let record = records;
  let literal = text;
  let used = text;
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
      // Before the name is looked at: a line would take note of a name that no record tells of.
      if (record === lastRecord) {
        store<u32>(record, <u32>(literal - origin) >> 1);
        store<u32>(record, <u32>closerAhead, 4);
        store<i32>(record, MORE, 8);
        return;
      }
      let value = NO_VALUE;
      let literalEnd = dollar + 2;
      if (closer !== 0) {
        const name = used;
        literalEnd = dollar;
        used = closer + 2;
        if (names === LINES) {
          value = lineOf(name, closer - name);
        } else {
          const entry = lookUp(name, closer - name);
          value = entry !== 0 ? <i32>valueOf(entry) : names === REPORT ? NO_LINE : NOTHING;
        }
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
