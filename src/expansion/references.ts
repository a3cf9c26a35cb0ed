/** A `$(NAME)` in a text. */
export interface Reference {
  readonly name: string;
  /** From its `$` to behind its `)`, in UTF-16 code units. */
  readonly start: number;
  readonly end: number;
}

const REFERENCE = /\$(?:\$|\(([^)]*)\))/g;

/** The references that `expand` asks its mapping function for, in the same order. */
export function referencesIn(text: string): Reference[] {
  const references: Reference[] = [];
  // Behind the last `)`, each `$(` would be looked after to the end.
  for (const { 0: all, 1: name, index } of text.slice(0, text.lastIndexOf(")") + 1).matchAll(REFERENCE)) {
    if (name !== undefined) references.push({ name, start: index, end: index + all.length });
  }
  return references;
}
