/** The names that may be written behind `$(`, and those inside `${`. */

import type { Completion, CompletionName, TextView } from "./view.ts";

/** An even number of dollars stands for dollars. */
const BEGUN = /(?<!\$)(?:\$\$)*\$\(([^\s$()"'`{}]*)$/;

/** Undefined where no reference is begun. */
export function completionAt(text: string, view: TextView, offset: number): Completion | undefined {
  if (view.completionAt !== undefined) return view.completionAt(offset);
  const begun = BEGUN.exec(text.slice(0, offset));
  if (begun === null) return undefined;
  const rest = /^[-._a-zA-Z0-9]*\)?/.exec(text.slice(offset))![0];
  // Without a parenthesis, what follows is another word.
  const end = rest.endsWith(")") ? offset + rest.length : offset;
  const names = view.visibleAt(offset).map(({ definition, name }): CompletionName => {
    const detail = [definition.value, definition.from].filter((each) => each !== undefined).join("  ");
    return { label: name, detail, text: `${name})` };
  });
  return { start: offset - begun[1]!.length, end, names };
}
