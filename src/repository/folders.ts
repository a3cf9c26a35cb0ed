/** The files that a command sees, through a host: a file system, or the open texts of an editor over one. */

import type { KustomizeReader } from "../kubernetes/kustomize/index.ts";
import { getOrAdd } from "../text/grouped.ts";
import { parentOf } from "../text/paths.ts";

/** Paths are absolute, with `/` between their parts. */
export interface RepositoryHost extends Pick<KustomizeReader, "pattern" | "realPath" | "isGitIgnored"> {
  /** The entries of a folder: files, and folders with a `/` at the end; undefined if it is not a folder. */
  list(folder: string): readonly string[] | undefined;
  /** The text of a file without a byte order mark; undefined if it cannot be read, or if it is not UTF-8. */
  read(path: string): string | undefined;
}

/** A host that lists and reads files in another way. */
export function withReading(host: RepositoryHost, reading: Pick<RepositoryHost, "list" | "read">): RepositoryHost {
  return {
    ...reading,
    realPath: (path) => host.realPath?.(path) ?? path,
    isGitIgnored: (path) => host.isGitIgnored?.(path) === true,
    ...(host.pattern && { pattern: host.pattern }),
  };
}

/** Folders of other tools. They contain copies, or no manifests. */
const NOT_READ = [".git/", "node_modules/"];

/** The most files that are found in one folder and the folders below it. */
const MAX_FILES = 50_000;

/** The folders of a host. Each is listed once, and each path is resolved once. */
export class Folders {
  private readonly host: RepositoryHost;
  private readonly searched: readonly string[];
  private readonly listed = new Map<string, readonly string[] | undefined>();
  private readonly roots = new Map<string, string | undefined>();
  private readonly realPaths = new Map<string, string>();

  /** @param searched the folders that the command searches */
  constructor(host: RepositoryHost, searched: readonly string[] = []) {
    this.host = host;
    this.searched = searched;
  }

  list(folder: string): readonly string[] | undefined {
    return getOrAdd(this.listed, folder, () => this.host.list(folder));
  }

  /** The path without links. Kustomizations ask for the same paths many times, and the system takes long to answer. */
  realPath(path: string): string {
    return getOrAdd(this.realPaths, path, () => this.host.realPath?.(path) ?? path);
  }

  exists(folder: string): boolean {
    return this.list(folder) !== undefined;
  }

  has(folder: string, name: string): boolean {
    return this.list(folder)?.includes(name) === true;
  }

  /** The root of the repository that contains a folder: the nearest one with `.git`; undefined without one. */
  rootOf(folder: string): string | undefined {
    if (this.roots.has(folder)) return this.roots.get(folder);
    const isRoot = this.has(folder, ".git/") || this.has(folder, ".git");
    const root = isRoot ? folder : folder === "/" ? undefined : this.rootOf(parentOf(folder));
    this.roots.set(folder, root);
    return root;
  }

  /** The root of the repository that contains a folder. Without one, it is the outermost folder that is searched. */
  topOf(folder: string): string | undefined {
    const above = this.searched.filter((each) => isWithin(folder, each));
    return this.rootOf(folder) ?? above.toSorted((a, b) => a.length - b.length)[0];
  }

  /** The files below a folder whose names are accepted, in the order of their paths' bytes. */
  filesBelow(folder: string, accepts: (name: string) => boolean): string[] {
    const found: string[] = [];
    const open = [folder];
    for (let next = open.pop(); next !== undefined && found.length < MAX_FILES; next = open.pop()) {
      const entries = this.list(next) ?? [];
      // The copies of a Go module's dependencies contain the fixtures of their tests.
      if (next.endsWith("/vendor") && entries.includes("modules.txt")) continue;
      for (const entry of entries) {
        if (!entry.endsWith("/")) {
          if (accepts(entry)) found.push(childOf(next, entry));
        } else if (!NOT_READ.includes(entry)) open.push(childOf(next, entry.slice(0, -1)));
      }
    }
    return found.sort();
  }
}

export function childOf(folder: string, name: string): string {
  return folder === "/" ? `/${name}` : `${folder}/${name}`;
}

/** Whether a path is a folder, or is below it. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder === "/" ? "/" : `${folder}/`);
}
