/** Takes the place of the editor's package of characters: browsers know where one that people see ends. */

const segmenter = new Intl.Segmenter();
/** Of characters that are longer, a part is taken for one. */
const LONGEST = 64;
/** Two units that are characters of their own. */
const PLAIN = /^[ -\u02ff]{2}$/;

/** The next end of a character, forwards or backwards; the offset itself at the text's end. */
export function findClusterBreak(text: string, at: number, forward = true): number {
  const start = forward ? at : Math.max(0, at - LONGEST);
  if (PLAIN.test(text.slice(forward ? at : at - 2, forward ? at + 2 : at))) return forward ? at + 1 : at - 1;
  const part = text.slice(start, forward ? at + LONGEST : at);
  const found = segmenter.segment(part).containing(forward ? 0 : part.length - 1);
  if (found === undefined) return forward ? at : 0;
  return start + found.index + (forward ? found.segment.length : 0);
}
