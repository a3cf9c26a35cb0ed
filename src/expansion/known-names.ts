/**
 * The names of references, as strings: a name that comes again is the same string each time. It is found by the code
 * units that stand in the text: to cut it out and to hash it in a Map takes longer than the rest of a short text.
 *
 * A direct-mapped cache: names that share a line take it from each other. It has names and no values, so callers may
 * share it. A name is kept from the second time on that it comes.
 */

const RIGHT_PARENTHESIS = 0x29;
const LATIN_1 = 0xff;

const LINES = 1024;
/** Words of a line; a word is four units of Latin-1. */
const WORDS = 8;
/** The last word of a line is never full: it ends the name. */
const LONGEST = 4 * WORDS - 1;
const SHIFT = /* @__PURE__ */ Math.clz32(LINES - 1);

/** Of each line: the length of its name (-1: it has none), the words of the name, and the string if the name came twice. */
const lengths = /* @__PURE__ */ new Int32Array(LINES).fill(-1);
const lines = /* @__PURE__ */ new Int32Array(LINES * WORDS);
const strings: (string | undefined)[] = /* @__PURE__ */ new Array<undefined>(LINES).fill(undefined);

/** The words of the name that is looked for. */
const words = /* @__PURE__ */ new Int32Array(WORDS);

/** Where the `)` of the last name stands; -1 if there is none. */
export let closer = 0;

/** The name that begins at `start` and ends at the next `)`, which is `closer` then. */
export function nameAt(text: string, start: number): string {
  const limit = Math.min(text.length, start + LONGEST + 1);
  let hash = 0;
  let count = 0;
  let at = start;
  for (; at + 4 <= limit; at += 4) {
    const first = text.charCodeAt(at);
    if (first === RIGHT_PARENTHESIS) break;
    const second = text.charCodeAt(at + 1);
    if (second === RIGHT_PARENTHESIS) break;
    const third = text.charCodeAt(at + 2);
    if (third === RIGHT_PARENTHESIS) break;
    const fourth = text.charCodeAt(at + 3);
    if (fourth === RIGHT_PARENTHESIS) break;
    if ((first | second | third | fourth) > LATIN_1) return nameBefore(text.indexOf(")", at), text, start);
    const word = (first << 24) | (second << 16) | (third << 8) | fourth;
    words[count++] = word;
    hash = mixed(hash, word);
  }
  let word = 0;
  for (; at < limit; at++) {
    const unit = text.charCodeAt(at);
    if (unit === RIGHT_PARENTHESIS) {
      closer = at;
      words[count] = word;
      return known(text, start, at, count + 1, mixed(hash, word) >>> SHIFT);
    }
    if (unit > LATIN_1) break;
    word = (word << 8) | unit;
  }
  return nameBefore(text.indexOf(")", at), text, start);
}

/** The name in [start, end), whose words are the first `count` of `words`. */
function known(text: string, start: number, end: number, count: number, line: number): string {
  const begin = line * WORDS;
  if (lengths[line] === end - start) {
    let i = 0;
    while (i < count && lines[begin + i] === words[i]) i++;
    if (i === count) return strings[line] ?? keep(text.substring(start, end), line);
  }
  lengths[line] = end - start;
  strings[line] = undefined;
  for (let i = 0; i < count; i++) lines[begin + i] = words[i]!;
  return text.substring(start, end);
}

/** A piece of a string keeps the whole in memory. An object's key does not, and Maps and objects find it faster. */
function keep(name: string, line: number): string {
  const copy = Object.keys({ [name]: undefined })[0]!;
  strings[line] = copy;
  return copy;
}

/** A name that is not kept: it is long, or not Latin-1. */
function nameBefore(end: number, text: string, start: number): string {
  closer = end;
  return end < 0 ? "" : text.substring(start, end);
}

function mixed(hash: number, word: number): number {
  return Math.imul(((hash << 5) | (hash >>> 27)) ^ word, 0x9e3779b1);
}
