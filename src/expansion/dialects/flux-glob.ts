/** The globs of Flux's operators, as Go's `path.Match` without separators. Texts have one character for each byte. */
import { isAscii, runeAt } from "./evaluation.ts";

/** A part of a pattern without `*`, and whether a `*` precedes it. */
interface Chunk {
  readonly hasStar: boolean;
  readonly text: string;
}

/** What one glob may compare, in characters. */
const MAX_STEPS = 1 << 24;

/** A glob takes more time than is allowed. */
export class GlobLimitError extends Error {}

export class Glob {
  private readonly chunks: readonly Chunk[];
  private readonly hasWildcards: boolean;
  private steps = 0;

  constructor(pattern: string) {
    this.chunks = chunksOf(pattern);
    this.hasWildcards = /[?[]/.test(pattern);
  }

  /** The length of the shortest text at the start of a value that the glob matches; 0 if none exists. */
  shortest(value: string): number {
    return this.end(value, false);
  }

  longest(value: string): number {
    return this.end(value, true);
  }

  private end(value: string, isLongest: boolean): number {
    // A character that the end of a text cuts is several.
    if (this.hasWildcards && !isAscii(value)) return this.endOfEach(value, isLongest);
    let at = 0;
    for (const [i, { hasStar, text }] of this.chunks.entries()) {
      const isLast = i === this.chunks.length - 1;
      if (isLast && text === "") return isLongest ? value.length : Math.max(at, Math.min(1, value.length));
      const found = this.search(text, value, at, hasStar ? value.length : at, isLast && isLongest);
      if (typeof found !== "number") return 0;
      at = found;
    }
    return at;
  }

  /** Where the first or the last match of a chunk ends that begins in a range; false and undefined as in `endAt`. */
  private search(chunk: string, text: string, from: number, to: number, isLast: boolean): number | false | undefined {
    let found: number | false = false;
    for (let start = from; start <= to; start++) {
      const end = this.endAt(chunk, text, start);
      if (end === undefined) return undefined;
      if (end === false) continue;
      found = end;
      if (!isLast) break;
    }
    return found;
  }

  /** Tries each length, as Flux does. */
  private endOfEach(value: string, isLongest: boolean): number {
    let shortest = 0;
    for (let end = value.length; end > 0; end--) {
      const match = this.matches(value.slice(0, end));
      if (match === undefined) return 0;
      if (match && isLongest) return end;
      if (match) shortest = end;
    }
    return shortest;
  }

  /** Whether the glob matches all of a text; undefined for a bad pattern. */
  private matches(text: string): boolean | undefined {
    let at = 0;
    for (const [i, { hasStar, text: chunk }] of this.chunks.entries()) {
      if (hasStar && chunk === "") return true;
      let found: number | false | undefined = false;
      for (let start = at; start <= (hasStar ? text.length : at); start++) {
        found = this.endAt(chunk, text, start);
        if (found === undefined) return undefined;
        if (i === this.chunks.length - 1 && found !== text.length) found = false;
        if (found !== false) break;
      }
      if (found === false) return false;
      at = found;
    }
    return at === text.length;
  }

  /** Where a match of a chunk ends that begins at an offset; false if none exists, undefined for a bad pattern. */
  private endAt(chunk: string, text: string, start: number): number | false | undefined {
    let at = start;
    for (let i = 0; i < chunk.length; ) {
      if (++this.steps > MAX_STEPS) throw new GlobLimitError();
      if (at >= text.length) return false;
      if (chunk[i] === "[") {
        const { code, length } = runeAt(text, at);
        at += length;
        const found = inClass(chunk, i + 1, code);
        if (found === undefined) return undefined;
        if (!found.isMatch) return false;
        this.steps += found.end - i;
        i = found.end;
      } else if (chunk[i] === "?") {
        at += runeAt(text, at).length;
        i++;
      } else {
        if (chunk[i] === "\\") i++;
        if (i === chunk.length) return undefined;
        if (chunk[i] !== text[at]) return false;
        at++;
        i++;
      }
    }
    return at;
  }
}

function chunksOf(pattern: string): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = 0; at < pattern.length; ) {
    const start = at;
    while (pattern[at] === "*") at++;
    const end = chunkEnd(pattern, at);
    chunks.push({ hasStar: at > start, text: pattern.slice(at, end) });
    at = end;
  }
  return chunks;
}

/** Where the part of a pattern that begins at an offset ends: at its next `*`. */
function chunkEnd(pattern: string, from: number): number {
  let isInClass = false;
  let at = from;
  for (; at < pattern.length; at++) {
    if (pattern[at] === "\\") at++;
    else if (pattern[at] === "[") isInClass = true;
    else if (pattern[at] === "]") isInClass = false;
    else if (pattern[at] === "*" && !isInClass) break;
  }
  return Math.min(at, pattern.length);
}

/** Whether a character is in the class whose `[` precedes `at`, and where the class ends. */
function inClass(chunk: string, at: number, code: number): { isMatch: boolean; end: number } | undefined {
  const isNegated = chunk[at] === "^";
  let i = isNegated ? at + 1 : at;
  let isIn = false;
  for (let ranges = 0; ranges === 0 || chunk[i] !== "]"; ranges++) {
    const low = classCharacter(chunk, i);
    if (low === undefined) return undefined;
    i = low.end;
    let high = low;
    if (chunk[i] === "-") {
      const end = classCharacter(chunk, i + 1);
      if (end === undefined) return undefined;
      high = end;
      i = end.end;
    }
    if (low.code <= code && code <= high.code) isIn = true;
  }
  return { isMatch: isIn !== isNegated, end: i + 1 };
}

function classCharacter(chunk: string, at: number): { code: number; end: number } | undefined {
  if (chunk[at] === "-" || chunk[at] === "]") return undefined;
  const start = chunk[at] === "\\" ? at + 1 : at;
  if (start >= chunk.length) return undefined;
  const { code, length } = runeAt(chunk, start);
  return code === 0xfffd && length === 1 ? undefined : { code, end: start + length };
}
