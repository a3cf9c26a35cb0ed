/** Objects whose values are there before their places: most objects are never asked where something stands in them. */

import type { Entry, MappingNode, Merged } from "./node.ts";

/** After places have been asked for, so many objects are read with theirs at once. */
const EXPECTED = 32;

/** Who reads an object's places will read those of the next one: to print an edited text, say. */
export class PlaceDemand {
  private expected = 0;

  /** What `read` gives, which is called for the places of an object. */
  noted<T>(read: () => T): () => T {
    return () => {
      this.expected = EXPECTED;
      return read();
    };
  }

  /** Whether the next object's places will be asked for. */
  next(): boolean {
    if (this.expected === 0) return false;
    this.expected--;
    return true;
  }
}

/** A mapping's node whose places are read when somebody asks for them. */
export class LazyNode implements MappingNode {
  readonly kind = "mapping";
  readonly value: Record<string, unknown>;
  private readonly readAgain: () => MappingNode;
  private node: MappingNode | undefined;

  /** @param readAgain reads the mapping with its places */
  constructor(value: Record<string, unknown>, readAgain: () => MappingNode) {
    this.value = value;
    this.readAgain = readAgain;
    this.node = undefined;
  }

  get start(): number {
    return this.placed.start;
  }

  get end(): number {
    return this.placed.end;
  }

  get size(): number {
    return this.placed.size;
  }

  get entries(): readonly Entry[] {
    return this.placed.entries;
  }

  get merged(): ReadonlyMap<string, Merged> {
    return this.placed.merged;
  }

  private get placed(): MappingNode {
    this.node ??= this.readAgain();
    return this.node;
  }
}
