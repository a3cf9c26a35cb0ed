/** From the parser's events to nodes: values and places at once, without recursion. */
import { COLLECTION_STYLE, EVENT_ID, type Event, type ScalarEvent } from "js-yaml";
import { setKey } from "../text/own-keys.ts";
import { endOfLineBefore, startOfLine } from "../text/position.ts";
import type { Dialect } from "./dialect.ts";
import { DocumentError, duplicateKey } from "./error.ts";
import { endOfFlow } from "./flow-end.ts";
import {
  type AliasNode,
  dereferenced,
  type Entry,
  hideDuplicates,
  type MappingNode,
  type Merged,
  NOTHING_MERGED,
  type Node,
  nodeAt,
  type OnDuplicate,
  type ScalarNode,
  type SequenceNode,
} from "./node.ts";
import { isBlock, styleOf } from "./scalar-style.ts";
import { MERGE, tagName } from "./tag.ts";

/** A collection whose end has not come. */
interface Open {
  readonly isMapping: boolean;
  readonly isFlow: boolean;
  readonly start: number;
  readonly anchor: string | undefined;
  /** Items; of a mapping, keys and values in turn. */
  readonly children: Node[];
}

/** What an anchor stands for; undefined while it is being read. */
type Anchors = Map<string, Exclude<Node, AliasNode> | undefined>;

/** How events become nodes. */
export interface Reading {
  readonly dialect: Dialect;
  /** The text that a scalar stands for. */
  readonly valueOf: (text: string, event: ScalarEvent) => string;
  readonly onDuplicate: OnDuplicate;
}

/**
 * The root node of each document (with `value` null if there is nothing in it).
 *
 * @param events are taken out of the list as nodes come of them: both together would be twice as much in memory
 * @throws DocumentError
 */
export function compose(text: string, events: Event[], reading: Reading): Node[] {
  const { dialect } = reading;
  const documents: Node[] = [];
  const merging = new Merging(dialect);
  let handles: ReadonlyMap<string, string> = new Map();
  let anchors: Anchors = new Map();
  let open: Open[] = [];
  let root: Node | undefined;
  /** Where the last token ended: an empty value has no place of its own. */
  let end = 0;
  let sizeByAliases = 0;

  const add = (node: Node, anchor: string | undefined): void => {
    if (anchor !== undefined && node.kind !== "alias") anchors.set(anchor, node);
    const parent = open.at(-1);
    if (parent === undefined) root = node;
    else parent.children.push(node);
  };
  // No name is empty; without an anchor, both places are -1.
  const anchorOf = (event: { anchorStart: number; anchorEnd: number }): string | undefined =>
    text.slice(event.anchorStart, event.anchorEnd) || undefined;

  events.reverse();
  for (let event = events.pop(); event !== undefined; event = events.pop()) {
    switch (event.type) {
      case EVENT_ID.DOCUMENT:
        anchors = new Map();
        handles = new Map(event.directives.flatMap((it) => (it.kind === "tag" ? [[it.handle, it.prefix]] : [])));
        open = [];
        root = undefined;
        sizeByAliases = 0;
        break;
      case EVENT_ID.SEQUENCE:
      case EVENT_ID.MAPPING: {
        const anchor = anchorOf(event);
        if (anchor !== undefined) anchors.set(anchor, undefined);
        open.push({
          isMapping: event.type === EVENT_ID.MAPPING,
          isFlow: event.style === COLLECTION_STYLE.FLOW,
          start: event.start,
          anchor,
          children: [],
        });
        end = Math.max(end, event.start, event.tagEnd, event.anchorEnd);
        break;
      }
      case EVENT_ID.SCALAR: {
        const tag = event.tagStart === -1 ? "" : tagName(text.slice(event.tagStart, event.tagEnd), handles);
        const node = scalarNode(text, event, tag, end, open.at(-1)?.isFlow ?? false, reading);
        end = node.end;
        add(node, anchorOf(event));
        break;
      }
      case EVENT_ID.ALIAS: {
        const node = aliasNode(text.slice(event.anchorStart, event.anchorEnd), anchors, event.anchorStart - 1);
        end = node.end;
        sizeByAliases += node.size;
        if (sizeByAliases > dialect.maxNodesByAliases) {
          const problem = `aliases make more than ${dialect.maxNodesByAliases} values`;
          throw new DocumentError("bad-alias", problem, node.start);
        }
        add(node, undefined);
        break;
      }
      case EVENT_ID.POP: {
        const collection = open.pop();
        if (collection === undefined) {
          if (dialect.isJson) checkJson(root!);
          documents.push(root!);
          break;
        }
        if (collection.isFlow) end = endOfFlow(text, collection, end, dialect);
        add(
          collection.isMapping
            ? mappingNode(collection, end, merging, reading)
            : sequenceNode(collection, end, dialect),
          collection.anchor,
        );
      }
    }
  }
  return documents;
}

