/** The references in a string, each with where it stands: `expand` tells its mapping the names alone. */

/** A reference's name, and where its `$` stands. */
export interface Reference {
  readonly name: string;
  readonly offset: number;
}

/** Every reference that `expand` would ask its mapping for, in order. Offsets count UTF-16 units. */
export function referencesIn(value: string): Reference[] {
  // Behind the last `)` there is none. Before it, each `$(` ends, so that nothing is looked through twice.
  const text = value.slice(0, value.lastIndexOf(")") + 1);
  const references: Reference[] = [];
  for (const { 1: name, index: offset } of text.matchAll(/\$(?:\$|\(([^)]*)\))/g)) {
    if (name !== undefined) references.push({ name, offset });
  }
  return references;
}

/**
 * The first thing in the text of YAML that expansion might change, whatever it stands in: `$$`, a reference, or what may
 * be a part of one that is written with escapes.
 */
export function firstSuspect(text: string): Reference | undefined {
  const lastCloser = text.lastIndexOf(")");
  for (const { 0: found, index: offset } of text.matchAll(/\$[$(\\]|\\[xuU]0*2[48]/g)) {
    if (found !== "$(") return { name: "", offset };
    if (offset < lastCloser) return { name: text.slice(offset + 2, text.indexOf(")", offset)), offset };
  }
  return undefined;
}
