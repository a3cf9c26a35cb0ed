/** The shard that an engine has given its process, in environment variables. */
import { type Shard, ShardError, shardOf } from "./shard.ts";

export interface EngineShard {
  readonly shard: Shard;
  /** What says so, for messages: `JOB_COMPLETION_INDEX=3`. */
  readonly source: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

const KUBERNETES = "JOB_COMPLETION_INDEX";
const SLURM = "SLURM_ARRAY_TASK_ID";

/**
 * Reads the shard of a Kubernetes Indexed Job or of a Slurm array.
 *
 * @param count the number of shards as it was given: an Indexed Job does not tell its own
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

/** An array need not begin at 0: its tasks are taken relative to the first one. */
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
  throw new ShardError(`${name}: ${isSet(written) ? `${JSON.stringify(written)} is no number` : "is not set"}`);
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== "";
}
