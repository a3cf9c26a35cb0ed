/** From the parser's events to nodes: values and places at once, without recursion. */
import { COLLECTION_STYLE, EVENT_ID, type Event, getScalarValue, SCALAR_STYLE, type ScalarEvent } from "js-yaml";
import { define } from "../text/own-keys.ts";
import { endOfLineBefore, startOfLine } from "../text/position.ts";
import { duplicateKey, ManifestError } from "./error.ts";
import { MAX_NODES_BY_ALIASES } from "./limits.ts";
import {
  type AliasNode,
  dereferenced,
  type Entry,
  type MappingNode,
  type Merged,
  NOTHING_MERGED,
  type Node,
  type ScalarNode,
  type ScalarStyle,
  type SequenceNode,
} from "./node.ts";
import { resolvePlain, resolveTagged } from "./scalar.ts";

const STYLES: Readonly<Record<number, ScalarStyle>> = {
  [SCALAR_STYLE.PLAIN]: "plain",
  [SCALAR_STYLE.SINGLE_QUOTED]: "single",
  [SCALAR_STYLE.DOUBLE_QUOTED]: "double",
  [SCALAR_STYLE.LITERAL_BLOCK]: "literal",
  [SCALAR_STYLE.FOLDED_BLOCK]: "folded",
};

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

/**
 * The root node of each document (with `value` null if there is nothing in it).
 *
 * @throws ManifestError
 */
export function compose(text: string, events: readonly Event[]): Node[] {
  const documents: Node[] = [];
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
  const anchorOf = (event: { anchorStart: number; anchorEnd: number }): string | undefined =>
    event.anchorStart === -1 ? undefined : text.slice(event.anchorStart, event.anchorEnd);

  for (const event of events) {
    switch (event.type) {
      case EVENT_ID.DOCUMENT:
        anchors = new Map();
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
        const node = scalarNode(text, event, end, open.at(-1)?.isFlow ?? false);
        end = node.end;
        add(node, anchorOf(event));
        break;
      }
      case EVENT_ID.ALIAS: {
        const node = aliasNode(text.slice(event.anchorStart, event.anchorEnd), anchors, event.anchorStart - 1);
        end = node.end;
        sizeByAliases += node.size;
        if (sizeByAliases > MAX_NODES_BY_ALIASES) {
          throw new ManifestError("BAD_ALIAS", `aliases make more than ${MAX_NODES_BY_ALIASES} values`, node.start);
        }
        add(node, undefined);
        break;
      }
      case EVENT_ID.POP: {
        const collection = open.pop();
        if (collection === undefined) {
          documents.push(root!);
          break;
        }
        add(collection.isMapping ? mappingNode(collection, end) : sequenceNode(collection, end), collection.anchor);
      }
    }
  }
  return documents;
}

function scalarNode(text: string, event: ScalarEvent, previousEnd: number, inFlow: boolean): ScalarNode {
  const style = STYLES[event.style]!;
  const source = sourceOf(text, event);
  const tag = event.tagStart === -1 ? "" : text.slice(event.tagStart, event.tagEnd);
  const after = Math.max(previousEnd, event.tagEnd, event.anchorEnd);
  const { valueStart, valueEnd } = event;
  const [start, end] =
    valueStart === -1
      ? [after, after]
      : style === "plain"
        ? [valueStart, valueEnd]
        : style === "literal" || style === "folded"
          ? [blockHeader(text, after, valueStart), valueEnd]
          : [valueStart - 1, valueEnd + 1];
  const value = tag !== "" ? resolveTagged(source, tag, start) : style === "plain" ? resolvePlain(source) : source;
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
    contentStart: valueStart,
    indent: event.indent,
  };
}

