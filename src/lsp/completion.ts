/** The names that may be written behind `$(`. */

import type { TextView, VisibleName } from "./view.ts";

export interface Completion {
  /** What is replaced: the name as far as it is written, and its parenthesis. */
  readonly start: number;
  readonly end: number;
  readonly names: readonly VisibleName[];
}

const BEGUN = /(\$+)\(([^\s$()"'`{}]*)$/;

/** Undefined where no reference is begun. */
export function completionAt(text: string, view: TextView, offset: number): Completion | undefined {
  const lineStart = Math.max(text.lastIndexOf("\n", offset - 1), text.lastIndexOf("\r", offset - 1)) + 1;
  const begun = BEGUN.exec(text.slice(lineStart, offset));
  // An even number of dollars stands for dollars.
  if (begun === null || begun[1]!.length % 2 === 0) return undefined;
  const rest = /^[-._a-zA-Z0-9]*\)?/.exec(text.slice(offset))![0];
  // Without a parenthesis, what follows is another word.
  const end = rest.endsWith(")") ? offset + rest.length : offset;
  return { start: offset - begun[2]!.length, end, names: view.visibleAt(offset) };
}
