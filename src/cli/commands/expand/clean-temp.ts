/** `varexpand expand --clean-temp`: removes what killed runs have left. */
import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { FilePattern } from "../../../scale/rows/file-pattern.ts";
import type { Shard } from "../../../scale/shard/shard.ts";
import { visibleText } from "../../../text/printable.ts";
import { formatCount } from "../../files/skipped-files.ts";
import { isTemporaryName, runningOwner } from "../../files/temporary-file.ts";
import { attempt } from "../../frame/errors.ts";
import type { CommandIo } from "../../frame/io.ts";
import { filePattern } from "./rows-options.ts";
import { isShardLeftover } from "./shard-folder.ts";

/**
 * Removes the temporary files of a shard, and reports them if there are any.
 *
 * @throws InputError
 */
export function cleanShard(folder: string, shard: Shard, io: CommandIo): void {
  const left = new Leftovers();
  if (isFolder(folder)) left.remove(folder, (name) => isShardLeftover(name, shard));
  if (!left.isEmpty) left.report(folder, io);
}

/**
 * Removes the temporary files and folders of all killed runs that had this `-o`, and reports their number. Those of processes
 * that run on this host are kept.
 *
 * @param output a file, a folder, or a pattern
 * @throws UsageError, InputError
 */
export function cleanOutput(output: string, io: CommandIo): void {
  let folder = FilePattern.isPattern(output)
    ? filePattern(output).folder
    : existsSync(output) && !isFolder(output)
      ? dirname(output)
      : output;
  const left = new Leftovers();
  if (isFolder(folder)) left.remove(folder, (name) => isTemporaryName(name) || isShardLeftover(name));
  // Files for a folder that does not exist are prepared in the closest folder that does.
  do folder = join(folder, "..");
  while (!isFolder(folder));
  left.remove(folder, isTemporaryName);
  left.report(output, io);
}

function isFolder(path: string): boolean {
  return attempt(visibleText(path), () => statSync(path, { throwIfNoEntry: false }))?.isDirectory() === true;
}

class Leftovers {
  private removed = 0;
  /** The processes that still run. */
  private readonly running = new Map<number, number>();

  get isEmpty(): boolean {
    return this.removed === 0 && this.running.size === 0;
  }

  remove(folder: string, isLeft: (name: string) => boolean): void {
    for (const name of attempt(visibleText(folder), () => readdirSync(folder)).filter(isLeft)) {
      const path = join(folder, name);
      const owner = runningOwner(name);
      if (owner !== undefined) {
        this.running.set(owner, (this.running.get(owner) ?? 0) + 1);
        continue;
      }
      attempt(visibleText(path), () => rmSync(path, { force: true, recursive: true }));
      this.removed++;
    }
  }

  report(output: string, io: CommandIo): void {
    for (const [owner, count] of this.running) {
      io.report(`${output}: kept ${temporaryFiles(count)} of process ${owner}, which is running`);
    }
    io.report(`${output}: removed ${temporaryFiles(this.removed)}`);
  }
}

function temporaryFiles(count: number): string {
  return formatCount(count, "temporary file or folder", "temporary files or folders");
}
