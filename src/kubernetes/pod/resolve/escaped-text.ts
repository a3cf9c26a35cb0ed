/** What a manifest must say for a container to see the text that expansion has made. */

import { escapeDollars } from "../../../expansion/escape.ts";
import { expand } from "../../../expansion/expand.ts";

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
    return value === undefined ? `$(${name.replaceAll("$$$$", () => "$$")})` : escapeDollars(value);
  });
  return escaped === text ? undefined : escaped;
}

export function dollarsIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf("$"); at >= 0; at = text.indexOf("$", at + 1)) count++;
  return count;
}
