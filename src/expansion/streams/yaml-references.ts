/** Where expansion might change YAML text. */

/** A reference's name, and where its `$` stands. */
export interface Reference {
  readonly name: string;
  readonly offset: number;
}

/** The text with each `$$` that is no part of a reference doubled, so that expansion keeps it. */
export function escapesDoubled(value: string): string {
  // After the last `)` there is no reference. Before it, each `$(` ends: the search is linear.
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
