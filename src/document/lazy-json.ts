/**
 * JSON objects whose values are read by the runtime, several times as fast as with their places: most objects are never
 * asked where something stands in them.
 */

import { LazyMembers } from "../text/lazy-member.ts";
import { KUBERNETES } from "./dialect.ts";
import { readJsonObject } from "./json.ts";
import type { Entry, MappingNode, Merged } from "./node.ts";

/** After places have been asked for, so many objects are read with theirs at once. */
const EXPECTED = 32;

/** Who reads an object's places will read those of the next one: to print an edited text, say. */
export class PlaceDemand {
  private expected = 0;

  note(): void {
    this.expected = EXPECTED;
  }

  /** Whether the next object's places will be asked for. */
  next(): boolean {
    if (this.expected === 0) return false;
    this.expected--;
    return true;
  }
}

/**
 * The object that a text is, with nothing but blanks around it; undefined for what only `readJsonObject` can say: no JSON,
 * a key that is there twice, a number that JSON's readers do not read alike, collections in too many others. Undefined
 * also if the object's places will be asked for.
 *
 * @param at where it begins
 * @param members how many members the object has, and all objects in it
 */
export function lazyJsonObject(
  text: string,
  at: number,
  members: number,
  demand: PlaceDemand,
): MappingNode | undefined {
  if (demand.next()) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  return countMembers(value, 0) === members
    ? lazyNode(new Places(text, at, demand), value as Record<string, unknown>)
    : undefined;
}

/** The members of all objects in a value; NaN if there is something in it that needs another look. */
function countMembers(value: unknown, depth: number): number {
  if (typeof value === "number") return isReadAlike(value) ? 0 : Number.NaN;
  if (typeof value !== "object" || value === null) return 0;
  if (depth >= KUBERNETES.maxDepth - 1) return Number.NaN;
  let count = 0;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) count += countMembers(value[i], depth + 1);
    return count;
  }
  const members = value as Record<string, unknown>;
  for (const name in members) count += 1 + countMembers(members[name], depth + 1);
  return count;
}

/** Whether a number is none that Kubernetes reads with more digits, as a string, or without its sign. */
function isReadAlike(value: number): boolean {
  return Number.isInteger(value) ? Number.isSafeInteger(value) && !Object.is(value, -0) : Number.isFinite(value);
}

/** What takes reading the object again. */
class Places {
  readonly text: string;
  readonly start: number;
  private readonly demand: PlaceDemand;
  private object: MappingNode | undefined;

  constructor(text: string, start: number, demand: PlaceDemand) {
    this.text = text;
    this.start = start;
    this.demand = demand;
  }

  get size(): number {
    return this.read.size;
  }

  get entries(): readonly Entry[] {
    return this.read.entries;
  }

  get merged(): ReadonlyMap<string, Merged> {
    return this.read.merged;
  }

  private get read(): MappingNode {
    if (this.object !== undefined) return this.object;
    this.demand.note();
    this.object = readJsonObject(this.text, this.start)!;
    return this.object;
  }
}

const PLACES = /* @__PURE__ */ new LazyMembers<Places>(["size", "entries", "merged"]);

function lazyNode(places: Places, value: Record<string, unknown>): MappingNode {
  const { start, text } = places;
  const node: { -readonly [K in keyof MappingNode]?: MappingNode[K] } = { kind: "mapping", start, end: text.length };
  PLACES.add(node, "size");
  PLACES.add(node, "entries");
  node.value = value;
  PLACES.add(node, "merged");
  return PLACES.bind(node, places) as MappingNode;
}
