/** The options that say which shard of a job a command does. */

import { engineShard, parseShard, type Shard, ShardError, shardOf } from "../../scale/shard/shard.ts";
import type { Arguments, Options } from "../frame/command.ts";
import { UsageError } from "../frame/errors.ts";
import type { CommandIo } from "../frame/io.ts";

export const shardOptions = {
  shard: {
    type: "string",
    value: "I/N",
    help: "do part I of N, from 0 on; auto: as a Slurm array or a Kubernetes Indexed Job says",
  },
  "shard-index": { type: "string", value: "I", help: "the I of --shard I/N" },
  "shard-count": { type: "string", value: "N", help: "the N of --shard I/N; with auto, for an Indexed Job" },
} as const satisfies Options;

export type ShardOptions = Arguments<typeof shardOptions>["options"];

/** Whether there is any of the options. */
export function hasShardOption(options: ShardOptions): boolean {
  return Object.keys(shardOptions).some((name) => options[name as keyof ShardOptions] !== undefined);
}

/**
 * The shard that the options specify; undefined without these options. Reports the shard that `auto` selected.
 *
 * @throws UsageError
 */
export function givenShard(options: ShardOptions, io: CommandIo): Shard | undefined {
  if (!hasShardOption(options)) return undefined;
  try {
    return shardIn(options, io);
  } catch (error) {
    throw error instanceof ShardError ? new UsageError(error.message) : error;
  }
}

function shardIn({ shard, "shard-index": index, "shard-count": count }: ShardOptions, io: CommandIo): Shard {
  if (shard === undefined) {
    if (index !== undefined && count !== undefined) return shardOf(index, count);
    const [given, missing] = index === undefined ? ["count", "index I"] : ["index", "count N"];
    throw new UsageError(`--shard-${given} requires --shard-${missing}; or use --shard I/N`);
  }
  if (index !== undefined) throw new UsageError(`--shard ${shard} cannot be used with --shard-index`);
  if (shard !== "auto") {
    if (count !== undefined) throw new UsageError(`--shard ${shard} cannot be used with --shard-count`);
    return parseShard(shard);
  }
  const found = engineShard(io.environment, count);
  io.report(`--shard auto: shard ${found.shard.index}/${found.shard.count} (${found.source})`);
  return found.shard;
}
