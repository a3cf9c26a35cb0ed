/** The values of a document with their offsets, which are in UTF-16 units of the whole text. */

import { getOrAdd } from "../text/grouped.ts";

/**
 * The value of a scalar. A bigint is an integer in Kubernetes' dialect that a number would round. Only Garden's functions
 * read dates and bytes.
 */
export type Scalar = string | number | bigint | boolean | null | Date | Uint8Array;

/** The keys of mappings and the indexes of list items that lead to a value. */
export type Path = readonly (string | number)[];

export type ScalarStyle = "plain" | "single" | "double" | "literal" | "folded";

export function isBlock(style: ScalarStyle): boolean {
  return style === "literal" || style === "folded";
}

interface NodeBase {
  /** The value as the dialect reads it: strings, numbers, booleans, null, arrays, and objects with own properties only. */
  readonly value: unknown;
  /** The text of the value with its quotes and block indicators, but without tags and anchors. */
  readonly start: number;
  readonly end: number;
  /** How many nodes this is with aliases replaced. In YAML, 64 characters of text count as another one. */
  readonly size: number;
}

export interface ScalarNode extends NodeBase {
  readonly kind: "scalar";
  readonly value: Scalar;
  readonly style: ScalarStyle;
  readonly inFlow: boolean;
  /** The long form of the tag, or "". */
  readonly tag: string;
  /** Where the tag starts; -1 without one. */
  readonly tagStart: number;
  /** Where the text starts: after a quote, or on the line after a block scalar's indicators. -1 without text. */
  readonly contentStart: number;
  /** The indentation of a block scalar; -1 for other styles. */
  readonly indent: number;
}

export interface SequenceNode extends NodeBase {
  readonly kind: "sequence";
  readonly value: unknown[];
  readonly items: readonly Node[];
}

export interface Entry {
  readonly keyNode: Node;
  /** The key as a string, which JSON requires. */
  readonly key: string;
  readonly node: Node;
  /** Whether the key is `<<`. */
  readonly isMerge: boolean;
  /** Whether a later entry has the same key and its value counts. */
  isHidden: boolean;
}

/** A key that a mapping has more than once. */
export interface DuplicateKey {
  readonly key: string;
  /** The offsets of the first and the last occurrence. The last value counts. */
  readonly first: number;
  readonly last: number;
}

export type OnDuplicate = (duplicate: DuplicateKey) => void;

/** Marks the entries that later ones with the same key hide. Returns the duplicate keys. */
export function hideDuplicates(entries: readonly Entry[]): DuplicateKey[] {
  const found = new Map<string, { key: string; first: number; last: number }>();
  const counting = new Map<string, number>();
  for (const entry of entries.toReversed()) {
    if (entry.isMerge) continue;
    const { key, keyNode } = entry;
    const last = counting.get(key);
    if (last === undefined) {
      counting.set(key, keyNode.start);
    } else {
      entry.isHidden = true;
      found.set(key, { key, first: keyNode.start, last });
    }
  }
  return [...found.values()].sort((a, b) => a.last - b.last);
}

export interface Merged {
  readonly node: Node;
  /** The mapping that was merged. It can have the key by a merge of its own. */
  readonly from: MappingNode;
}

export interface MappingNode extends NodeBase {
  readonly kind: "mapping";
  readonly value: Record<string, unknown>;
  /** In the order of the text. */
  readonly entries: readonly Entry[];
  /** The keys whose values a `<<` provides, even if an earlier entry has them. */
  readonly merged: ReadonlyMap<string, Merged>;
}

export const NOTHING_MERGED: ReadonlyMap<string, Merged> = /* @__PURE__ */ new Map();

export interface AliasNode extends NodeBase {
  readonly kind: "alias";
  readonly target: Exclude<Node, AliasNode>;
}

export type Node = ScalarNode | SequenceNode | MappingNode | AliasNode;

/** The target of an alias, or the node itself. */
export function dereferenced(node: Node): Exclude<Node, AliasNode> {
  return node.kind === "alias" ? node.target : node;
}

/** The node at a path, through aliases and merges; undefined without one. */
export function nodeAt(root: Node, path: Path): Node | undefined {
  let node: Node | undefined = root;
  for (const step of path) node = node && childAt(node, step);
  return node;
}

/** The node at a path, or the nearest parent that exists. */
export function nearestNodeAt(root: Node, path: Path): Node {
  let node = root;
  for (const step of path) {
    const child = childAt(node, step);
    if (child === undefined) return node;
    node = child;
  }
  return node;
}

function childAt(node: Node, step: string | number): Node | undefined {
  const parent = dereferenced(node);
  if (parent.kind === "sequence") return typeof step === "number" ? parent.items[step] : undefined;
  if (parent.kind !== "mapping" || typeof step === "number") return undefined;
  return parent.merged.get(step)?.node ?? entryNode(parent, step);
}

/** Mappings with at least this many entries get an index. */
const MANY_ENTRIES = 32;
const indexes = /* @__PURE__ */ new WeakMap<MappingNode, ReadonlyMap<string, Node>>();

function entryNode(mapping: MappingNode, wanted: string): Node | undefined {
  const { entries } = mapping;
  if (entries.length < MANY_ENTRIES)
    return entries.find(({ key, isMerge, isHidden }) => key === wanted && !isMerge && !isHidden)?.node;
  const index = getOrAdd(indexes, mapping, () => {
    return new Map(entries.filter(({ isMerge }) => !isMerge).map(({ key, node }) => [key, node]));
  });
  return index.get(wanted);
}
