/** A text of a container that is expanded: the value of an entry of `env`, a word of a command, a `subPathExpr`. */

import { escapeDollars } from "../../../expansion/escape.ts";
import { expand } from "../../../expansion/expand.ts";
import { type Reference, referencesIn } from "../../../expansion/references.ts";
import type { ManifestChange, ManifestPath, Need } from "../types.ts";

/** A text, and what expansion has made of it so far. */
export class ContainerText {
  readonly written: string;
  readonly path: ManifestPath;
  value = "";
  /** A part of the value comes from a Secret. */
  isSecret = false;
  /** A manifest cannot contain the value: a part of it is unknown or not UTF-8. */
  isInexpressible = false;
  /** What a part of the value needs that is unknown. */
  need: Need | undefined = undefined;
  /** The values of its references, in order; undefined for a reference that stays. */
  readonly values: (string | undefined)[] = [];
  private references: readonly Reference[] | undefined = undefined;

  constructor(written: string, path: ManifestPath) {
    this.written = written;
    this.path = path;
  }

  /** The position of the reference whose value is asked for now. */
  get current(): Reference {
    this.references ??= referencesIn(this.written);
    return this.references[this.values.length]!;
  }
}

/** What expansion changes in the manifest. */
export function changeOf({ isInexpressible, isSecret, path, value, values, written }: ContainerText): ManifestChange {
  const escaped = value.includes("$") ? escapedText(written, values) : value;
  return { path, text: value, escaped: isInexpressible ? undefined : escaped, ...(isSecret && { isSecret }) };
}

/**
 * The text with a value for each reference that has one, and every `$` of that value doubled. `$$` and references
 * without a value do not change: expanded again, the text gives the same result.
 *
 * @param values of the references, in the order in which expansion asks for them
 * @returns undefined if that is the text itself
 */
function escapedText(text: string, values: readonly (string | undefined)[]): string | undefined {
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
