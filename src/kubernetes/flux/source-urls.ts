/** The URLs of the sources that a repository declares: GitRepository and similar objects. */

import { getOrAdd } from "../../text/grouped.ts";
import { memberOf } from "../../text/own-keys.ts";
import { objectsIn, type SourceFiles } from "../kustomize/index.ts";

export const SOURCE_GROUP = "source.toolkit.fluxcd.io";

export class SourceUrls {
  private readonly files: SourceFiles;
  private readonly paths: readonly string[];
  private byName: ReadonlyMap<string, ReadonlySet<string>> | undefined;

  /** @param paths the files that can declare sources */
  constructor(files: SourceFiles, paths: readonly string[]) {
    this.files = files;
    this.paths = paths;
  }

  /**
   * The URLs of a source, for example one for each cluster, without what SSH and HTTPS write differently.
   *
   * @param source `GitRepository/flux-system`
   */
  of(source: string): ReadonlySet<string> {
    this.byName ??= this.read();
    return this.byName.get(source) ?? new Set();
  }

  private read(): Map<string, Set<string>> {
    const found = new Map<string, Set<string>>();
    for (const path of this.paths) {
      for (const { value } of this.files.documentsOf(path)?.documents.flatMap(objectsIn) ?? []) {
        const url = memberOf(memberOf(value, "spec"), "url");
        if (!`${memberOf(value, "apiVersion")}`.startsWith(SOURCE_GROUP) || typeof url !== "string") continue;
        if (url.includes("${")) continue;
        const source = `${memberOf(value, "kind")}/${memberOf(memberOf(value, "metadata"), "name")}`;
        getOrAdd(found, source, () => new Set()).add(withoutProtocol(url));
      }
    }
    return found;
  }
}

function withoutProtocol(url: string): string {
  const [, rest = url] = /^(?:\w+:\/\/)?(?:[^@/]*@)?(.*?)(?:\.git)?\/?$/.exec(url) ?? [];
  return rest.replace(":", "/").toLowerCase();
}
