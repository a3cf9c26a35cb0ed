/** Finds text that looks secret before the user shares a link. Reports names, never values. */

import type { Shared } from "./permalink.ts";

const SECRET_OBJECT = /(?:^|[\s{,])["']?kind["']? {0,9}: {0,9}["']?Secret(?:List)?\b/;
const SECRET_NAME = /passw(?:or)?d|passphrase|secret|token|credential|api[-_]?key|private[-_]?key/i;
/** `NAME=value` and `NAME: value` on one line. */
const ASSIGNED = /^\s*(?:export\s+)?["']?([\w.-]+)["']? *[:=] *(\S?.?.?)/;
/** `name: NAME`, followed by `value: …`. */
const ENTRY =
  /\bname["']? {0,9}: {0,9}["']?([\w.-]{1,253})["']? {0,9}(?:, {0,9}|\r?\n {0,99})["']?value["']? {0,9}: {0,9}(\S?.?.?)/g;
/** A value that cannot be a secret: absent, empty, a reference, or a mapping. */
const NOTHING = /^(?:$|#|''|""|\{|["']?\$[({])/;

const MAX_NAMES = 5;

/** Returns short descriptions of the secrets that a link would contain, or an empty list. */
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
  found.push(...different.slice(0, MAX_NAMES));
  if (different.length > MAX_NAMES) found.push(`${different.length - MAX_NAMES} more`);
  return found;
}
