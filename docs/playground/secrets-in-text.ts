/** What in a text may be secret, before people share it. Names are told, never values. */

import type { Shared } from "./permalink.ts";

const SECRET_OBJECT = /(?:^|[\s{,])["']?kind["']? {0,9}: {0,9}["']?Secret(?:List)?\b/;
const SECRET_NAME = /passw(?:or)?d|passphrase|secret|token|credential|api[-_]?key|private[-_]?key/i;
/** `NAME=value` and `NAME: value`, in a line. */
const ASSIGNED = /^\s*(?:export\s+)?["']?([\w.-]+)["']? *[:=] *(\S?.?.?)/;
/** `name: NAME`, and next to it `value: …`. */
const ENTRY =
  /\bname["']? {0,9}: {0,9}["']?([\w.-]{1,253})["']? {0,9}(?:, {0,9}|\r?\n {0,99})["']?value["']? {0,9}: {0,9}(\S?.?.?)/g;
/** A value that says nothing: none, an empty text, a reference, a mapping. */
const NOTHING = /^(?:$|#|''|""|\{|["']?\$[({])/;

const MOST_NAMES = 5;

/** What a link would give away, a few words each; empty if nothing looks secret. */
export function secretsIn({ tab, text, context = "" }: Pick<Shared, "tab" | "text" | "context">): string[] {
  const found: string[] = [];
  if (tab === "pod" && SECRET_OBJECT.test(text)) found.push("an object of kind Secret");
  if (tab === "template" && /^secrets *:/m.test(context)) found.push("secrets in the context");
  const matches =
    tab === "pod"
      ? [...text.matchAll(ENTRY)]
      : `${text}\n${context}`.split(/[\r\n]+/).map((line) => ASSIGNED.exec(line));
  const names = matches.flatMap((match) => {
    const [, name = "", value = ""] = match ?? [];
    return SECRET_NAME.test(name) && !NOTHING.test(value) ? name : [];
  });
  const different = [...new Set(names)];
  found.push(...different.slice(0, MOST_NAMES));
  if (different.length > MOST_NAMES) found.push(`${different.length - MOST_NAMES} more`);
  return found;
}
