/** Subjects of NATS: tokens between dots; in a pattern, `*` is any token, and `>` at the end any tokens. */

/** Whether a pattern covers a subject without wildcards. */
export function covers(pattern: string, subject: string): boolean {
  const wanted = pattern.split(".");
  const tokens = subject.split(".");
  for (const [i, token] of wanted.entries()) {
    if (token === ">" && i === wanted.length - 1) return tokens.length > i;
    if (i >= tokens.length || (token !== "*" && token !== tokens[i])) return false;
  }
  return tokens.length === wanted.length;
}

/** What is wrong with a subject; undefined if it can be used. */
export function subjectProblem(subject: string, mayHaveWildcards: boolean): string | undefined {
  const tokens = subject.split(".");
  if (/\s/.test(subject)) return "a subject has no blanks";
  if (tokens.includes("")) return "a subject is words with one dot between two of them";
  const wild = tokens.findIndex((token) => token === "*" || token === ">");
  if (wild === -1) return undefined;
  if (!mayHaveWildcards) return "a message needs a subject without * and >";
  const early = tokens.indexOf(">");
  return early === -1 || early === tokens.length - 1 ? undefined : "> stands at the end only";
}
