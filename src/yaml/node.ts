/** A document's values together with where in the text they stand. Offsets count UTF-16 units of the whole text. */

import type { Scalar } from "./tag.ts";

/** Where a value is in a document: names of mapping keys, numbers of list items. */
export type Path = readonly (string | number)[];

export type ScalarStyle = "plain" | "single" | "double" | "literal" | "folded";

export function isBlock(style: ScalarStyle): boolean {
  return style === "literal" || style === "folded";
}

interface NodeBase {
  /** The value as the dialect reads it: strings, numbers, booleans, null, arrays, and objects with own properties only. */
  readonly value: unknown;
  /** The text of the value itself, quotes and block indicators included, tags and anchors not. */
  readonly start: number;
  readonly end: number;
  /** How many nodes this is when aliases are written out; 64 characters of text in YAML count as one more. */
  readonly size: number;
}

export interface ScalarNode extends NodeBase {
  readonly kind: "scalar";
  readonly value: Scalar;
  readonly style: ScalarStyle;
  readonly inFlow: boolean;
  /** The long form of the tag, or "". */
  readonly tag: string;
  /** Where the tag begins; -1 without one. */
  readonly tagStart: number;
  /** Where the text of the value begins: behind a quote, or in the line below a block scalar's indicators. -1 without text. */
  readonly contentStart: number;
  /** Of a block scalar: the spaces before each line; -1 if it has none. */
  readonly indent: number;
}

export interface SequenceNode extends NodeBase {
  readonly kind: "sequence";
  readonly value: unknown[];
  readonly items: readonly Node[];
}

export interface Entry {
  readonly keyNode: Node;
  /** The key as a string, as JSON has them. */
  readonly key: string;
  readonly node: Node;
  /** Whether this is `<<: …`. */
  readonly isMerge: boolean;
  /** Whether the mapping has the key again further down: that value counts. */
  isHidden: boolean;
}

/** A key that a mapping has more than once. */
export interface DuplicateKey {
  readonly key: string;
  /** Where the key stands first, and where it stands last: that value counts. Offsets into the text. */
  readonly first: number;
  readonly last: number;
}

export type OnDuplicate = (duplicate: DuplicateKey) => void;

/** Marks the entries that others with their key hide. Returns each such key. */
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
  /** The mapping that was merged: it has the key itself, or by a merge of its own. */
  readonly from: MappingNode;
}

export interface MappingNode extends NodeBase {
  readonly kind: "mapping";
  readonly value: Record<string, unknown>;
  /** In the order of the text. */
  readonly entries: readonly Entry[];
  /** The keys whose values come by a `<<`: also one that an entry has which stands before it. */
  readonly merged: ReadonlyMap<string, Merged>;
}

export const NOTHING_MERGED: ReadonlyMap<string, Merged> = /* @__PURE__ */ new Map();

export interface AliasNode extends NodeBase {
  readonly kind: "alias";
  readonly target: Exclude<Node, AliasNode>;
}

export type Node = ScalarNode | SequenceNode | MappingNode | AliasNode;

/** What a node stands for: an alias's target, or the node itself. */
export function dereferenced(node: Node): Exclude<Node, AliasNode> {
  return node.kind === "alias" ? node.target : node;
}

/** The node that a path leads to, through aliases and merges; undefined if there is none. */
export function nodeAt(root: Node, path: Path): Node | undefined {
  let node: Node | undefined = root;
  for (const step of path) node = node && childAt(node, step);
  return node;
}

/** The node that a path leads to, or else the last one on the way there. */
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

/** From so many entries on, a mapping that is asked for one gets an index. */
const MANY_ENTRIES = 32;
const indexes = /* @__PURE__ */ new WeakMap<MappingNode, ReadonlyMap<string, Node>>();

function entryNode(mapping: MappingNode, wanted: string): Node | undefined {
  const { entries } = mapping;
  if (entries.length < MANY_ENTRIES)
    return entries.find(({ key, isMerge, isHidden }) => key === wanted && !isMerge && !isHidden)?.node;
  let index = indexes.get(mapping);
  if (index === undefined) {
    index = new Map(entries.filter(({ isMerge }) => !isMerge).map(({ key, node }) => [key, node]));
    indexes.set(mapping, index);
  }
  return index.get(wanted);
}
