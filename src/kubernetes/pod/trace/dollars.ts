/** Counts the `$` in a string: at least as many as it has `$` sequences. */
export function dollarsIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf("$"); at >= 0; at = text.indexOf("$", at + 1)) count++;
  return count;
}
