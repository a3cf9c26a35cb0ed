/** What the shards in a folder are of: every process that writes there must do the same job. */
import { createHash } from "node:crypto";
import { linkSync } from "node:fs";
import { visibleText } from "../text/printable.ts";
import { attempt, InputError } from "./errors.ts";
import { readRegularFile } from "./regular-file.ts";
import type { ShardFolder } from "./shard-folder.ts";
import type { ShardInput } from "./shard-inputs.ts";

/** How large the file may be, in bytes. */
const LARGEST = 1 << 20;

/** Values of variables are in the digest only. */
export interface ShardJob {
  readonly shards: number;
  readonly inputs: string;
  readonly variables: string;
  readonly options: string;
}

const PARTS = {
  shards: "the number of shards",
  inputs: "the input files (names, sizes, times)",
  variables: "the variables",
  options: "the options",
} as const satisfies Record<keyof ShardJob, string>;

/**
 * @param variables of those with the same name, the first one counts
 * @param options what else the output depends on
 */
export function shardJob(
  shards: number,
  inputs: readonly ShardInput[],
  variables: readonly ReadonlyMap<string, string>[],
  options: unknown,
): ShardJob {
  const values = new Map([...variables].reverse().flatMap((context) => [...context]));
  return {
    shards,
    inputs: digestOf(inputs.map(({ file, version }) => [file, version])),
    variables: digestOf([...values].sort(([a], [b]) => (a < b ? -1 : Number(a > b)))),
    options: digestOf(options),
  };
}

function digestOf(value: unknown): string {
  return `sha256:${createHash("sha256").update(JSON.stringify(value)).digest("hex")}`;
}

/**
 * Writes down what the folder's job is, if this is the first process; otherwise checks that it is the same.
 *
 * @param advice what to do if the variables differ
 * @throws InputError
 */
export function enterJob(folder: ShardFolder, job: ShardJob, advice?: string): void {
  const name = visibleText(folder.job);
  const known = readJob(folder) ?? writeJob(folder, job);
  const differing = (Object.keys(PARTS) as (keyof ShardJob)[]).filter((part) => known[part] !== job[part]);
  if (differing.length === 0) return;
  const what = differing.map((part) => PARTS[part]).join(", ");
  const why = differing.includes("variables") && advice !== undefined ? ` (${advice})` : "";
  throw new InputError(`${name}: the folder is of another job, which differs in ${what}${why}; take another folder`);
}

/** The folder's job; undefined if it has none. */
function readJob(folder: ShardFolder): ShardJob | undefined {
  const name = visibleText(folder.job);
  let text: string;
  try {
    text = new TextDecoder().decode(readRegularFile(folder.job, LARGEST));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    return attempt(name, () => {
      throw error;
    });
  }
  try {
    const job: unknown = JSON.parse(text);
    if (typeof job === "object" && job !== null && Object.keys(PARTS).every((part) => part in job)) {
      return job as ShardJob;
    }
  } catch {
    // It is no JSON.
  }
  throw new InputError(`${name}: this is not what a shard has written; take another folder`);
}

/** Writes the job, unless another process has come first; returns what is there then. */
function writeJob(folder: ShardFolder, job: ShardJob): ShardJob {
  const name = visibleText(folder.path);
  if (folder.hasParts) throw new InputError(`${name}: there are parts and no job.json; take another folder`);
  attempt(visibleText(folder.job), () => {
    const temporary = folder.temporary("job");
    try {
      temporary.write(Buffer.from(`${JSON.stringify(job, undefined, 2)}\n`));
      temporary.sync();
      try {
        linkSync(temporary.path, folder.job);
      } catch (error) {
        // Some file systems have no links. A rename may replace the file of another shard, which has the same text.
        if ((error as NodeJS.ErrnoException).code !== "EEXIST") temporary.rename(folder.job);
      }
    } finally {
      temporary.end();
    }
    folder.sync();
  });
  return readJob(folder) ?? job;
}
