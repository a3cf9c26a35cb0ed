/** Rewrites the value of an assignment so that all readers read it alike. */

import type { Comparison } from "../../../envfile/readers/compare.ts";
import type { RawFix } from "../../finding.ts";
import type { EnvFileAssignment } from "./assignments.ts";

/** Each form is read with the whole file. In longer texts, no fix is looked for. */
const MAX_TEXT = 1 << 16;

/** The ways to write a value, in the order of preference. */
function formsOf(value: string): string[] {
  const escaped = value.replace(/["\\$`]/g, "\\$&");
  if (value === "") return ['""', "''"];
  const quoted = [`'${value}'`, `"${value}"`, `\`${value}\``, `"${escaped}"`];
  return /^[\w./:,@%+-]+$/.test(value) ? [value, ...quoted] : [...quoted, value];
}

/**
 * @param compare compares the readers of the file
 * @returns a fix, or a text for the message that says that there is none; undefined if the value is not in the text verbatim
 */
export function fixedAssignment(
  text: string,
  { end, name }: EnvFileAssignment,
  value: string,
  compare: (bytes: Uint8Array) => Comparison,
  titles: (readers: Comparison["readers"]) => string,
): { readonly fix?: RawFix; readonly unfixable?: string } | undefined {
  const range = text.length > MAX_TEXT ? undefined : rangeOfValue(text, end, value);
  if (range === undefined) return undefined;
  const written = text.slice(range.start, range.end);
  const head = text.slice(end, range.start);
  let fewest: Comparison["readers"] | undefined;
  for (const form of formsOf(value)) {
    if (form === written) continue;
    const { readers } = compare(new TextEncoder().encode(`${name}${head}${form}\nNEXT_=1\n`));
    const wrong = readers.filter(({ runs, variables }) => {
      return variables?.get(name) !== value || variables.get("NEXT_") !== "1" || runs?.includes(name);
    });
    if (wrong.length === 0) {
      const changed = compare(new TextEncoder().encode(text.slice(0, range.start) + form + text.slice(range.end)));
      if (changed.differences.has(name)) continue;
      return {
        fix: { description: "write the value so that all readers read it alike", edits: [{ ...range, text: form }] },
      };
    }
    if (fewest === undefined || wrong.length < fewest.length) fewest = wrong;
  }
  if (fewest === undefined) return undefined;
  return {
    unfixable: `; no quotes make ${titles(fewest)} read what the others read`,
  };
}

/** The range of a value and its quotes: after `=` and white space, and before white space and a comment. */
function rangeOfValue(text: string, nameEnd: number, value: string) {
  if (value === "") {
    const [separator] = /^[ \t]*=(?=[ \t]+#)/.exec(text.slice(nameEnd, nameEnd + 64)) ?? [];
    return separator === undefined ? undefined : { start: nameEnd + separator.length, end: nameEnd + separator.length };
  }
  let start = text.indexOf(value, nameEnd + 1);
  if (start === -1 || start > nameEnd + 64) return undefined;
  let end = start + value.length;
  const quote = text[start - 1]!;
  if ("'\"`".includes(quote) && text[end] === quote) {
    start--;
    end++;
  }
  const lineEnd = text.indexOf("\n", end);
  const before = text.slice(nameEnd, start);
  const after = text.slice(end, lineEnd === -1 ? text.length : lineEnd).trim();
  const isSeparator = /^[ \t]*[=:][ \t]*$/.test(before);
  return isSeparator && (after === "" || after.startsWith("#")) ? { start, end } : undefined;
}
