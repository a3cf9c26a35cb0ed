/** What is underlined where a text is broken. */

/** From the mistake to the end of its line; at the end of the text, the last word. */
export function brokenRange(text: string, offset: number, start: number): { start: number; end: number } {
  const at = Math.min(offset, text.length);
  const rest = /^[^\r\n]*/.exec(text.slice(at))![0].trimEnd();
  if (rest !== "") return { start: start + at, end: start + at + rest.length };
  const before = text.slice(0, at).trimEnd();
  const word = /[^\s]*$/.exec(before)![0];
  return { start: start + before.length - word.length, end: start + before.length };
}
