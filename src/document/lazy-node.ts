/** Objects whose values are there before their places: most objects are never asked where something stands in them. */

import { LazyMembers } from "../text/lazy-member.ts";
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

/** What takes reading the object again. */
class Places {
  private readonly readAgain: () => MappingNode;
  private readonly demand: PlaceDemand;
  private object: MappingNode | undefined;

  constructor(readAgain: () => MappingNode, demand: PlaceDemand) {
    this.readAgain = readAgain;
    this.demand = demand;
  }

  get start(): number {
    return this.read.start;
  }

  get end(): number {
    return this.read.end;
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
    this.object = this.readAgain();
    return this.object;
  }
}

const PLACES = /* @__PURE__ */ new LazyMembers<Places>(["start", "end", "size", "entries", "merged"]);

/**
 * A node whose places are read when somebody asks for them.
 *
 * @param readAgain reads the object with its places
 */
export function lazyNode(
  value: Record<string, unknown>,
  readAgain: () => MappingNode,
  demand: PlaceDemand,
): MappingNode {
  const node: { -readonly [K in keyof MappingNode]?: MappingNode[K] } = { kind: "mapping" };
  for (const member of ["start", "end", "size", "entries"] as const) PLACES.add(node, member);
  node.value = value;
  PLACES.add(node, "merged");
  return PLACES.bind(node, new Places(readAgain, demand)) as MappingNode;
}
