/** The values of a text's documents. */
import type { AliasEvent, Event, MappingEvent, ScalarEvent, SequenceEvent } from "js-yaml";
import { DocumentError } from "../../../src/yaml/error.ts";
import { yamlEvents } from "../../../src/yaml/events.ts";
import { scalarValue } from "../../../src/yaml/scalar-value.ts";
import { tagName, YAML_TAG } from "../../../src/yaml/tag.ts";
import { EVENT_ID, SCALAR_STYLE } from "./codes.ts";
import { isMap, type MappingTag, type Members, mergeTag, NOT_RESOLVED, type Schema, type Tag } from "./tags.ts";
import { YAMLException } from "./yaml-exception.ts";

/** @throws YAMLException */
export function loadAll(text: string, { schema, maxDepth }: { schema: Schema; maxDepth: number }): unknown[] {
  try {
    return new Loader(text, yamlEvents(text, maxDepth, "1.2"), schema).documents();
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    throw new YAMLException(error.message, error.offset);
  }
}

type Anchored = ScalarEvent | SequenceEvent | MappingEvent;

interface Loaded {
  readonly value: unknown;
  /** Whether this is the `<<` that merges. */
  readonly isMerge: boolean;
}

/** How many mappings one `<<` may name; how many mappings and keys all of them may take. */
const MAX_MERGED = 100;
const MAX_MERGED_KEYS = 10_000;

class Loader {
  private readonly text: string;
  private readonly events: readonly Event[];
  private readonly schema: Schema;
  private next = 0;
  private handles: ReadonlyMap<string, string> = new Map();
  /** What they stand for; undefined while it is a map that is being read. */
  private anchors = new Map<string, Loaded | undefined>();
  private mergedKeys = 0;

  constructor(text: string, events: readonly Event[], schema: Schema) {
    this.text = text;
    this.events = events;
    this.schema = schema;
  }

  documents(): unknown[] {
    const values: unknown[] = [];
    for (let event = this.events[this.next]; event?.type === EVENT_ID.DOCUMENT; event = this.events[this.next]) {
      this.next++;
      this.handles = new Map(event.directives.flatMap((it) => (it.kind === "tag" ? [[it.handle, it.prefix]] : [])));
      this.anchors = new Map();
      values.push(this.node().value);
      this.next++;
    }
    return values;
  }

  private node(): Loaded {
    const event = this.events[this.next++] as Anchored | AliasEvent;
    if (event.type === EVENT_ID.SCALAR) return this.anchored(event, this.scalar(event));
    if (event.type === EVENT_ID.SEQUENCE) return this.sequence(event);
    if (event.type === EVENT_ID.MAPPING) return this.mapping(event);
    const name = this.text.slice(event.anchorStart, event.anchorEnd);
    const problem = this.anchors.has(name) ? "recursive alias is not supported" : "unidentified alias";
    return this.anchors.get(name) ?? fail(problem, event);
  }

  private anchored<T extends Loaded | undefined>({ anchorStart, anchorEnd }: Anchored, loaded: T): T {
    if (anchorStart !== -1) this.anchors.set(this.text.slice(anchorStart, anchorEnd), loaded);
    return loaded;
  }

  /** The long form of an event's tag; undefined if it has none. */
  private tagOf({ tagStart, tagEnd }: Anchored): string | undefined {
    return tagStart === -1 ? undefined : tagName(this.text.slice(tagStart, tagEnd), this.handles);
  }

  private find<Kind extends Tag["nodeKind"]>(kind: Kind, name: string): Extract<Tag, { nodeKind: Kind }> | undefined {
    const tag = this.schema.tags.find(({ nodeKind, tagName }) => nodeKind === kind && tagName === name);
    return tag as Extract<Tag, { nodeKind: Kind }> | undefined;
  }

