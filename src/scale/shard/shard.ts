/** A shard: one of the equal parts of a job, which one process handles independently of the others. */

export interface Shard {
  /** From 0. */
  readonly index: number;
  readonly count: number;
}

/** An invalid shard. The message explains how to fix it. */
export class ShardError extends Error {}

/** The maximum number of shards of a job. */
const MAX_COUNT = 1_000_000;
/** The minimum number of digits in names. */
const DIGITS = 5;

/**
 * Parses a shard: `3/8` is the fourth of eight.
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
  if (count > MAX_COUNT) throw new ShardError(`${count} shards are too many; the maximum is ${MAX_COUNT}`);
  if (index >= count) {
    throw new ShardError(`no such shard: ${index} of ${count}; shards count from 0, so the last one is ${count - 1}`);
  }
  return { index, count };
}

function numberOf(written: string, what: string): number {
  if (!/^[0-9]{1,15}$/.test(written)) throw new ShardError(`${JSON.stringify(written)} is not ${what}`);
  return Number(written);
}

/** `00003-of-00008`, so that the names of one job sort in numeric order. */
export function shardName({ index, count }: Shard): string {
  const last = String(count).padStart(DIGITS, "0");
  return `${String(index).padStart(last.length, "0")}-of-${last}`;
}

/** The bounds of a shard of a text of this length, before they are moved to offsets at which the text can be cut. */
export function shardBounds(total: number, { index, count }: Shard): [start: number, end: number] {
  return [boundOf(total, index, count), boundOf(total, index + 1, count)];
}

/** `total * i / count`, rounded down. Exact even if the product exceeds 2^53. */
function boundOf(total: number, i: number, count: number): number {
  const rest = total % count;
  return ((total - rest) / count) * i + Math.floor((rest * i) / count);
}

/** Whether an item that begins at an offset belongs to a shard. The end of the text belongs to the last shard. */
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
 * The slices of a shard. Every byte of every text belongs to exactly one shard, in the order of the texts.
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

interface EngineShard {
  readonly shard: Shard;
  /** Where the shard is set, for messages: `JOB_COMPLETION_INDEX=3`. */
  readonly source: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

const KUBERNETES = "JOB_COMPLETION_INDEX";
const SLURM = "SLURM_ARRAY_TASK_ID";

/**
 * Reads the shard that a Kubernetes Indexed Job or a Slurm array sets in environment variables.
 *
 * @param count the number of shards, which an Indexed Job does not set
 * @throws ShardError
 */
export function engineShard(environment: Environment, count: string | undefined): EngineShard {
  const engines = [KUBERNETES, SLURM].filter((name) => isSet(environment[name]));
  if (engines.length > 1) {
    throw new ShardError(`${engines.join(" and ")} are both set; name the shard with --shard-index and --shard-count`);
  }
  if (engines.length === 0) {
    throw new ShardError(`neither ${KUBERNETES} nor ${SLURM} is set; elsewhere, write --shard I/N`);
  }
  return engines[0] === KUBERNETES ? indexedJob(environment, count) : slurmArray(environment, count);
}

function indexedJob(environment: Environment, count: string | undefined): EngineShard {
  const index = environment[KUBERNETES]!;
  if (count === undefined) {
    throw new ShardError(`${KUBERNETES} is only the index; give the Job's completions as --shard-count N`);
  }
  return { shard: shardOf(index, count), source: `${KUBERNETES}=${index}` };
}

/** The index is relative to the first task, because an array need not begin at 0. */
function slurmArray(environment: Environment, given: string | undefined): EngineShard {
  const task = integer(environment, SLURM);
  const first = integer(environment, "SLURM_ARRAY_TASK_MIN");
  const last = integer(environment, "SLURM_ARRAY_TASK_MAX");
  const count = integer(environment, "SLURM_ARRAY_TASK_COUNT");
  const source = `${SLURM}=${task}, in an array of ${count} from ${first} on`;
  if (given !== undefined && given !== String(count)) {
    const remedy = `--shard-index "$${SLURM}" --shard-count ${given}`;
    throw new ShardError(`${source}: that is not --shard-count ${given}; to run single tasks again, write ${remedy}`);
  }
  const step = count > 1 ? (last - first) / (count - 1) : 1;
  const index = (task - first) / step;
  if (!Number.isInteger(step) || !Number.isInteger(index)) {
    throw new ShardError(`${source} to ${last}: the tasks must be at equal distances`);
  }
  return { shard: shardOf(String(index), String(count)), source };
}

function integer(environment: Environment, name: string): number {
  const written = environment[name] ?? "";
  if (/^[0-9]{1,15}$/.test(written)) return Number(written);
  throw new ShardError(`${name}: ${isSet(written) ? `${JSON.stringify(written)} is not a number` : "is not set"}`);
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== "";
}
