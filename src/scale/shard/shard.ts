/** A shard: one of the equal parts of a job. A process does one, independently of the others. */

export interface Shard {
  /** From 0. */
  readonly index: number;
  readonly count: number;
}

/** What was asked for is no shard. The message says what would be right. */
export class ShardError extends Error {}

/** The most shards of a job. */
const MOST = 1_000_000;
/** How many digits names have at least. */
const DIGITS = 5;

/**
 * A shard as it is written: `3/8` is the fourth of eight.
 *
 * @throws ShardError
 */
export function parseShard(written: string): Shard {
  const slash = written.indexOf("/");
  if (slash === -1) throw new ShardError(`${JSON.stringify(written)} is not I/N, as in 0/8`);
  return shardOf(written.slice(0, slash), written.slice(slash + 1));
}

/** @throws ShardError */
export function shardOf(writtenIndex: string, writtenCount: string): Shard {
  const index = numberOf(writtenIndex, "a shard's number");
  const count = numberOf(writtenCount, "the number of shards");
  if (count === 0) throw new ShardError("the number of shards must be 1 or more");
  if (count > MOST) throw new ShardError(`there may be ${MOST} shards, not ${count}`);
  if (index >= count) {
    throw new ShardError(`shards count from 0: of ${count}, the last one is ${count - 1}, and there is no ${index}`);
  }
  return { index, count };
}

function numberOf(written: string, what: string): number {
  if (!/^[0-9]{1,15}$/.test(written)) throw new ShardError(`${JSON.stringify(written)} is not ${what}`);
  return Number(written);
}

/** `00003-of-00008`: of one job, names sort as numbers do. */
export function shardName({ index, count }: Shard): string {
  const last = String(count).padStart(DIGITS, "0");
  return `${String(index).padStart(last.length, "0")}-of-${last}`;
}

/** Where a shard of something of this length begins and ends, before its ends are moved to where it may be cut. */
export function shardBounds(total: number, { index, count }: Shard): [start: number, end: number] {
  return [boundOf(total, index, count), boundOf(total, index + 1, count)];
}

/** `total * i / count`, rounded down, exact where the product is not. */
function boundOf(total: number, i: number, count: number): number {
  const rest = total % count;
  return ((total - rest) / count) * i + Math.floor((rest * i) / count);
}

/** Whether what begins at an offset belongs to a shard; what begins at the very end belongs to the last one. */
export function isInShard(offset: number, total: number, shard: Shard): boolean {
  const [start, end] = shardBounds(total, shard);
  return offset >= total ? shard.index === shard.count - 1 : start <= offset && offset < end;
}

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
 * @param cutFrom the first offset, at the given one or after it, at which a text can be cut; not called for its beginning
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
