/** What a manifest must say for a container to see the text that expansion has made. */

import { escape } from "../expansion/escape.ts";
import { expand } from "../expansion/expand.ts";
import type { TextPlace } from "./text-place.ts";
import type { ManifestChange } from "./types.ts";

/**
 * The text with a value for each reference that has one, and every `$` of that value doubled. What was written as `$$`
 * or as a reference without a value stays: expanded again, the text gives what it gave the first time.
 *
 * @param values of the references, in the order in which expansion asks for them
 * @returns undefined if that is the text itself
 */
export function escapedText(text: string, values: readonly (string | undefined)[]): string | undefined {
  if (values.every((value) => value === undefined)) return undefined;
  // Expansion halves the dollars, and must leave as many as there were; in a name it does not halve them.
  const doubled = text.replaceAll("$$", () => "$$$$");
  let next = 0;
  const escaped = expand(doubled, (name) => {
    const value = values[next++];
    return value === undefined ? `$(${name.replaceAll("$$$$", () => "$$")})` : escape(value);
  });
  return escaped === text ? undefined : escaped;
}

export function dollarsIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf("$"); at >= 0; at = text.indexOf("$", at + 1)) count++;
  return count;
}

/** A text that expansion has changed. */
export interface TextChange {
  readonly place: TextPlace;
  readonly written: string;
  readonly text: string;
  /** What its references have as values, if a `$` may be in the text. */
  readonly values: readonly (string | undefined)[] | undefined;
  readonly isAsWritten: boolean;
  readonly isSecret: boolean;
}

export function manifestChange({ place, written, text, values, isAsWritten, isSecret }: TextChange): ManifestChange {
  const escaped = values === undefined ? text : escapedText(written, values);
  return { path: place.path, text, escaped: isAsWritten ? undefined : escaped, ...(isSecret && { isSecret }) };
}
