/** The folders that Kustomizations of Flux apply. */

import { getOrAdd } from "../../text/grouped.ts";
import { memberOf } from "../../text/own-keys.ts";
import { foldersAbove } from "../../text/paths.ts";
import type { FluxKustomization } from "./kustomization.ts";

export class AppliedFolders {
  /** The files of the Kustomizations, by their folders. */
  private readonly files = new Map<string, Set<string>>();
  /** The folders whose objects get another namespace. */
  private readonly moved = new Set<string>();

  add(folder: string, { document, file }: FluxKustomization): void {
    getOrAdd(this.files, folder, () => new Set()).add(file.path);
    if (memberOf(memberOf(document.value, "spec"), "targetNamespace") !== undefined) this.moved.add(folder);
  }

  /** Whether a file is in the path of a Kustomization of another file. */
  contain(file: string): boolean {
    return foldersAbove(file).some((folder) => {
      const files = this.files.get(folder);
      return files !== undefined && (files.size > 1 || !files.has(file));
    });
  }

  /** Whether a Kustomization changes the namespaces of the objects in a file. */
  move(file: string): boolean {
    return foldersAbove(file).some((folder) => this.moved.has(folder));
  }
}
