/** Which kustomizations list a file: as one of their objects, or as a patch. */

import { addTo } from "../../text/grouped.ts";
import { foldersAbove } from "../../text/paths.ts";
import type { Kustomizer } from "../kustomize/index.ts";

export class ListedFiles {
  /** The folders of the kustomizations that list each path: a file, or the folder of another kustomization. */
  private readonly users = new Map<string, string[]>();
  private readonly patches = new Set<string>();
  private readonly folders: ReadonlySet<string>;

  /** @param folders all folders of the repository that contain a kustomization */
  constructor(folders: readonly string[], kustomizer: Kustomizer) {
    this.folders = new Set(folders);
    for (const folder of folders) {
      const { patches = [], resources = [] } = kustomizer.loader.contentsIn(folder) ?? {};
      for (const path of patches) this.patches.add(path);
      for (const path of resources) addTo(this.users, path, folder);
    }
  }

  isPatch(file: string): boolean {
    return this.patches.has(file);
  }

  /**
   * The folders of the outermost kustomizations that contain a file.
   *
   * @param isOwn whether a kustomization counts
   */
  outermost(file: string, isOwn: (folder: string) => boolean): string[] {
    const seen = new Set([file]);
    const open = [file];
    const found: string[] = [];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const users = (this.users.get(next) ?? []).filter(isOwn);
      if (users.length === 0 && next !== file) found.push(next);
      for (const user of users) {
        if (seen.has(user)) continue;
        seen.add(user);
        open.push(user);
      }
    }
    return found.sort();
  }

  /** The folders of the kustomizations that contain a file, directly or through others. */
  above(file: string): string[] {
    const found = new Set<string>();
    const open = [file];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      for (const user of this.users.get(next) ?? []) {
        if (!found.has(user)) open.push(user);
        found.add(user);
      }
    }
    return [...found];
  }

  /** Whether a kustomization is in the folder of a file or above it. */
  isBelowOne(file: string): boolean {
    return foldersAbove(file).some((folder) => this.folders.has(folder));
  }
}
