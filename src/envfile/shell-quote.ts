/** Text as one word of a POSIX shell. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** What a POSIX shell makes of quotes and backslashes in a word. Nothing is expanded; an open quote ends with the word. */
export function shellUnquoted(word: string): string {
  return word.replace(
    /'([^']*)'?|"((?:[^"\\]|\\[\s\S])*)\\?"?|\\([\s\S]?)/g,
    (_, single?: string, double?: string, escaped?: string) =>
      single ?? double?.replace(/\\([$`"\\])/g, "$1") ?? escaped ?? "",
  );
}
