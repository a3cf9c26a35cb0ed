/** Places in the texts of a workspace. */

import type { TextRange } from "../lint/finding.ts";
import { dereferenced, type Node, nearestNodeAt, nodeAt, type Path } from "../yaml/node.ts";

/** A range of a text of the workspace: offsets in UTF-16 code units. */
export interface Place extends TextRange {
  /** The name of the text. */
  readonly name: string;
}

export function contains({ start, end }: TextRange, offset: number): boolean {
  return start <= offset && offset <= end;
}

/** The first line of the key at a path, or of the value if it has no key. */
export function keyRange(text: string, root: Node, path: Path): TextRange {
  const parent = nodeAt(root, path.slice(0, -1));
  const mapping = parent && dereferenced(parent);
  const entries = mapping?.kind === "mapping" ? mapping.entries : [];
  const found = entries.find(({ key, isHidden, isMerge }) => key === path.at(-1) && !isHidden && !isMerge);
  const { start, end } = found?.keyNode ?? nearestNodeAt(root, path);
  const lineEnd = text.slice(start, end).search(/[\r\n]/);
  return { start, end: lineEnd === -1 ? end : start + lineEnd };
}

/** The range of a syntax error: to the end of its line or, at the end of the text, the last word. */
export function brokenRange(text: string, offset: number, start: number): TextRange {
  const at = Math.min(offset, text.length);
  const rest = /[^\r\n]*/.exec(text.slice(at))![0].trimEnd();
  if (rest !== "") return { start: start + at, end: start + at + rest.length };
  const before = text.slice(0, at).trimEnd();
  let word = before.length;
  while (word > 0 && /\S/.test(before[word - 1]!)) word--;
  return { start: start + word, end: start + before.length };
}
