/** Distinguishes intended references from a `$` that is part of a value. */

import { LITERAL_READERS, type Reader } from "../../../envfile/readers/compare.ts";

/** A reference in a value that dotenv reads. */
const REFERENCE = /\$(?:\{([A-Za-z_]\w*)(:?[-+?][^{}]*)?\}|([A-Za-z_]\w*))/g;

/** The readers that keep a reference of a variable to itself if the environment does not set it. */
const KEEP_OWN_NAME: readonly string[] = ["dotenv-expand-1000", "bun"];

/** References that some readers keep and others expand. */
export interface Interpolation {
  /** Whether the variables that they name are set by the file or by the environment. */
  readonly from: "file" | "environment";
  /** The value with its references. */
  readonly literal: string;
}

/**
 * What a difference is about: references to variables of the file, which some readers expand and others keep; references to
 * variables of the environment; or undefined if it is about something else.
 *
 * @param name the variable whose value differs
 */
export function interpolationOf(
  name: string,
  groups: ReadonlyMap<string | undefined, readonly Reader[]>,
  isSet: (name: string) => boolean,
): Interpolation | undefined {
  const isLiteral = ({ id }: Reader) => LITERAL_READERS.includes(id);
  const literal = [...groups].find(([, readers]) => readers.some(isLiteral))?.[0];
  if (literal === undefined) return undefined;
  const references = referencesIn(literal);
  if (references.length === 0 || literal.replace(REFERENCE, "").includes("$")) return undefined;
  if (references.some(({ before }) => before === "\\")) return undefined;
  const ownOnly = references.every((reference) => reference.name === name);
  const hasDefault = references.some(({ operator }) => operator !== undefined);
  const expanded = new Set<string | undefined>();
  for (const [value, readers] of groups) {
    for (const reader of readers) {
      const isKept = isLiteral(reader) || (ownOnly && KEEP_OWN_NAME.includes(reader.id));
      if (isKept !== (value === literal)) return undefined;
      // Deno has no defaults.
      if (!isKept && !(hasDefault && reader.id === "deno")) expanded.add(value);
    }
  }
  if (expanded.size !== 1) return undefined;
  if (references.every((reference) => reference.name !== name && isSet(reference.name))) {
    return { from: "file", literal };
  }
  // In `pa$word`, the $ is probably a part of the value.
  return references.every((reference) => isMeant(reference, isSet)) ? { from: "environment", literal } : undefined;
}

/** Whether a value contains a `$` before a word that is probably not the name of a variable. */
export function hasUnmeantReference(value: string, isSet: (name: string) => boolean): boolean {
  return referencesIn(value).some((reference) => reference.before !== "\\" && !isMeant(reference, isSet));
}

interface Reference {
  readonly name: string;
  readonly isBraced: boolean;
  readonly operator: string | undefined;
  /** The character before it. */
  readonly before: string;
}

function referencesIn(value: string): Reference[] {
  return Array.from(value.matchAll(REFERENCE), ({ 1: braced, 2: operator, 3: plain, index }) => {
    return { name: (braced ?? plain)!, isBraced: braced !== undefined, operator, before: value[index - 1] ?? "" };
  });
}

function isMeant({ before, isBraced, name }: Reference, isSet: (name: string) => boolean): boolean {
  return isSet(name) || isBraced || (name === name.toUpperCase() && !/\w/.test(before));
}
