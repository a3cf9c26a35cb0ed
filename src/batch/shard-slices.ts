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
 * @param cutFrom the first offset, at the given one or behind it, at which a text may be cut; never asked of its beginning
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
    if (bound === total) return bound;
    const text = ends.findIndex((end) => end > bound);
    const start = ends[text]! - lengths[text]!;
    return bound === start ? bound : start + cutFrom(text, bound - start);
  };
  const [start, end] = shardBounds(total, shard).map(moved) as [number, number];
  const slices: Slice[] = [];
  for (const [text, length] of lengths.entries()) {
    const before = ends[text]! - length;
    const slice = { text, start: Math.max(0, start - before), end: Math.min(end - before, length) };
    if (slice.start < slice.end) slices.push(slice);
  }
  return slices;
}
