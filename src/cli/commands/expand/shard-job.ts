/** What the shards in a folder are of: every process that writes there must do the same job. */
import { createHash } from "node:crypto";
import { linkSync, writeFileSync } from "node:fs";
import { visibleText } from "../../../text/printable.ts";
import { NotRegular, readRegularFile, TooLarge } from "../../files/regular-file.ts";
import { attempt, InputError, inputError } from "../../frame/errors.ts";
import { mergedVariables } from "../../variables/environment.ts";
import type { ShardFolder } from "./shard-folder.ts";
import type { ShardInput } from "./shard-inputs.ts";

/** How large the file may be, in bytes. */
const MAX_SIZE = 1 << 20;

/** How often to wait for another process that writes the file, and the milliseconds of each wait. */
const MAX_WAITS = 50;
const WAIT = 10;

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
  const values = mergedVariables(variables);
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
  throw new InputError(
    `${name}: the folder belongs to another job, which differs in ${what}${why}; use another folder`,
  );
}

/** The folder's job; undefined if it has none. */
function readJob(folder: ShardFolder): ShardJob | undefined {
  const name = visibleText(folder.job);
  let text = "";
  try {
    // Without links, a process creates the file before it writes it.
    for (let waits = 0; text === "" && waits <= MAX_WAITS; waits++) {
      if (waits > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WAIT);
      text = new TextDecoder().decode(readRegularFile(folder.job, MAX_SIZE));
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    if (!(error instanceof NotRegular || error instanceof TooLarge)) throw inputError(name, error);
  }
  try {
    const job: unknown = JSON.parse(text);
    if (typeof job === "object" && job !== null && Object.keys(PARTS).every((part) => part in job)) {
      return job as ShardJob;
    }
  } catch {
    // The file is not regular, too large, or not JSON.
  }
  throw new InputError(`${name}: a shard did not write this file; use another folder`);
}

/** Writes the job, unless another process has come first; returns the folder's job. */
function writeJob(folder: ShardFolder, job: ShardJob): ShardJob {
  if (folder.hasParts) {
    // A part is written after its job: if there is a job now, another process has just entered.
    const entered = readJob(folder);
    if (entered !== undefined) return entered;
    throw new InputError(`${visibleText(folder.path)}: there are parts but no job.json; use another folder`);
  }
  attempt(visibleText(folder.job), () => {
    const text = Buffer.from(`${JSON.stringify(job, undefined, 2)}\n`);
    const temporary = folder.temporary("job");
    try {
      temporary.write(text);
      temporary.sync();
      try {
        linkSync(temporary.path, folder.job);
      } catch {
        // Some file systems do not support links. A rename would replace the file of another job.
        writeFileSync(folder.job, text, { flag: "wx", flush: true });
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    } finally {
      temporary.end();
    }
    folder.sync();
  });
  return readJob(folder) ?? job;
}
