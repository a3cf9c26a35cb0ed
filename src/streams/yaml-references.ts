/** The references in a string with their offsets: `expand` gives its mapping only the names. */

/** A reference's name, and where its `$` stands. */
export interface Reference {
  readonly name: string;
  readonly offset: number;
}

/** Every reference that `expand` would ask its mapping for, in order. Offsets count UTF-16 units. */
export function referencesIn(value: string): Reference[] {
  // Behind the last `)` there is no reference. Before it, each `$(` ends: the search is linear.
  const text = value.slice(0, value.lastIndexOf(")") + 1);
  const references: Reference[] = [];
  for (const { 1: name, index: offset } of text.matchAll(/\$(?:\$|\(([^)]*)\))/g)) {
    if (name !== undefined) references.push({ name, offset });
  }
  return references;
}

/** The text with each `$$` that is no part of a reference doubled, so that expansion keeps it. */
export function escapesDoubled(value: string): string {
  // As above: the search is linear.
  const end = value.lastIndexOf(")") + 1;
  const before = value.slice(0, end).replace(/\$(?:\$|\(.*?\))/gs, (found) => (found === "$$" ? "$$$$" : found));
  return before + value.slice(end).replaceAll("$$", () => "$$$$");
}

/**
 * The first place in YAML text that expansion might change, in any kind of scalar: `$$`, a reference, or an escape that
 * may be part of one.
 */
export function firstSuspect(text: string): Reference | undefined {
  const lastCloser = text.lastIndexOf(")");
  for (const { 0: found, index: offset } of text.matchAll(/\$[$(\\]|\\[xuU]0*2[48]/g)) {
    if (found !== "$(") return { name: "", offset };
    if (offset < lastCloser) return { name: text.slice(offset + 2, text.indexOf(")", offset)), offset };
  }
  return undefined;
}
