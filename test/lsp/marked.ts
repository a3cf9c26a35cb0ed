/** Texts with a place marked by `‸`. */
export function marked(text: string): { text: string; at: number } {
  const at = text.indexOf("‸");
  return { text: text.replace("‸", ""), at };
}

/** What a place covers, with its line and column: `3:7 HOST`. */
export function shown(text: string, { start, end }: { start: number; end: number }): string {
  const before = text.slice(0, start).split("\n");
  return `${before.length}:${before.at(-1)!.length + 1} ${text.slice(start, end)}`;
}
