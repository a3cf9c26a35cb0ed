/** Makes the nodes of what identifies Kubernetes objects only: most objects are large, and are skipped by their kind. */

import type { Dialect } from "./dialect.ts";
import {
  type AliasNode,
  type MappingNode,
  NOTHING_MERGED,
  type Node,
  type OnDuplicate,
  type ScalarNode,
  type SequenceNode,
} from "./node.ts";
import { Composer, NO_PROPERTIES, type Properties } from "./node-composer.ts";
import type { ScalarSource } from "./scalar-text.ts";

/**
 * Whether only the `apiVersion`, `kind`, and `metadata` of an object are needed. Without a kind: whether nothing is needed
 * of a document that has none.
 */
export type IsOutlined = (kind: string | undefined, apiVersion?: unknown) => boolean;

/** The text must be read with all of its nodes. */
export class NotOutlined extends Error {}

const PLACE = { start: 0, end: 0, size: 1 };
const SCALAR = {
  ...PLACE,
  style: "plain",
  inFlow: false,
  tag: "",
  tagStart: -1,
  contentStart: -1,
  indent: -1,
} as const;
const TEXT: ScalarNode = { ...SCALAR, kind: "scalar", value: "" };
const NULL: ScalarNode = { ...SCALAR, kind: "scalar", value: null };
const LIST: SequenceNode = { ...PLACE, kind: "sequence", value: [], items: [] };
const MAPPING: MappingNode = { ...PLACE, kind: "mapping", value: {}, entries: [], merged: NOTHING_MERGED };

const SKIPPED: readonly Node[] = [TEXT, NULL, LIST, MAPPING];

/** The first characters of plain scalars that can be null, a number that JSON does not have, or a merge key. */
const UNUSUAL = /[~nN.+\-<]/;

/** Its methods throw NotOutlined for text that the nodes could make an error, and for aliases, tags, and merges. */
export class OutlineComposer extends Composer {
  private readonly isOutlined: IsOutlined;
  /** Whether no document has a kind, and nothing in them is needed. */
  private readonly isWithoutKind: boolean;
  /** The `kind` and the `apiVersion` of the document so far. */
  private members: Record<string, unknown> = {};
  private isSkipping = false;
  private hasSkipped = false;

  constructor(text: string, dialect: Dialect, isOutlined: IsOutlined, onDuplicate: OnDuplicate = () => {}) {
    super(text, dialect, onDuplicate);
    this.isOutlined = isOutlined;
    this.isWithoutKind = !text.includes("kind") && !text.includes("\\") && isOutlined(undefined);
  }

  override beginDocument(): void {
    super.beginDocument();
    this.members = {};
    this.isSkipping = this.isWithoutKind;
    this.hasSkipped = false;
  }

  override beginMember({ value: name }: Node): void {
    if (this.isSkipping || name === "metadata") return;
    const { apiVersion, kind } = this.members;
    if (name === "<<" || (this.hasSkipped && (name === "kind" || name === "apiVersion"))) throw new NotOutlined();
    this.isSkipping =
      name !== "kind" && name !== "apiVersion" && typeof kind === "string" && this.isOutlined(kind, apiVersion);
    this.hasSkipped = this.isSkipping;
  }

  override endMember({ value: name }: Node, { value }: Node): void {
    if (name === "kind" || name === "apiVersion") this.members[name] = value;
    this.isSkipping = this.isWithoutKind;
  }

  override beginCollection(start: number, properties: Properties): void {
    if (this.isSkipping) this.check(properties);
    super.beginCollection(start, properties);
  }

  override scalar(
    start: number,
    end: number,
    source: ScalarSource,
    properties: Properties,
    inFlow: boolean,
  ): ScalarNode {
    if (!this.isSkipping) return super.scalar(start, end, source, properties, inFlow);
    this.check(properties);
    this.end = end;
    if (source.start === source.end && source.style === "plain") return NULL;
    if (source.style !== "plain" || !UNUSUAL.test(this.text[start]!)) return TEXT;
    const value = this.dialect.plain(this.text.slice(start, end));
    if (value === "<<" || (typeof value === "number" && !Number.isFinite(value))) throw new NotOutlined();
    return value === null ? NULL : TEXT;
  }

  override alias(start: number, end: number): AliasNode {
    if (this.isSkipping) throw new NotOutlined();
    return super.alias(start, end);
  }

  override sequence(start: number, end: number | undefined, items: Node[], properties: Properties): SequenceNode {
    if (!this.isSkipping) return super.sequence(start, end, items, properties);
    this.end = end ?? this.end;
    return LIST;
  }

  override mapping(start: number, end: number | undefined, children: Node[], properties: Properties): MappingNode {
    if (!this.isSkipping) {
      const kept = this.hasSkipped ? children.filter((_, i) => !SKIPPED.includes(children[i | 1]!)) : children;
      return super.mapping(start, end, kept, properties);
    }
    this.end = end ?? this.end;
    for (let i = 0; i < children.length; i += 2) {
      const key = children[i]!;
      if (key.kind !== "scalar" || key.value === null) throw new NotOutlined();
    }
    return MAPPING;
  }

  private check(properties: Properties): void {
    if (properties !== NO_PROPERTIES) throw new NotOutlined();
  }
}
