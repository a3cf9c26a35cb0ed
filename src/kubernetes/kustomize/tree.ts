/**
 * Documents put together from several files. Nodes never change: an edit copies the path to it, and everything else is
 * shared. Each node belongs to the file of its parent, except where a part of another file was put in.
 */

import { setKey } from "../../text/own-keys.ts";
import { MAX_DEPTH } from "../../yaml/dialect.ts";
import {
  dereferenced,
  type Entry,
  type MappingNode,
  NOTHING_MERGED,
  type Node,
  nodeAt,
  type Path,
  type ScalarNode,
  type SequenceNode,
} from "../../yaml/node.ts";
import { type Budget, LimitError } from "./budget.ts";

/** A file that was read. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

const files = /* @__PURE__ */ new WeakMap<Node, SourceFile>();

/** Marks a node, and what is below it, as part of a file. */
export function inFile<N extends Node>(node: N, file: SourceFile): N {
  files.set(node, file);
  return node;
}

/** The file of the node at a path, or of the last one on the way there; undefined if the document has no file. */
export function fileAt(root: Node, path: Path): SourceFile | undefined {
  let node: Node | undefined = root;
  let file = files.get(root);
  for (const step of path) {
    node = nodeAt(node, [step]);
    if (node === undefined) break;
    file = files.get(node) ?? file;
  }
  return file;
}

/** Whether a part of a document is in a file. */
export function comesFrom(node: Node, path: string, inherited = files.get(node)): boolean {
  const file = files.get(node) ?? inherited;
  if (file?.path === path) return true;
  if (node.kind === "sequence") return node.items.some((item) => comesFrom(item, path, file));
  return node.kind === "mapping" && node.entries.some((entry) => comesFrom(entry.node, path, file));
}

/** A mapping in place of a node. Of equal keys, the last one counts. */
export function mappingAt(at: Node, members: Iterable<readonly [string, Node]>): MappingNode {
  const value: Record<string, unknown> = {};
  const entries: Entry[] = [];
  for (const [key, node] of new Map(members)) {
    setKey(value, key, node.value);
    entries.push({ keyNode: node, key, node, isMerge: false, isHidden: false });
  }
  const { start, end } = at;
  const size = entries.reduce((sum, { node }) => sum + node.size + 1, 1);
  return replacing(at, { kind: "mapping", start, end, size, value, entries, merged: NOTHING_MERGED });
}

/** A list in place of a node. */
export function listAt(at: Node, items: readonly Node[]): SequenceNode {
  const size = items.reduce((sum, item) => sum + item.size, 1);
  return replacing(at, { ...placeOf(at), size, kind: "sequence", value: items.map(({ value }) => value), items });
}

/** A scalar in place of a node. */
export function scalarAt(at: Node, value: ScalarNode["value"]): ScalarNode {
  const node = dereferenced(at);
  const size = typeof value === "string" ? 1 + (value.length >> 6) : 1;
  if (node.kind === "scalar") return replacing(at, { ...node, ...placeOf(at), size, value });
  const written = { style: "plain", inFlow: false, tag: "", tagStart: -1, contentStart: -1, indent: -1 } as const;
  return replacing(at, { ...placeOf(at), ...written, size, kind: "scalar", value });
}

function placeOf({ start, end }: Node): Pick<Node, "start" | "end"> {
  return { start, end };
}

function replacing<N extends Node>(before: Node, after: N): N {
  const file = files.get(before);
  return file === undefined ? after : inFile(after, file);
}

/** The members of a mapping by their keys, with those that `<<` merges; none of anything else. */
export function membersOf(node: Node | undefined): Map<string, Node> {
  const members = new Map<string, Node>();
  const mapping = node && dereferenced(node);
  if (mapping?.kind !== "mapping") return members;
  for (const { key, node: member, isMerge, isHidden } of mapping.entries) {
    if (!isMerge && !isHidden) members.set(key, member);
  }
  for (const [key, { node: member }] of mapping.merged) members.set(key, member);
  return members;
}

/** The items of a list; none of anything else. */
export function itemsOf(node: Node | undefined): readonly Node[] {
  const list = node && dereferenced(node);
  return list?.kind === "sequence" ? list.items : [];
}

/** A node's text, if it is a string that is not empty. */
export function textOf(node: Node | undefined): string | undefined {
  return typeof node?.value === "string" && node.value !== "" ? node.value : undefined;
}

/** What an edit puts in place of a node: undefined removes it, and no node means that there is none yet. */
export type Change = (node: Node | undefined) => Node | undefined;

/** The document with the node at a path changed. Mappings on the way that do not exist are created. */
export function changedAt(node: Node, path: Path, change: Change): Node | undefined {
  const [step, ...rest] = path;
  if (step === undefined) return change(node);
  const inner = (child: Node | undefined) => {
    if (child !== undefined && (rest.length === 0 || child.value !== null)) return changedAt(child, rest, change);
    return rest.length === 0 ? change(undefined) : changedAt(mappingAt(child ?? node, []), rest, change);
  };
  if (typeof step === "number") {
    const items = itemsOf(node);
    return listAt(
      node,
      items.flatMap((item, i) => (i === step ? (inner(item) ?? []) : item)),
    );
  }
  const members = membersOf(node);
  const changed = inner(members.get(step));
  if (changed === undefined) members.delete(step);
  else members.set(step, changed);
  return mappingAt(node, members);
}

/**
 * The document with every node changed that a path leads to, in all items of the lists on the way.
 *
 * @throws LimitError
 */
export function changedEverywhere(
  node: Node,
  [step, ...rest]: readonly string[],
  budget: Budget,
  change: (node: Node) => Node,
): Node {
  if (step === undefined) return change(node);
  budget.spend(widthOf(node));
  const value = dereferenced(node);
  if (value.kind === "sequence") {
    const items = value.items.map((item) => changedEverywhere(item, [step, ...rest], budget, change));
    return items.every((item, i) => item === value.items[i]) ? node : listAt(node, items);
  }
  const member = nodeAt(value, [step]);
  if (member === undefined) return node;
  const changed = changedEverywhere(member, rest, budget, change);
  return changed === member ? node : mappingAt(node, membersOf(value).set(step, changed));
}

/** The number of a node's members or items, and one for the node. */
export function widthOf(node: Node): number {
  const value = dereferenced(node);
  if (value.kind === "mapping") return 1 + value.entries.length + value.merged.size;
  return value.kind === "sequence" ? 1 + value.items.length : 1;
}

/** The cost of a change at a path, which copies the members of all nodes on the way. */
export function costAt(root: Node, path: Path): number {
  let cost = 1;
  let node: Node | undefined = root;
  for (const step of path) {
    if (node === undefined) break;
    cost += widthOf(node);
    node = nodeAt(node, [step]);
  }
  return cost;
}

/**
 * Checks that a value, put at a depth of a document, does not make it too deep.
 *
 * @throws LimitError
 */
export function checkDepth(value: Node, depth: number): void {
  const node = dereferenced(value);
  if (depth > MAX_DEPTH) throw new LimitError("depth", `an object has more than ${MAX_DEPTH} levels`);
  if (node.kind === "sequence") for (const item of node.items) checkDepth(item, depth + 1);
  if (node.kind === "mapping") for (const { node: member } of node.entries) checkDepth(member, depth + 1);
}

export type TextNode = Node & { readonly value: string };

/** The texts in the lists with the given names, such as `resources`. */
export function pathsIn(root: Node, names: readonly string[]): TextNode[] {
  const nodes = names.flatMap((name) => itemsOf(nodeAt(root, [name])));
  return nodes.filter((node): node is TextNode => textOf(node) !== undefined);
}
