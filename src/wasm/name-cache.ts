/** The literals of a string, and the names between them; names that come again are the same string each time. */
import { END, LINES, MORE, NAME, NEW_NAME, REFERENCE_WORDS } from "./codes.ts";
import { wasmInstance } from "./instance.ts";
import { moreReferences, scanReferences } from "./string-references.ts";

/** The strings for the lines of assembly/name-cache.ts. */
export const names: string[] = [];
/** Whether a call was cut short (by a stack overflow, say) between learning of new names and keeping them. */
let isUncertain = false;

/** Elements of a part: a literal's start and end, and what follows it: a name, `NAME`, or another number for nothing. */
export const PART = 3;

/** Scans a string from the offset `first` on and returns the records, for one of the two below. */
export function scanParts(input: string, first: number): Int32Array {
  if (isUncertain) {
    wasmInstance().scanners.forgetNames();
    names.length = 0;
  }
  isUncertain = true;
  return scanReferences(undefined, input, first, LINES);
}

/**
 * Whether these are all records of the string, and none has a new name: then a number that is not negative is that of a
 * name in `names`, until anything else in this package is called.
 */
export function areKnown(records: Int32Array): boolean {
  let i = 2;
  while (records[i]! >= NAME && records[i]! !== MORE && records[i]! !== END) i += REFERENCE_WORDS;
  isUncertain = records[i] !== END;
  return !isUncertain;
}

/**
 * Stores what a string is made of, from its first records on, into `parts` from `at` on; returns the end. `NAME` is a
 * name that stands between this literal's end and the next one's start, without the `$(` and `)` around it.
 */
export function storeParts(input: string, records: Int32Array, parts: (number | string)[], at: number): number {
  for (let i = 0; ; i += REFERENCE_WORDS) {
    const end = records[i + 1]!;
    const value = records[i + 2]!;
    if (value === MORE) {
      records = moreReferences(i);
      i = -REFERENCE_WORDS;
      continue;
    }
    parts[at] = records[i]!;
    parts[at + 1] = end;
    if (value >= 0) parts[at + 2] = names[value]!;
    else if (value >= NAME) parts[at + 2] = value;
    else parts[at + 2] = keep(input.substring(end + 2, records[i + REFERENCE_WORDS]! - 1), NEW_NAME - value);
    at += PART;
    if (value === END) {
      isUncertain = false;
      return at;
    }
  }
}

/** Keeps a copy: a piece of a string keeps the whole in memory. An object's key is found in maps and objects faster. */
function keep(name: string, line: number): string {
  const copy = Object.keys({ [name]: undefined })[0]!;
  names[line] = copy;
  return copy;
}
