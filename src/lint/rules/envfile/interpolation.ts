/** Distinguishes intended references from a `$` that is part of a value. */

import { LITERAL_READERS, type Reader } from "../../../envfile/readers/compare.ts";

/** A reference in a value that dotenv reads. */
const REFERENCE = /\$(?:\{([A-Za-z_]\w*)(?::?[-+?][^{}]*)?\}|([A-Za-z_]\w*))/g;

/**
 * What a difference is about: references to variables of the file, which some readers expand and others keep; references to
 * variables of the environment; or undefined if it is about something else.
 */
export function interpolationOf(
  groups: ReadonlyMap<string | undefined, readonly Reader[]>,
  isSet: (name: string) => boolean,
): "file" | "environment" | undefined {
  const isLiteral = ({ id }: Reader) => LITERAL_READERS.includes(id);
  const literal = [...groups].find(([, readers]) => readers.every(isLiteral))?.[0];
  if (groups.size !== 2 || literal === undefined) return undefined;
  if ([...groups].some(([value, readers]) => value !== literal && readers.some(isLiteral))) return undefined;
  const references = [...literal.matchAll(REFERENCE)];
  if (references.length === 0 || literal.replace(REFERENCE, "").includes("$")) return undefined;
  if (references.every(([, braced, plain]) => isSet((braced ?? plain)!))) return "file";
  // In `pa$word`, the $ is probably a part of the value.
  const isMeant = references.every(({ 0: all, 1: braced, 2: plain, index }) => {
    const name = (braced ?? plain)!;
    const isWord = plain !== undefined && /\w/.test(literal[index - 1] ?? "");
    return isSet(name) || (name === name.toUpperCase() && !isWord && !all.startsWith("\\"));
  });
  return isMeant ? "environment" : undefined;
}
