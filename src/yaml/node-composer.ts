/** Makes the nodes of documents, with their values and offsets, from the parts that the reader finds. */
import { setKey } from "../text/own-keys.ts";
import type { Dialect } from "./dialect.ts";
import { DocumentError, duplicateKey } from "./error.ts";
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
import { type ScalarSource, scalarText } from "./scalar-text.ts";
import { MERGE } from "./tags.ts";

/** The anchor and the tag before a node. */
export interface Properties {
  /** "" without one. */
  readonly anchor: string;
  /** The long form; "" without one. */
  readonly tag: string;
  /** -1 without a tag. */
  readonly tagStart: number;
  /** Where the first of them starts, and where the last one ends; -1 without both. */
  readonly start: number;
  readonly end: number;
}

export const NO_PROPERTIES: Properties = { anchor: "", tag: "", tagStart: -1, start: -1, end: -1 };

const NOTHING: ScalarSource = { start: -1, end: -1, style: "plain", chomping: "", indent: -1, isVerbatim: true };

/** Its methods must be called in the order of the text. */
export class Composer {
  protected readonly text: string;
  protected readonly dialect: Dialect;
  private readonly onDuplicate: OnDuplicate;
  /** The node of each anchor; undefined until it is complete. */
  private anchors = new Map<string, Exclude<Node, AliasNode> | undefined>();
  private sizeByAliases = 0;
  /** How many mappings and keys `<<` has merged. */
  private mergedKeys = 0;
  /** Whether there was a number that JSON does not have and the dialect refuses. */
  private hasOddNumbers = false;
  /** The end of the last token, where an empty value is. */
  protected end = 0;

  constructor(text: string, dialect: Dialect, onDuplicate: OnDuplicate) {
    this.text = text;
    this.dialect = dialect;
    this.onDuplicate = onDuplicate;
  }

  beginDocument(): void {
    this.anchors = new Map();
    this.sizeByAliases = 0;
  }

  /** Is called before and after the value of a member of a document. */
  beginMember(_key: Node): void {}

  endMember(_key: Node, _value: Node): void {}

  /** @throws DocumentError for a number that JSON does not have */
  endDocument(root: Node): void {
    if (this.hasOddNumbers) checkJson(root);
  }

  beginCollection(start: number, { anchor, end }: Properties): void {
    if (anchor !== "") this.anchors.set(anchor, undefined);
    this.end = Math.max(this.end, start, end);
  }

  empty(properties: Properties, inFlow: boolean): ScalarNode {
    const place = Math.max(this.end, properties.end);
    return this.scalar(place, place, NOTHING, properties, inFlow);
  }

  scalar(start: number, end: number, source: ScalarSource, properties: Properties, inFlow: boolean): ScalarNode {
    const { dialect, text } = this;
    const { tag, tagStart } = properties;
    const { start: contentStart, style, indent } = source;
    const string = scalarText(text, source, dialect);
    const value =
      tag !== "" ? dialect.tagged(string, tag, tagStart) : style === "plain" ? dialect.plain(string) : string;
    if (typeof value === "number" && dialect.isJson && !Number.isFinite(value)) this.hasOddNumbers = true;
    this.end = end;
    // If aliases repeat them, long texts cost more than short ones.
    const size = typeof value === "string" ? 1 + (value.length >> 6) : 1;
    const node: ScalarNode = {
      kind: "scalar",
      value,
      start,
      end,
      size,
      style,
      inFlow,
      tag,
      tagStart,
      contentStart,
      indent,
    };
    return this.anchored(node, properties);
  }

  alias(start: number, end: number): AliasNode {
    const target = this.anchors.get(this.text.slice(start + 1, end));
    if (target === undefined) {
      // The message does not show the text after `*`, which can be an unquoted password.
      throw this.anchors.has(this.text.slice(start + 1, end))
        ? new DocumentError("circular-alias", "the alias is inside the value of its anchor", start)
        : new DocumentError("bad-alias", "the alias has no anchor before it", start);
    }
    this.end = end;
    this.sizeByAliases += target.size;
    const { maxNodesByAliases } = this.dialect;
    if (this.sizeByAliases > maxNodesByAliases) {
      throw new DocumentError("bad-alias", `aliases make more than ${maxNodesByAliases} values`, start);
    }
    return { kind: "alias", value: target.value, start, end, size: target.size, target };
  }

