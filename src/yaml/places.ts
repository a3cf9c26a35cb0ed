/** Where values, and characters of strings, are in a text. */
import { dereferenced, type Node, nearestNodeAt, nodeAt, type Path, type ScalarNode } from "./node.ts";

/**
 * The position of something in the text of a document: a value, or its nearest ancestor, or a
 * character of a string.
 *
 * @param inString an offset into the string at `path`
 * @returns an offset into the text
 */
export function offsetInText(text: string, document: Node, path: Path, inString?: number): number {
  const nearest = nearestNodeAt(document, path);
  const value = dereferenced(nearest);
  if (value.kind !== "scalar") return nearest.start;
  const isInString = inString !== undefined && nodeAt(document, path) !== undefined;
  return isInString ? offsetInString(text, value, inString) : value.start;
}

/** As `offsetInText`, for many characters of one string, in ascending order. */
export function offsetsInText(text: string, document: Node, path: Path, inString: readonly number[]): number[] {
  const node = nodeAt(document, path);
  const value = node && dereferenced(node);
  if (value?.kind === "scalar") return offsetsInString(text, value, inString);
  const nearest = nearestNodeAt(document, path).start;
  return inString.map(() => nearest);
}

/** As `rangesInString`, for ranges of the string at a path; what is nearest, if the path leads to none. */
export function rangesInText(
  text: string,
  document: Node,
  path: Path,
  ranges: readonly { readonly start: number; readonly end: number }[],
): { start: number; end: number }[] {
  const node = nodeAt(document, path);
  const value = node && dereferenced(node);
  if (value?.kind === "scalar") return rangesInString(text, value, ranges);
  const { start } = nearestNodeAt(document, path);
  return ranges.map(() => ({ start, end: start }));
}

/** Characters that layout adds and takes away: they cannot tell where in a text one is. */
const BLANK = /[ \t\r\n]/;

/**
 * Where in the text a character of a string's value stands, whatever style the string is written in: with its quotes
 * doubled, its characters escaped, its lines folded or indented. Blanks have the place where the text before them ends.
 *
 * @param offset into the value, in UTF-16 units
 */
export function offsetInString(text: string, node: ScalarNode, offset: number): number {
  return offsetsInString(text, node, [offset])[0]!;
}

/** The places of many offsets, none of which is smaller than the one before it, in one go through the string. */
export function offsetsInString(text: string, node: ScalarNode, offsets: readonly number[]): number[] {
  const value = String(node.value);
  let counted = 0;
  let before = 0;
  let at = Math.max(node.start, node.contentStart);
  let end = at;
  let seen = 0;
  return offsets.map((offset) => {
    for (; counted < offset; counted++) if (!BLANK.test(value[counted]!)) before++;
    while (at < node.end) {
      const { length, units } = unitAt(text, at, node);
      if (units > 0) {
        if (seen + units > before) break;
        seen += units;
        end = at + length;
      }
      at += length;
    }
    const isAtBlank = seen === before && (offset >= value.length || BLANK.test(value[offset]!));
    return isAtBlank || at >= node.end ? end : at;
  });
}

/** What stands at an offset: how long it is in the text, and how many units that are no blanks it is in the value. */
function unitAt(text: string, at: number, { style }: ScalarNode): { length: number; units: number } {
  const character = text[at]!;
  if (style === "single" && character === "'") return { length: 2, units: 1 };
  if (style === "double" && character === "\\") return escapeAt(text, at);
  return { length: 1, units: BLANK.test(character) ? 0 : 1 };
}

/** Digits that follow an escape's letter. */
const DIGITS: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

function escapeAt(text: string, at: number): { length: number; units: number } {
  const letter = text[at + 1]!;
  const digits = DIGITS[letter];
  if (digits === undefined) return { length: 2, units: /[ntr \t\r\n]/.test(letter) ? 0 : 1 };
  const code = Number.parseInt(text.slice(at + 2, at + 2 + digits), 16);
  // What is no character, beyond U+10FFFF, is two units, too.
  const units = code > 0xffff ? 2 : BLANK.test(String.fromCharCode(code)) ? 0 : 1;
  return { length: 2 + digits, units };
}

/**
 * The places of ranges of a string's value, none of which begins before the end of the one before it. A range ends behind
 * its last character.
 */
export function rangesInString(
  text: string,
  node: ScalarNode,
  ranges: readonly { readonly start: number; readonly end: number }[],
): { start: number; end: number }[] {
  const ends = ranges.flatMap(({ start, end }) => [start, Math.max(start, end - 1)]);
  const places = offsetsInString(text, node, ends);
  return ranges.map(({ start, end }, i) => {
    const last = places[2 * i + 1]!;
    return { start: places[2 * i]!, end: end > start ? last + unitAt(text, last, node).length : last };
  });
}
