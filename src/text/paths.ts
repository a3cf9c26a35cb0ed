/** Paths that are absolute, with `/` between their parts. */

/** The folder that contains a path; `/` for itself. */
export function parentOf(path: string): string {
  return path.slice(0, Math.max(1, path.lastIndexOf("/")));
}

export function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** The path that a name in a folder refers to: `../a.yaml`, or an absolute path. */
export function pathFrom(folder: string, name: string): string {
  const parts: string[] = [];
  for (const part of (name.startsWith("/") ? name : `${folder}/${name}`).split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return `/${parts.join("/")}`;
}

/** The folders above a path, from the nearest one to `/`. */
export function foldersAbove(path: string): string[] {
  const folders: string[] = [];
  for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) folders.push(path.slice(0, end));
  return [...folders, "/"];
}
