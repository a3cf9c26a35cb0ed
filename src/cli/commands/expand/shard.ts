/** `varexpand expand --shard`: one part of a job that many processes do, which need not know of each other. */

import type { Variables } from "../../../expansion/variables.ts";
import type { Shard } from "../../../scale/shard/shard.ts";
import type { TextFormat } from "../../../scale/shard/split-points.ts";
import { visibleText } from "../../../text/printable.ts";
import { Interruption } from "../../files/interruption.ts";
import type { TemporaryFile } from "../../files/temporary-file.ts";
import { DONE, FINDINGS } from "../../frame/command.ts";
import { inputError } from "../../frame/errors.ts";
import type { CommandIo } from "../../frame/io.ts";
import { startProgress } from "../../frame/progress.ts";
import type { ExpandSyntax } from "../../variables/environment.ts";
import { unresolvedText } from "./file.ts";
import type { ShardFolder } from "./shard-folder.ts";
import { ShardInput } from "./shard-inputs.ts";
import { enterJob, type ShardJob, shardJob } from "./shard-job.ts";
import { ShardText } from "./shard-text.ts";

/** Characters of events that are written at once. */
const EVENTS = 1 << 16;

export interface ShardExpansion {
  readonly shard: Shard;
  readonly folder: ShardFolder;
  readonly files: readonly string[];
  readonly format: TextFormat;
  readonly syntax: ExpandSyntax;
  readonly environment: Variables;
  /** The variables of the environment. */
  readonly variables: readonly ReadonlyMap<string, string>[];
  /** The names that are expanded; undefined: all. */
  readonly only: ReadonlySet<string> | undefined;
  /** With findings, there is no part, and the exit code says so. */
  readonly isStrict: boolean;
  /** What to do if the variables are not those of the other shards. */
  readonly advice?: string | undefined;
}

/**
 * Writes the part of a shard, unless it exists. Returns the exit code.
 *
 * @throws UsageError, InputError, InputErrors
 */
export async function expandShard(given: ShardExpansion, io: CommandIo): Promise<number> {
  const { shard, folder, files, format, syntax, environment, variables, only, isStrict, advice } = given;
  const inputs = files.map((file) => new ShardInput(file));
  const options = { format, only: only && [...only].sort(), isStrict, ...(syntax !== "kubernetes" && { syntax }) };
  if (isPartDone(folder, shardJob(shard.count, inputs, variables, options), advice, io)) return DONE;
  const text = new ShardText(inputs, format, environment);
  const slices = text.slices(shard);
  const progress = startProgress(
    io,
    visibleText(folder.part),
    slices.reduce((sum, { start, end }) => sum + end - start, 0),
  );
  let findings = 0;
  const isWritten = await writePart(folder, (part, event) => {
    const steps = text.expand(slices, {
      output: (bytes) => part.write(bytes),
      unresolved(input, name, offset) {
        if (only?.has(name) === false) return;
        findings++;
        event({ file: input.file, offset, name, message: unresolvedText(name, syntax) });
      },
      advance: (bytes) => progress.advance(bytes),
    });
    return { steps, isWanted: () => !isStrict || findings === 0 };
  }).finally(() => progress.end());
  if (findings > 0) {
    const what = findings === 1 ? "1 reference cannot be expanded" : `${findings} references cannot be expanded`;
    reportFindings(what, given, isWritten, io);
  }
  return isWritten ? DONE : FINDINGS;
}

/**
 * Enters the job of a folder. Returns whether the part of the shard exists, which is reported.
 *
 * @throws InputError if the folder belongs to another job
 */
export function isPartDone(folder: ShardFolder, job: ShardJob, advice: string | undefined, io: CommandIo): boolean {
  folder.make();
  enterJob(folder, job, advice);
  if (folder.isDone) io.report(`${folder.part}: already exists; skipped`);
  return folder.isDone;
}

/** Reports what is in the events of a shard, and whether its part is missing for that reason. */
export function reportFindings(
  what: string,
  { folder, syntax }: Pick<ShardExpansion, "folder" | "syntax">,
  isWritten: boolean,
  io: CommandIo,
): void {
  const consequence = isWritten
    ? ""
    : `; ${folder.part} is not written, as ${syntax === "flux" ? "--syntax flux is strict" : "--strict is given"}`;
  io.report(`${folder.events}: ${what}${consequence}`);
}

/** What a part consists of, step by step; and whether it is wanted, when all steps are taken. */
type PartContent = (
  part: TemporaryFile,
  event: (event: object) => void,
) => { readonly steps: Iterable<unknown>; readonly isWanted: () => boolean };

/**
 * Writes the events of a shard and its part, both whole; the part last, as it says that the shard is done. Returns whether
 * there is a part.
 */
export async function writePart(folder: ShardFolder, content: PartContent): Promise<boolean> {
  const interruption = new Interruption();
  const open: TemporaryFile[] = [];
  const temporary = (kind: "part" | "events") => {
    const file = folder.temporary(kind);
    open.push(file);
    return file;
  };
  try {
    try {
      const part = temporary("part");
      const events = temporary("events");
      let lines = "";
      const flush = () => {
        events.write(Buffer.from(lines));
        lines = "";
      };
      const { steps, isWanted } = content(part, (event) => {
        lines += `${JSON.stringify(event)}\n`;
        if (lines.length > EVENTS) flush();
      });
      await interruption.during(steps);
      if (interruption.isPending) return false;
      const isWritten = isWanted();
      flush();
      for (const file of isWritten ? open : [events]) file.sync();
      events.rename(folder.events);
      if (isWritten) part.rename(folder.part);
      folder.sync();
      return isWritten;
    } finally {
      for (const file of open) file.end();
    }
  } catch (error) {
    throw inputError(visibleText(folder.part), error);
  } finally {
    await interruption.end();
  }
}
