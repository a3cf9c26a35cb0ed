/** The files around a Compose project, through a host. */

import { baseName, parentOf } from "../text/paths.ts";

/** Paths are absolute, with `/` between their parts. */
export interface ComposeHost {
  /** The entries of a folder: files, and folders with a `/` at the end; undefined if it is not a folder. */
  list(folder: string): readonly string[] | undefined;
  /** The text of a file without a byte order mark; undefined if it cannot be read, or if it is not UTF-8. */
  read(path: string): string | undefined;
}

/** Whether a file exists, even if it cannot be read. */
export function hasFile(host: ComposeHost, path: string): boolean {
  return host.list(parentOf(path))?.includes(baseName(path)) === true;
}
