/**
 * Documents put together from several files. Nodes never change: an edit copies the path to it, and everything else is
 * shared. Each node belongs to the file of its parent, except where a part of another file was put in.
 */

import { setKey } from "../../text/own-keys.ts";
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

/** A mapping in place of a node. Of equal keys, the last one counts. */
export function mappingAt(at: Node, members: Iterable<readonly [string, Node]>): MappingNode {
  const value: Record<string, unknown> = {};
  const entries: Entry[] = [];
  for (const [key, node] of new Map(members)) {
    setKey(value, key, node.value);
    entries.push({ keyNode: node, key, node, isMerge: false, isHidden: false });
  }
  const { start, end, size } = at;
  return replacing(at, { kind: "mapping", start, end, size, value, entries, merged: NOTHING_MERGED });
}

/** A list in place of a node. */
export function listAt(at: Node, items: readonly Node[]): SequenceNode {
  return replacing(at, { ...placeOf(at), kind: "sequence", value: items.map(({ value }) => value), items });
}

/** A scalar in place of a node. */
export function scalarAt(at: Node, value: ScalarNode["value"]): ScalarNode {
  const node = dereferenced(at);
  if (node.kind === "scalar") return replacing(at, { ...node, ...placeOf(at), value });
  const written = { style: "plain", inFlow: false, tag: "", tagStart: -1, contentStart: -1, indent: -1 } as const;
  return replacing(at, { ...placeOf(at), ...written, kind: "scalar", value });
}

function placeOf({ start, end, size }: Node): Pick<Node, "start" | "end" | "size"> {
  return { start, end, size };
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

/** The document with every node changed that a path leads to, in all items of the lists on the way. */
export function changedEverywhere(node: Node, path: readonly string[], change: (node: Node) => Node): Node {
  const value = dereferenced(node);
  const [step, ...rest] = path;
  if (step === undefined) return change(node);
  if (value.kind === "sequence") {
    const items = value.items.map((item) => changedEverywhere(item, path, change));
    return items.every((item, i) => item === value.items[i]) ? node : listAt(node, items);
  }
  const members = membersOf(value);
  const member = members.get(step);
  if (member === undefined) return node;
  const changed = changedEverywhere(member, rest, change);
  return changed === member ? node : mappingAt(node, members.set(step, changed));
}

/** The texts of the lists with the given names, such as `resources`. */
export function pathsIn(root: Node | undefined, names: readonly string[]): string[] {
  return names.flatMap((name) => itemsOf(root && nodeAt(root, [name])).flatMap((node) => textOf(node) ?? []));
}