function scalarNode(
  text: string,
  event: ScalarEvent,
  tag: string,
  previousEnd: number,
  inFlow: boolean,
  { dialect, valueOf }: Reading,
): ScalarNode {
  const style = styleOf(event.style);
  const source = valueOf(text, event);
  const after = Math.max(previousEnd, event.tagEnd, event.anchorEnd);
  const { valueStart, valueEnd } = event;
  const quote = style === "single" || style === "double" ? 1 : 0;
  const [start, end] =
    valueStart === -1
      ? [after, after]
      : [isBlock(style) ? blockHeader(text, after, valueStart) : valueStart - quote, valueEnd + quote];
  const value =
    tag !== "" ? dialect.tagged(source, tag, event.tagStart) : style === "plain" ? dialect.plain(source) : source;
  return {
    kind: "scalar",
    value,
    start,
    end,
    // A long text that aliases repeat costs more than a short one.
    size: typeof value === "string" ? 1 + (value.length >> 6) : 1,
    style,
    inFlow,
    tag,
    tagStart: event.tagStart,
    contentStart: valueStart,
    indent: event.indent,
  };
}

/** Where the `|` or `>` stands: the first one in the line before the content, behind the last token. */
function blockHeader(text: string, after: number, contentStart: number): number {
  let at = Math.max(after, startOfLine(text, endOfLineBefore(text, contentStart)));
  while (at < contentStart && text[at] !== "|" && text[at] !== ">") at++;
  return at;
}

function sequenceNode({ start, children }: Open, end: number, { isJson }: Dialect): SequenceNode {
  if (isJson) children.forEach(checkJson);
  const value = children.map((child) => child.value);
  return { kind: "sequence", value, start, end, size: sizeOf(children), items: children };
}

function mappingNode(
  { start, children }: Open,
  end: number,
  merging: Merging,
  { dialect, onDuplicate }: Reading,
): MappingNode {
  const value: Record<string, unknown> = {};
  const entries: Entry[] = [];
  let hasMerges = false;
  let hasDuplicates = false;
  for (let i = 0; i < children.length; i += 2) {
    const keyNode = children[i]!;
    const node = children[i + 1]!;
    const isMerge = isMergeKey(keyNode, dialect);
    const key = merging.keyOf(keyNode);
    entries.push({ keyNode, key, node, isMerge, isHidden: false });
    if (isMerge) {
      hasMerges = true;
      continue;
    }
    if (Object.hasOwn(value, key)) {
      if (dialect.refusesDuplicates) throw duplicateKey(key, keyNode.start);
      hasDuplicates = true;
    }
    setKey(value, key, node.value);
  }
  if (hasDuplicates) hideDuplicates(entries).forEach(onDuplicate);
  if (dialect.isJson) for (const { node, isHidden } of entries) if (!isHidden) checkJson(node);
  const merges = hasMerges ? merging.merged(entries) : { value, merged: NOTHING_MERGED };
  return { kind: "mapping", start, end, size: sizeOf(children), entries, ...merges };
}

