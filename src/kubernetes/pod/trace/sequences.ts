/** The `$` sequences of a text, whatever becomes of them. */

import { referencesIn } from "../../../expansion/references.ts";
import { nameBeforeDefault } from "../resolve/unresolved.ts";
import type { UseForm } from "./types.ts";

export interface Sequence {
  readonly start: number;
  readonly end: number;
  readonly form: UseForm;
  readonly name: string;
}

/** What else than `$(NAME)` begins with a `$`. Nothing in it crosses the next `$`. */
const OTHERS =
  /\$(?:(?<dollars>\$)(?:\((?<escaped>[^()$]*)\))?|(?<unclosed>\()(?<open>[A-Za-z_][\w.-]*)?|\{[#!]?(?<braced>\w+|[@*?#!-])(?:[^{}$]*\})?|(?<bare>[A-Za-z_]\w*|[0-9@*#?!-]))/g;

/**
 * The sequences from left to right, as expansion finds them. A `$` that begins nothing is none.
 *
 * @param isShell whether parameters without a letter, as `$1` and `$@`, count
 */
export function sequencesIn(text: string, isShell: boolean): Sequence[] {
  if (!text.includes("$")) return [];
  const sequences: Sequence[] = [];
  let from = 0;
  for (const { name, start, end } of referencesIn(text)) {
    addOthers(text, from, start, isShell, sequences);
    const before = nameBeforeDefault(name);
    if (before === undefined) sequences.push({ start, end, form: "reference", name });
    else sequences.push({ start, end, form: "default", name: before });
    from = end;
  }
  addOthers(text, from, text.length, isShell, sequences);
  return sequences;
}

function addOthers(text: string, from: number, to: number, isShell: boolean, into: Sequence[]): void {
  OTHERS.lastIndex = from;
  for (let match = OTHERS.exec(text); match !== null && match.index < to; match = OTHERS.exec(text)) {
    const { dollars, escaped = "", unclosed, open = "", braced, bare } = match.groups!;
    const place = { start: match.index, end: OTHERS.lastIndex };
    if (dollars !== undefined) into.push({ ...place, form: "dollars", name: escaped });
    else if (unclosed !== undefined) into.push({ ...place, form: "unclosed", name: open });
    else {
      const name = braced ?? bare!;
      if (isShell || /^[A-Za-z_]/.test(name))
        into.push({ ...place, form: braced === undefined ? "bare" : "braces", name });
    }
  }
}
