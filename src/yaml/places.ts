/** Values, and characters of strings, in the text of a document: from a path to its offset, and back. */
import { dereferenced, type Node, nearestNodeAt, nodeAt, type Path, type ScalarNode } from "./node.ts";
import { escapeDigits } from "./scalar-text.ts";

interface Range {
  start: number;
  end: number;
}

/**
 * The offset of a value, of a character of a string, or of the nearest parent that the document has.
 *
 * @param inString an offset into the string at `path`
 */
export function offsetInText(text: string, document: Node, path: Path, inString?: number): number {
  if (inString !== undefined && nodeAt(document, path) !== undefined) {
    return offsetsInText(text, document, path, [inString])[0]!;
  }
  const nearest = nearestNodeAt(document, path);
  const value = dereferenced(nearest);
  return value.kind === "scalar" ? value.start : nearest.start;
}

/** The offsets of many characters of one string, in ascending order. */
export function offsetsInText(text: string, document: Node, path: Path, inString: readonly number[]): number[] {
  const scalar = scalarAt(document, path);
  if (scalar !== undefined) return offsetsInString(text, scalar, inString);
  const { start } = nearestNodeAt(document, path);
  return inString.map(() => start);
}

/**
 * The ranges in the text for ranges of the string at a path. A range ends after its last character. Without such a string, all are empty and at the nearest parent.
 */
export function rangesInText(text: string, document: Node, path: Path, ranges: readonly Readonly<Range>[]): Range[] {
  const scalar = scalarAt(document, path);
  const ends = ranges.flatMap(({ start, end }) => [start, Math.max(start, end - 1)]);
  // Ranges can contain each other.
  const inOrder = [...new Set(ends)].sort((a, b) => a - b);
  const offsets = offsetsInText(text, document, path, inOrder);
  const offsetOf = new Map(inOrder.map((offset, i) => [offset, offsets[i]!]));
  return ranges.map(({ start, end }) => {
    const last = offsetOf.get(Math.max(start, end - 1))!;
    const length = scalar !== undefined && end > start ? unitAt(text, last, scalar).length : 0;
    return { start: offsetOf.get(start)!, end: last + length };
  });
}

function scalarAt(document: Node, path: Path): ScalarNode | undefined {
  const node = nodeAt(document, path);
  const value = node && dereferenced(node);
  return value?.kind === "scalar" ? value : undefined;
}

/** Characters that layout adds and removes, so they do not count. */
const WHITE_SPACE = /[ \t\r\n]/;

/**
 * The offsets in the text of characters of a string's value, in any style: with doubled quotes, escapes, folded or
 * indented lines. White space is where the text before it ends.
 *
 * @param offsets into the value, in UTF-16 units and ascending order
 */
export function offsetsInString(text: string, node: ScalarNode, offsets: readonly number[]): number[] {
  const value = String(node.value);
  let counted = 0;
  let before = 0;
  let at = Math.max(node.start, node.contentStart);
  let end = at;
  let seen = 0;
  return offsets.map((offset) => {
    for (; counted < offset; counted++) if (!WHITE_SPACE.test(value[counted]!)) before++;
    while (at < node.end) {
      const { length, units } = unitAt(text, at, node);
      if (units > 0) {
        if (seen + units > before) break;
        seen += units;
        end = at + length;
      }
      at += length;
    }
    const isAtWhiteSpace = seen === before && (offset >= value.length || WHITE_SPACE.test(value[offset]!));
    return isAtWhiteSpace || at >= node.end ? end : at;
  });
}

/** The length of the character at an offset of the text, and how many units other than white space it is in the value. */
function unitAt(text: string, at: number, { style }: ScalarNode): { length: number; units: number } {
  const character = text[at]!;
  if (style === "single" && character === "'") return { length: 2, units: 1 };
  if (style === "double" && character === "\\") return escapeAt(text, at);
  return { length: 1, units: WHITE_SPACE.test(character) ? 0 : 1 };
}

function escapeAt(text: string, at: number): { length: number; units: number } {
  const letter = text[at + 1]!;
  const digits = escapeDigits(letter);
  if (digits === 0) return { length: 2, units: /[ntr \t\r\n]/.test(letter) ? 0 : 1 };
  const code = Number.parseInt(text.slice(at + 2, at + 2 + digits), 16);
  const units = code > 0xffff ? 2 : WHITE_SPACE.test(String.fromCharCode(code)) ? 0 : 1;
  return { length: 2 + digits, units };
}

export interface PathAt {
  readonly path: Path;
  /** The innermost node there. For a key, the node of its value. */
  readonly node: Node;
  /** Whether the offset is in the key, or between the key and the value. */
  readonly isInKey: boolean;
}

/**
 * The path to the value at an offset, or before it on the same line. Aliases are not followed, because their target is
 * elsewhere.
 */
export function pathAt(text: string, root: Node, offset: number): PathAt {
  const path: (string | number)[] = [];
  let node = root;
  for (;;) {
    const child = entryAt(text, node, offset);
    if (child === undefined) return { path, node, isInKey: false };
    path.push(child.step);
    node = child.node;
    if (child.isInKey) return { path, node, isInKey: true };
  }
}

interface Child {
  readonly step: string | number;
  readonly node: Node;
  readonly isInKey: boolean;
}

function entryAt(text: string, parent: Node, offset: number): Child | undefined {
  let found: Child | undefined;
  if (parent.kind === "sequence") {
    for (const [step, node] of parent.items.entries()) {
      if (node.start > offset) break;
      found = { step, node, isInKey: false };
    }
  } else if (parent.kind === "mapping") {
    for (const { key, keyNode, node, isMerge } of parent.entries) {
      if (keyNode.start > offset) break;
      // An empty value can start before the end of its key.
      if (!isMerge) found = { step: key, node, isInKey: offset <= keyNode.end };
    }
  }
  if (found === undefined || offset <= found.node.end) return found;
  return /[\r\n]/.test(text.slice(found.node.end, offset)) ? undefined : found;
}
