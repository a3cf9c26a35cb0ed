/** The files around a Compose project, through a host. */

/** Paths are absolute, with `/` between their parts. */
export interface ComposeHost {
  /** The entries of a folder: files, and folders with a `/` at the end; undefined if it is not a folder. */
  list(folder: string): readonly string[] | undefined;
  /** The text of a file without a byte order mark; undefined if it cannot be read, or if it is not UTF-8. */
  read(path: string): string | undefined;
}

/** The folder that contains a path; `/` for itself. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(1, path.lastIndexOf("/")));
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** The path of a file that is named from a folder. */
export function pathFrom(folder: string, name: string): string {
  const parts: string[] = [];
  for (const part of (name.startsWith("/") ? name : `${folder}/${name}`).split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return `/${parts.join("/")}`;
}

/** Whether a file exists, even if it cannot be read. */
export function hasFile(host: ComposeHost, path: string): boolean {
  return host.list(folderOf(path))?.includes(nameOf(path)) === true;
}