  /** @param end the end of the closing bracket; undefined without brackets */
  sequence(start: number, end: number | undefined, items: Node[], properties: Properties): SequenceNode {
    this.end = end ?? this.end;
    const { dialect } = this;
    if (this.hasOddNumbers) items.forEach(checkJson);
    const { tag, tagStart } = properties;
    const list = items.map(({ value }) => value);
    const value = tag === "" || dialect.list === undefined ? list : dialect.list(list, tag, tagStart);
    return this.anchored({ kind: "sequence", value, start, end: this.end, size: sizeOf(items), items }, properties);
  }

  /** @param children keys and values in turn */
  mapping(start: number, end: number | undefined, children: Node[], properties: Properties): MappingNode {
    this.end = end ?? this.end;
    const { dialect } = this;
    const value: Record<string, unknown> = {};
    const entries: Entry[] = [];
    let hasMerges = false;
    let hasDuplicates = false;
    for (let i = 0; i < children.length; i += 2) {
      const keyNode = children[i]!;
      const node = children[i + 1]!;
      const isMerge = isMergeKey(keyNode, dialect);
      const key = isMerge ? "<<" : keyOf(keyNode, dialect);
      entries.push({ keyNode, key, node, isMerge, isHidden: false });
      if (isMerge) {
        hasMerges = true;
        continue;
      }
      // The first condition is faster and rules out nearly all keys.
      if (value[key] !== undefined && Object.hasOwn(value, key)) {
        if (dialect.refusesDuplicates) throw duplicateKey(key, keyNode.start);
        hasDuplicates = true;
      }
      setKey(value, key, node.value);
    }
    if (hasDuplicates) hideDuplicates(entries).forEach(this.onDuplicate);
    if (this.hasOddNumbers) for (const { node, isHidden } of entries) if (!isHidden) checkJson(node);
    const merges = hasMerges ? this.merged(entries) : { value, merged: NOTHING_MERGED };
    const { tag, tagStart } = properties;
    if (tag !== "") dialect.map?.(merges.value, tag, tagStart);
    const size = sizeOf(children);
    return this.anchored({ kind: "mapping", start, end: this.end, size, entries, ...merges }, properties);
  }

  private anchored<T extends Exclude<Node, AliasNode>>(node: T, { anchor }: Properties): T {
    if (anchor !== "") this.anchors.set(anchor, node);
    return node;
  }

  /** The value of a mapping with the key `<<`. */
  private merged(entries: readonly Entry[]): Pick<MappingNode, "value" | "merged"> {
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

  /** The mappings that `<<` merges: one, or a list in which earlier ones override later ones. */
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
    if (++this.mergedKeys > maxMergedKeys) throw tooMuchMerged(`more than ${maxMergedKeys} keys in all`, keyNode);
  }
}

function tooMuchMerged(what: string, { start }: Node): DocumentError {
  return new DocumentError("bad-merge", `\`<<\` merges ${what}`, start);
}

function checkJson({ value, start }: Node): void {
  if (typeof value === "number" && !Number.isFinite(value)) {
    throw new DocumentError(
      "not-json",
      "JSON has neither infinity nor NaN; for a string, put the value in quotes",
      start,
    );
  }
}

/** Whether a key is `<<`, which merges. go-yaml ignores `!` before it, and then also quotes. */
function isMergeKey(node: Node, { version }: Dialect): boolean {
  if (node.kind !== "scalar" || node.value !== "<<") return false;
  return node.tag === "" ? node.style === "plain" : node.tag === MERGE || (node.tag === "!" && version === "1.1");
}

/** The key as a string, which JSON requires. */
function keyOf({ value, start }: Node, dialect: Dialect): string {
  const key = typeof value === "string" ? value : dialect.key(value);
  if (key === undefined) throw new DocumentError("key-not-scalar", "a key must be a string", start);
  return key;
}

function sizeOf(children: readonly Node[]): number {
  let size = 1;
  for (const child of children) size += child.size;
  return size;
}
