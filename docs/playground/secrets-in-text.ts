/** What in a text may be secret, before people share it. Names are told, never values. */

import type { Shared } from "./permalink.ts";

const SECRET_OBJECT = /(?:^|[\s{,])["']?kind["']?\s*:\s*["']?Secret(?:List)?\b/;
const NAME = String.raw`[\w.-]*(?:passw(?:or)?d|passphrase|secret|token|credential|api[-_]?key|private[-_]?key)[\w.-]*`;
/** `NAME=value` and `NAME: value`; a value that is only a reference or empty says nothing. */
const ASSIGNED = new RegExp(String.raw`^\s*(?:export\s+)?["']?(${NAME})["']?\s*[:=]\s*(?!['"]?(?:$|['"]\s*$|\$[({]|\{))\S`, "gim");
/** `name: NAME` and, next to it, `value: …`. */
const ENTRY = new RegExp(
  String.raw`name["']?\s*:\s*["']?(${NAME})["']?\s*(?:,|[\r\n])\s*["']?value["']?\s*:\s*(?!['"]?(?:$|['"]\s*$|\$[({]))\S`,
  "gim",
);

const MOST_NAMES = 5;

/** What a link would give away, a few words each; empty if nothing looks secret. */
export function secretsIn({ tab, text, context = "" }: Pick<Shared, "tab" | "text" | "context">): string[] {
  const found: string[] = [];
  if (tab === "pod" && SECRET_OBJECT.test(text)) found.push("an object of kind Secret");
  const patterns = tab === "pod" ? [ENTRY] : [ASSIGNED];
  const names = patterns.flatMap((pattern) =>
    Array.from(`${text}\n${context}`.matchAll(pattern), ([, name]) => name!),
  );
  if (tab === "template" && /^secrets\s*:/m.test(context)) found.push("secrets in the context");
  const different = [...new Set(names)];
  found.push(...different.slice(0, MOST_NAMES));
  if (different.length > MOST_NAMES) found.push(`${different.length - MOST_NAMES} more`);
  return found;
}
