/** Whether a script or a Makefile of the repository writes a file. */

import { baseName, foldersAbove, pathFrom } from "../../text/paths.ts";
import type { KustomizeReader } from "./source-files.ts";

/** Files with commands, and the folders that often contain them. */
const COMMANDS = /^(?:GNUm|M|m)akefile$|\.(?:mk|sh|bash|ps1)$|^[Tt]askfile\.ya?ml$|^[Jj]ustfile$|^Tiltfile$/;
const COMMAND_FOLDERS = ["bin/", "hack/", "scripts/"];

/** How many files with commands are searched. */
const MAX_FILES = 100;

/** What a file that a command writes follows, and commands whose last argument is one. */
const BEFORE_OUTPUT = new Set([">", "tee", "-a", "-o", "-O", "-out", "--out", "--output", "--output-file", "--dest"]);
const COPYING = new Set(["cp", "mv", "install"]);

/** Whether commands in the folder of a file, or in one above it, write a file of its name: `> name`, `-o name`, `cp x name`. */
export function isWritten(reader: KustomizeReader, path: string): boolean {
  const name = baseName(path);
  return commandFiles(reader, path).some((file) => {
    const lines = reader.read(file)?.split("\n") ?? [];
    const commands = lines.filter((line) => line.includes(name)).flatMap((line) => line.split(/[;&|()]/));
    return commands.some((command) => isWriting(command, name));
  });
}

function isWriting(command: string, name: string): boolean {
  const words = command
    .replaceAll(/>+/g, " > ")
    .replaceAll(/["'=@]/g, " ")
    .trim()
    .split(/\s+/);
  const isTarget = (word: string | undefined) => word !== undefined && baseName(word) === name;
  const isOutput = words.some((word, i) => BEFORE_OUTPUT.has(word) && isTarget(words[i + 1]));
  return isOutput || (words.some((word) => COPYING.has(word)) && isTarget(words.at(-1)));
}

/** The files with commands in the folder of a file, and in those above it up to the root of the repository. */
function commandFiles(reader: KustomizeReader, path: string): string[] {
  const above = foldersAbove(path);
  const root = above.findIndex((folder) => reader.list?.(folder)?.some((entry) => /^\.git\/?$/.test(entry)));
  const folders = above.slice(0, root + 1).flatMap((folder) => {
    const entries = reader.list?.(folder) ?? [];
    return [folder, ...COMMAND_FOLDERS.filter((each) => entries.includes(each)).map((each) => pathFrom(folder, each))];
  });
  const files = folders.flatMap((folder) =>
    (reader.list?.(folder) ?? []).filter((name) => COMMANDS.test(name)).map((name) => pathFrom(folder, name)),
  );
  return files.slice(0, MAX_FILES);
}