/** A scalar's text. At the very end of a file, a block scalar's last line has no line break to give to its value. */
function sourceOf(text: string, event: ScalarEvent): string {
  const value = getScalarValue(text, event);
  const isBlock = event.style === SCALAR_STYLE.LITERAL_BLOCK || event.style === SCALAR_STYLE.FOLDED_BLOCK;
  const isCut = isBlock && event.valueEnd === text.length && !/[\r\n]$/.test(text) && value.endsWith("\n");
  return isCut ? value.slice(0, -1) : value;
}

/** Where the `|` or `>` stands: the first one in the line before the content, behind the last token. */
function blockHeader(text: string, after: number, contentStart: number): number {
  let at = Math.max(after, startOfLine(text, endOfLineBefore(text, contentStart)));
  while (text[at] !== "|" && text[at] !== ">") at++;
  return at;
}

function sequenceNode({ start, children }: Open, end: number): SequenceNode {
  const value = children.map((child) => child.value);
  return { kind: "sequence", value, start, end, size: sizeOf(children), items: children };
}

function mappingNode({ start, children }: Open, end: number): MappingNode {
  const value: Record<string, unknown> = {};
  const entries: Entry[] = [];
  let hasMerges = false;
  for (let i = 0; i < children.length; i += 2) {
    const keyNode = children[i]!;
    const node = children[i + 1]!;
    const isMerge = keyNode.kind === "scalar" && keyNode.style === "plain" && keyNode.value === "<<";
    const key = keyOf(keyNode);
    entries.push({ keyNode, key, node, isMerge });
    if (isMerge) {
      hasMerges = true;
      continue;
    }
    if (Object.hasOwn(value, key)) throw duplicateKey(key, keyNode.start);
    define(value, key, node.value);
  }
  const merges = hasMerges ? mergeInOrder(entries) : { value, merged: NOTHING_MERGED };
  return { kind: "mapping", start, end, size: sizeOf(children), entries, ...merges };
}

/**
 * A mapping's value where `<<` is one of its keys. YAML's own keys go before merged ones wherever they stand; for the
 * library that Kubernetes uses, what comes later counts.
 */
function mergeInOrder(entries: readonly Entry[]): Pick<MappingNode, "value" | "merged"> {
  const value: Record<string, unknown> = {};
  const merged = new Map<string, Merged>();
  for (const { key, node, isMerge } of entries) {
    if (!isMerge) {
      define(value, key, node.value);
      merged.delete(key);
      continue;
    }
    for (const from of mergedMappings(node).reverse()) {
      const take = (taken: string, source: Node) => {
        define(value, taken, source.value);
        merged.set(taken, { node: source, from });
      };
      for (const entry of from.entries) if (!entry.isMerge && !from.merged.has(entry.key)) take(entry.key, entry.node);
      for (const [taken, source] of from.merged) take(taken, source.node);
    }
  }
  return { value, merged };
}

/** What `<<` merges: a mapping, or a list of them, the first of which goes before the others. */
function mergedMappings(node: Node): MappingNode[] {
  return (node.kind === "sequence" ? node.items : [node]).map((item) => {
    const mapping = dereferenced(item);
    if (mapping.kind === "mapping") return mapping;
    throw new ManifestError("BAD_MERGE", "what is merged by << is no mapping, nor a list of mappings", item.start);
  });
}

/** JSON's keys are strings: a number or a boolean becomes one. */
function keyOf(node: Node): string {
  const { value } = node;
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  throw new ManifestError("KEY_NOT_SCALAR", "a key must be a string", node.start);
}

function aliasNode(name: string, anchors: Anchors, start: number): AliasNode {
  const target = anchors.get(name);
  if (target === undefined) {
    // What follows the `*` may be meant for a password, and is not shown.
    const problem = anchors.has(name)
      ? "the alias is inside of what it stands for"
      : "the alias has no anchor before it";
    throw new ManifestError("BAD_ALIAS", problem, start);
  }
  return { kind: "alias", value: target.value, start, end: start + 1 + name.length, size: target.size, target };
}

function sizeOf(children: readonly Node[]): number {
  let size = 1;
  for (const child of children) size += child.size;
  return size;
}
