/** The folders of a repository that contain kustomizations: what a path that does not exist can mean. */

import { closest } from "../../text/closest.ts";
import { getOrAdd } from "../../text/grouped.ts";
import { baseName, foldersAbove, parentOf, pathFrom } from "../../text/paths.ts";

/** The most files whose folders are compared. */
const MAX_FILES = 10_000;

export class KnownFolders {
  private readonly files: readonly string[];
  /** The names of the folders in each folder. */
  private names: ReadonlyMap<string, ReadonlySet<string>> | undefined;

  constructor(files: { readonly kustomizations: readonly string[]; readonly kustomizedFolders: readonly string[] }) {
    const inFolders = files.kustomizedFolders.map((folder) => `${folder}/kustomization.yaml`);
    this.files = [...files.kustomizations, ...inFolders].slice(0, MAX_FILES);
  }

  /** A path whose last folder differs in a single character, which is not a digit. */
  similarTo(path: string, root: string): string | undefined {
    let end = path.length;
    while (path[end - 1] === "/") end--;
    const at = path.lastIndexOf("/", end - 1) + 1;
    const [start, name] = [path.slice(0, at), path.slice(at, end)];
    this.names ??= this.read();
    const meant = closest(name, [...(this.names.get(pathFrom(root, `./${start}`)) ?? [])], 1);
    return meant === undefined || withoutDigits(meant) === withoutDigits(name) ? undefined : start + meant;
  }

  private read(): Map<string, Set<string>> {
    const names = new Map<string, Set<string>>();
    for (const folder of new Set(this.files.flatMap(foldersAbove))) {
      getOrAdd(names, parentOf(folder), () => new Set<string>()).add(baseName(folder));
    }
    return names;
  }
}

function withoutDigits(name: string): string {
  return name.replace(/[0-9]/g, "");
}
