/** Where the program of a command is: `execvp` would search the PATH of the child, which a manifest can set. */
import { accessSync, constants, statSync } from "node:fs";
import { delimiter } from "node:path";

/** The directories that the system searches if PATH is not set. */
const DEFAULT_PATH = "/bin:/usr/bin";

/**
 * The path of the first executable file with this name. Without one, a file that is not executable, as the system
 * reports it; undefined if there is no such file.
 */
export function programPath(name: string, searched = DEFAULT_PATH): string | undefined {
  // Windows adds extensions to a name.
  if (name.includes("/") || process.platform === "win32") return name;
  const files = searched.split(delimiter).map((folder) => `${folder || "."}/${name}`);
  const existing = files.filter((file) => statusOf(file) !== undefined);
  return existing.find((file) => statusOf(file)!.isFile() && isExecutable(file)) ?? existing[0];
}

function statusOf(file: string) {
  try {
    return statSync(file);
  } catch {
    return undefined;
  }
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
