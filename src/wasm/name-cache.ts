/** The literals of a string, and the names between them; names that come again are the same string each time. */
import { END, LINES, MORE, NAME, NEW_NAME, REFERENCE_WORDS } from "./codes.ts";
import { wasmInstance } from "./instance.ts";
import { moreReferences, scanReferences } from "./string-references.ts";

/** The strings for the lines of assembly/name-cache.ts. */
const names: string[] = [];
/** Whether a call was cut short (by a stack overflow, say) between learning of new names and keeping them. */
let isUncertain = false;

/** Elements of a part: a literal's start and end, and what follows it: a name, `NAME`, or another number for nothing. */
export const PART = 3;

/**
 * Stores what a string is made of, from the offset `first` on, into `parts` from `at` on; returns the end. `NAME` is a
 * name that stands between this literal's end and the next one's start, without the `$(` and `)` around it.
 */
export function storeParts(input: string, first: number, parts: (number | string)[], at: number): number {
  if (isUncertain) {
    wasmInstance().scanners.forgetNames();
    names.length = 0;
  }
  isUncertain = true;
  let records = scanReferences(undefined, input, first, LINES);
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
  const [copy] = Object.keys({ [name]: undefined });
  names[line] = copy!;
  return copy!;
}
