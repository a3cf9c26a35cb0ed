import { type Node, nodeAt, type Path } from "./node.ts";
import { placeInString } from "./position-in-string.ts";

/**
 * Where something stands in the text of a document: a value, or what is nearest to it on the way from the root, or a
 * character of a string.
 *
 * @param inString an offset into the string at `path`
 * @returns an offset into the text
 */
export function offsetInText(text: string, document: Node, path: Path, inString?: number): number {
  let found = path;
  let node = nodeAt(document, found);
  while (node === undefined) {
    found = found.slice(0, -1);
    node = nodeAt(document, found);
  }
  if (node.kind === "alias" && node.target.kind === "scalar") node = node.target;
  const isInString = node.kind === "scalar" && inString !== undefined && found.length === path.length;
  return isInString ? placeInString(text, node as Node & { kind: "scalar" }, inString) : node.start;
}
