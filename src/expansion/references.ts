import { NAME } from "../wasm/codes.ts";
import { PART, scanParts, storeParts } from "../wasm/name-cache.ts";

/** A `$(NAME)` in a text. */
export interface Reference {
  readonly name: string;
  /** From its `$` to behind its `)`, in UTF-16 code units. */
  readonly start: number;
  readonly end: number;
}

/** The references that `expand` asks its mapping function for, in the same order. */
export function referencesIn(text: string): Reference[] {
  const parts: (number | string)[] = [];
  const length = storeParts(text, scanParts(text, 0), parts, 0);
  const references: Reference[] = [];
  for (let at = 0; at < length; at += PART) {
    const start = parts[at + 1] as number;
    const name = parts[at + 2]!;
    if (typeof name === "number" && name !== NAME) continue;
    // The next literal begins behind the `)`.
    const end = parts[at + PART] as number;
    references.push({ name: typeof name === "string" ? name : text.substring(start + 2, end - 1), start, end });
  }
  return references;
}
