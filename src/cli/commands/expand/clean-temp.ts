/** `varexpand expand --clean-temp`: removes what killed runs have left. */
import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { FilePattern } from "../../../scale/rows/file-pattern.ts";
import type { Shard } from "../../../scale/shard/shard.ts";
import { visibleText } from "../../../text/printable.ts";
import { counted } from "../../files/skipped-files.ts";
import { isTemporaryName } from "../../files/temporary-file.ts";
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
  const count = isFolder(folder) ? removeEntries(folder, (name) => isShardLeftover(name, shard)) : 0;
  if (count > 0) reportRemoved(folder, count, io);
}

/**
 * Removes the temporary files and folders of all killed runs that had this `-o`, and reports their number.
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
  let count = isFolder(folder) ? removeEntries(folder, (name) => isTemporaryName(name) || isShardLeftover(name)) : 0;
  // Files for a folder that does not exist are prepared in the closest folder that does.
  do folder = join(folder, "..");
  while (!isFolder(folder));
  count += removeEntries(folder, isTemporaryName);
  reportRemoved(output, count, io);
}

function isFolder(path: string): boolean {
  return attempt(visibleText(path), () => statSync(path, { throwIfNoEntry: false }))?.isDirectory() === true;
}

function removeEntries(folder: string, isLeft: (name: string) => boolean): number {
  const left = attempt(visibleText(folder), () => readdirSync(folder)).filter(isLeft);
  for (const name of left) {
    const path = join(folder, name);
    attempt(visibleText(path), () => rmSync(path, { force: true, recursive: true }));
  }
  return left.length;
}

function reportRemoved(output: string, count: number, io: CommandIo): void {
  io.report(`${output}: removed ${counted(count, "temporary file or folder", "temporary files or folders")}`);
}
