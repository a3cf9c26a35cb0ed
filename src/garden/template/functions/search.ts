/** If the product of both lengths is at least this, the engine's own search can be too slow. */
const LARGE = 4_194_304;

/** Engines search for shorter texts in linear time. */
const SHORT = 64;

/**
 * Returns a function that finds the first occurrence of a text (not empty) in another from an offset on, or -1. Engines need
 * quadratic time for some texts ("aa…ab…aa" in "aa…aa": 9 s at 400 KB); this needs linear time for all.
 */
export function finderOf(text: string, wanted: string): (from: number) => number {
  if (wanted.length < SHORT || wanted.length * text.length < LARGE) return (from) => text.indexOf(wanted, from);
  const borders = bordersOf(wanted);
  return (from) => {
    let matched = 0;
    for (let at = from; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      while (matched > 0 && unit !== wanted.charCodeAt(matched)) matched = borders[matched - 1]!;
      if (unit === wanted.charCodeAt(matched)) matched++;
      if (matched === wanted.length) return at + 1 - matched;
    }
    return -1;
  };
}

/** For each prefix of a text, the length of its longest proper prefix that is also its suffix (Knuth, Morris, Pratt). */
function bordersOf(text: string): Int32Array {
  const borders = new Int32Array(text.length);
  let length = 0;
  for (let i = 1; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    while (length > 0 && unit !== text.charCodeAt(length)) length = borders[length - 1]!;
    if (unit === text.charCodeAt(length)) length++;
    borders[i] = length;
  }
  return borders;
}
