import type { Position } from "../text/position.ts";
import type { DuplicateKey, Node } from "../yaml/node.ts";

/** A part of a manifest that can be read, and edited, by itself. */
export interface Part {
  readonly text: string;
  /** The position of its first character. */
  readonly start: Position;
  /** The root of each document, or of the item; offsets are into `text`. */
  readonly documents: readonly Node[];
  /** The keys that a mapping has more than once; offsets are into `text`. */
  readonly duplicates: readonly DuplicateKey[];
  /** The list that this belongs to, if it is read item by item: what is around the items are parts without documents. */
  readonly list?: LargeList;
}

/** An object whose kind ends with `List`. */
export interface LargeList {
  readonly kind: string;
  /** Everything of it, with no items. */
  readonly value: Record<string, unknown>;
}
