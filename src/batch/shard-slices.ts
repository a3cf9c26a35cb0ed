/** What a shard has of several texts. */
import { type Shard, shardBounds } from "./shard.ts";

/** A range of one text, in bytes; never empty. */
export interface Slice {
  /** The index of the text. */
  readonly text: number;
  readonly start: number;
  readonly end: number;
}

/**
 * The slices of a shard. Together, the shards have every byte of every text once, in the order of the texts.
 *
 * @param lengths of the texts, in bytes
 * @param cutFrom the first offset, at the given one or behind it, at which a text may be cut
 */
export function shardSlices(
  lengths: readonly number[],
  shard: Shard,
  cutFrom: (text: number, offset: number) => number,
): Slice[] {
  const ends: number[] = [];
  let total = 0;
  for (const length of lengths) {
    total += length;
    ends.push(total);
  }
  const moved = (bound: number): number => {
    if (bound === 0 || bound === total) return bound;
    const text = textAt(ends, bound);
    const start = ends[text]! - lengths[text]!;
    return bound === start ? bound : start + cutFrom(text, bound - start);
  };
  const [start, end] = shardBounds(total, shard).map(moved) as [number, number];
  const slices: Slice[] = [];
  for (let text = start < end ? textAt(ends, start) : ends.length; text < ends.length; text++) {
    const before = ends[text]! - lengths[text]!;
    if (before >= end) break;
    if (lengths[text]! > 0) {
      slices.push({ text, start: Math.max(0, start - before), end: Math.min(end - before, lengths[text]!) });
    }
  }
  return slices;
}

/** The text that has the byte at an offset into all of them: the first one that ends behind it. */
function textAt(ends: readonly number[], offset: number): number {
  let low = 0;
  let high = ends.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ends[middle]! > offset) high = middle;
    else low = middle + 1;
  }
  return low;
}
