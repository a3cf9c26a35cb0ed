import { dereferenced, type Node, nearestNodeAt, nodeAt, type Path } from "./node.ts";
import { offsetInString, offsetsInString, rangesInString } from "./offset-in-string.ts";

/**
 * Where something stands in the text of a document: a value, or what is nearest to it on the way from the root, or a
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

/** As `offsetInText`, for many characters of one string, none of which stands before the one before it in the list. */
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