  private scalar(event: ScalarEvent): Loaded {
    const source = scalarValue(this.text, event);
    const name = this.tagOf(event);
    if (name === undefined && event.style === SCALAR_STYLE.PLAIN) {
      for (const tag of this.schema.tags) {
        if (tag.nodeKind !== "scalar" || !tag.implicit) continue;
        const value = tag.resolve(source, false);
        if (value !== NOT_RESOLVED) return { value, isMerge: tag === mergeTag };
      }
    }
    if (name === undefined || name === "!" || name === `${YAML_TAG}str`) return { value: source, isMerge: false };
    const value = this.taggedScalar(source, name) ?? fail("unknown scalar tag", event);
    if (value.value === NOT_RESOLVED) fail("cannot resolve a node with explicit tag", event);
    return value;
  }

  private taggedScalar(source: string, name: string): Loaded | undefined {
    const tag = this.find("scalar", name);
    if (tag !== undefined) return { value: tag.resolve(source, true), isMerge: tag === mergeTag };
    const isList = name === `${YAML_TAG}seq` || this.find("sequence", name) !== undefined;
    if (!isList && this.find("mapping", name) === undefined) return undefined;
    return { value: source !== "" ? NOT_RESOLVED : isList ? [] : {}, isMerge: false };
  }

  private sequence(event: SequenceEvent): Loaded {
    const name = this.tagOf(event) ?? "!";
    const tag = this.find("sequence", name);
    if (tag === undefined && name !== "!" && name !== `${YAML_TAG}seq`) fail("unknown sequence tag", event);
    const items: unknown[] = [];
    const loaded = this.anchored(event, { value: items, isMerge: false });
    while (this.events[this.next]!.type !== EVENT_ID.POP) items.push(this.node().value);
    this.next++;
    const problem = tag?.finish?.(items);
    if (problem !== undefined) fail(problem, event);
    return loaded;
  }

  private mapping(event: MappingEvent): Loaded {
    const name = this.tagOf(event) ?? "!";
    const tag = this.find("mapping", name === "!" ? `${YAML_TAG}map` : name) ?? fail("unknown mapping tag", event);
    const map = tag.create();
    this.anchored(event, undefined);
    /** Keys that `<<` brought, and the map itself may set. */
    const merged = new Set<unknown>();
    while (this.events[this.next]!.type !== EVENT_ID.POP) {
      const keyEvent = this.events[this.next]!;
      const { value: key, isMerge } = this.node();
      const { value } = this.node();
      if (isMerge) {
        this.merge(tag, map, value, merged, keyEvent);
      } else {
        if (tag.has(map, key) && !merged.has(key)) fail("duplicated mapping key", keyEvent);
        const problem = tag.addPair(map, key, value);
        if (problem !== "") fail(problem, keyEvent);
        merged.delete(key);
      }
    }
    this.next++;
    return this.anchored(event, { value: map, isMerge: false });
  }

  private merge(tag: MappingTag, map: Members, source: unknown, merged: Set<unknown>, keyEvent: Event): void {
    const sources = Array.isArray(source) ? source : [source];
    if (sources.length > MAX_MERGED) fail("abnormal merge sequence size", keyEvent);
    for (const each of sources) {
      if (!isMap(each)) fail("cannot merge mappings; the provided source object is unacceptable", keyEvent);
      const entries = Object.entries(each);
      this.mergedKeys += 1 + entries.length;
      if (this.mergedKeys > MAX_MERGED_KEYS)
        fail(`merge keys exceeded maxTotalMergeKeys (${MAX_MERGED_KEYS})`, keyEvent);
      for (const [key, value] of entries) {
        if (tag.has(map, key)) continue;
        const problem = tag.addPair(map, key, value);
        if (problem !== "") fail(problem, keyEvent);
        merged.add(key);
      }
    }
  }
}

/** @throws YAMLException at the event's tag, anchor or text */
function fail(reason: string, event: Event): never {
  const { tagStart = -1, anchorStart = -1, valueStart = -1, start = 0 } = event as Partial<ScalarEvent & SequenceEvent>;
  throw new YAMLException(
    reason,
    [tagStart, anchorStart, valueStart, start].find((at) => at !== -1),
  );
}
