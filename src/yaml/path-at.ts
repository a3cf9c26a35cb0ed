/** What stands at a place of a document's text. */

import type { Node, Path } from "./node.ts";

export interface PathAt {
  readonly path: Path;
  /** The innermost node there; of a key, the value's. */
  readonly node: Node;
  /** The place is in the key, or between the key and the value. */
  readonly isInKey: boolean;
}

/**
 * The path to what stands at an offset, or on the same line in front of it. Aliases are not followed: what they stand for
 * is elsewhere.
 */
export function pathAt(text: string, root: Node, offset: number): PathAt {
  const path: (string | number)[] = [];
  let node = root;
  for (;;) {
    const child = childAt(text, node, offset);
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

function childAt(text: string, parent: Node, offset: number): Child | undefined {
  let found: Child | undefined;
  if (parent.kind === "sequence") {
    for (const [step, node] of parent.items.entries()) {
      if (node.start > offset) break;
      found = { step, node, isInKey: false };
    }
  } else if (parent.kind === "mapping") {
    for (const { key, keyNode, node, isMerge } of parent.entries) {
      if (keyNode.start > offset) break;
      // The value may stand before the key's end: it is nothing.
      if (!isMerge) found = { step: key, node, isInKey: offset <= keyNode.end };
    }
  }
  if (found === undefined || offset <= found.node.end) return found;
  return /[\r\n]/.test(text.slice(found.node.end, offset)) ? undefined : found;
}