/** @throws DocumentError for a number that JSON does not have */
function checkJson({ value, start }: Node): void {
  if (typeof value === "number" && !Number.isFinite(value)) {
    throw new DocumentError("not-json", "JSON has no infinity and no NaN: put the value in quotes for a string", start);
  }
}

/** Whether a key is `<<`, which merges. To go-yaml, `!` before it changes nothing, and neither do quotes after that. */
function isMergeKey(node: Node, { version }: Dialect): boolean {
  if (node.kind !== "scalar" || node.value !== "<<") return false;
  return node.tag === "" ? node.style === "plain" : node.tag === MERGE || (node.tag === "!" && version === "1.1");
}

/** Keys, and what `<<` does with them, in a text of a dialect. */
class Merging {
  private readonly dialect: Dialect;
  /** Mappings and keys that `<<` has taken. */
  private count = 0;

  constructor(dialect: Dialect) {
    this.dialect = dialect;
  }

  /** JSON's keys are strings: a number or a boolean becomes one. */
  keyOf({ value, start }: Node): string {
    if (typeof value === "string") return value;
    if (typeof value === "number") return this.dialect.numberKey(value);
    if (typeof value === "bigint" || typeof value === "boolean") return String(value);
    if (value === null && this.dialect.nullKey !== undefined) return this.dialect.nullKey;
    throw new DocumentError("key-not-scalar", "a key must be a string", start);
  }

  /** A mapping's value where `<<` is one of its keys. */
  merged(entries: readonly Entry[]): Pick<MappingNode, "value" | "merged"> {
    const { lastMergeWins, maxMerged } = this.dialect;
    const value: Record<string, unknown> = {};
    const merged = new Map<string, Merged>();
    for (const { key, keyNode, node, isMerge } of entries) {
      if (!isMerge) {
        setKey(value, key, node.value);
        merged.delete(key);
        continue;
      }
      const sources = this.sources(node);
      if (sources.length > maxMerged) throw tooMuchMerged(`more than ${maxMerged} mappings`, keyNode);
      for (const from of lastMergeWins ? sources.reverse() : sources) {
        this.charge(keyNode);
        for (const taken of Object.keys(from.value)) {
          this.charge(keyNode);
          if (!lastMergeWins && Object.hasOwn(value, taken)) continue;
          const source = nodeAt(from, [taken])!;
          setKey(value, taken, source.value);
          merged.set(taken, { node: source, from });
        }
      }
    }
    return { value, merged };
  }

  /** What `<<` merges: a mapping, or a list of them, the first of which goes before the others. */
  private sources(node: Node): MappingNode[] {
    const found = this.dialect.mergesAliasedLists ? dereferenced(node) : node;
    return (found.kind === "sequence" ? found.items : [found]).map((item) => {
      const mapping = dereferenced(item);
      if (mapping.kind === "mapping") return mapping;
      throw new DocumentError("bad-merge", "`<<` must name a mapping or a list of mappings", item.start);
    });
  }

  private charge(keyNode: Node): void {
    const { maxMergedKeys } = this.dialect;
    if (++this.count > maxMergedKeys) throw tooMuchMerged(`more than ${maxMergedKeys} keys in all`, keyNode);
  }
}

function tooMuchMerged(what: string, { start }: Node): DocumentError {
  return new DocumentError("bad-merge", `\`<<\` takes ${what}`, start);
}

function aliasNode(name: string, anchors: Anchors, start: number): AliasNode {
  const target = anchors.get(name);
  if (target === undefined) {
    // What follows the `*` may be meant for a password, and is not shown.
    throw anchors.has(name)
      ? new DocumentError("circular-alias", "the alias is inside of what it stands for", start)
      : new DocumentError("bad-alias", "the alias has no anchor before it", start);
  }
  return { kind: "alias", value: target.value, start, end: start + 1 + name.length, size: target.size, target };
}

function sizeOf(children: readonly Node[]): number {
  let size = 1;
  for (const child of children) size += child.size;
  return size;
}
