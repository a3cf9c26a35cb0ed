/** The kustomizations that files are part of, and what they list. */

import {
  KUSTOMIZATION_FILES,
  type KustomizationContents,
  type KustomizeReader,
  Kustomizer,
  type KustomizerOptions,
  type LoadRestrictor,
} from "../kubernetes/kustomize/index.ts";
import { addTo, getOrAdd } from "../text/grouped.ts";
import { baseName, parentOf } from "../text/paths.ts";
import { childOf, type Folders, isWithin, type RepositoryHost } from "./folders.ts";

/** How many folders above a kustomization are searched for those that use it, and how many folders in all. */
const FOLDERS_ABOVE = 2;
const MAX_FOLDERS = 2000;

/** Whether a file is a kustomization's own. */
export function isKustomizationFile(path: string): boolean {
  return KUSTOMIZATION_FILES.includes(baseName(path));
}

/** Renders the kustomizations of a host. */
export function kustomizerOf(
  host: RepositoryHost,
  folders: Folders,
  loadRestrictor?: LoadRestrictor,
  { parsed, outlineOf }: Pick<KustomizeReader, "parsed"> & Pick<KustomizerOptions, "outlineOf"> = {},
): Kustomizer {
  const { pattern } = host;
  const realPath = (path: string) => folders.realPath(path);
  const list = (folder: string) => folders.list(folder);
  const reader = {
    read: (path: string) => host.read(path),
    realPath,
    list,
    topOf: (folder: string) => folders.topOf(folder),
    isGitIgnored: (path: string) => host.isGitIgnored?.(path) === true,
    ...(pattern && { pattern }),
    ...(parsed && { parsed }),
  };
  return new Kustomizer(reader, { loadRestrictor, ...(outlineOf && { outlineOf }) });
}

/** What a kustomization contains that is not YAML. */
const NOTHING: KustomizationContents = { resources: [], patches: [], envFiles: [], copied: [], names: [] };

export class Kustomizations {
  /** The folders of the kustomizations that no other one uses. */
  readonly roots: readonly string[];
  /** The env files that generators read. */
  readonly envFiles: ReadonlySet<string>;
  /** The files whose contents generators copy. */
  readonly copied: ReadonlySet<string>;
  private readonly patches: ReadonlySet<string>;
  private readonly folders: Folders;
  private readonly kustomizer: Kustomizer;
  /** Whether there is a kustomization in each folder or above it, up to the root of its repository. */
  private readonly kustomized = new Map<string, boolean>();
  private readonly searched = new Set<string>();

  /**
   * @param inputs files that can be part of kustomizations
   * @param whole the folders that were searched for the inputs
   * @param home a folder outside of repositories in which others may be searched
   */
  constructor(
    folders: Folders,
    kustomizer: Kustomizer,
    inputs: readonly string[],
    whole: readonly string[],
    home: string,
  ) {
    this.folders = folders;
    this.kustomizer = kustomizer;
    for (const file of inputs) this.isKustomized(parentOf(file));
    const candidates = [...this.kustomized.keys()].filter((folder) => this.hasKustomization(folder));
    const contents = new Map<string, KustomizationContents>();
    this.addContents(candidates, contents);
    const isUsed = usedBy(contents);
    const others: string[] = [];
    for (const folder of candidates) {
      let above = folder;
      for (let i = 0; i < FOLDERS_ABOVE && !this.isTop(above) && !isUsed.has(folder); i++) {
        above = parentOf(above);
        if (folders.rootOf(above) === undefined && !isWithin(above, home)) break;
        if (!whole.some((each) => isWithin(above, each))) this.findBelow(above, others);
      }
    }
    this.addUsers(others, contents);
    const inOthers = usedBy(contents);
    this.roots = [...contents.keys()].filter((folder) => !inOthers.has(folder)).sort();
    const all = [...contents.values()];
    this.patches = new Set(all.flatMap(({ patches }) => patches));
    this.envFiles = new Set(all.flatMap(({ envFiles }) => envFiles));
    this.copied = new Set(all.flatMap(({ copied }) => copied));
  }

  /** Whether a kustomization can change the objects of a file: it is in its folder or above, or lists it as a patch. */
  mayChange(file: string): boolean {
    return this.isKustomized(parentOf(file)) || this.patches.has(file);
  }

  hasKustomization(folder: string): boolean {
    return KUSTOMIZATION_FILES.some((name) => this.folders.has(folder, name));
  }

  private isTop(folder: string): boolean {
    return folder === "/" || this.folders.rootOf(folder) === folder;
  }

  private isKustomized(folder: string): boolean {
    return getOrAdd(this.kustomized, folder, () => {
      this.searched.add(folder);
      const isAbove = !this.isTop(folder) && this.isKustomized(parentOf(folder));
      return isAbove || this.hasKustomization(folder);
    });
  }

  /** Adds what kustomizations list, and those that they consist of. */
  private addContents(folders: readonly string[], contents: Map<string, KustomizationContents>): void {
    const open = [...folders];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (contents.has(next) || /\.(?:ya?ml|json)$/.test(next)) continue;
      const { loader } = this.kustomizer;
      const found = loader.contentsIn(next) ?? (loader.malformedIn(next) && NOTHING);
      if (found !== undefined) contents.set(next, found);
      open.push(...(found?.resources ?? []));
    }
  }

  /** Adds those of some kustomizations that use the others, directly or not, with everything else that they use. */
  private addUsers(folders: readonly string[], contents: Map<string, KustomizationContents>): void {
    const all = new Map(contents);
    this.addContents(folders, all);
    const users = new Map<string, string[]>();
    for (const [folder, { resources }] of all) {
      for (const used of resources) addTo(users, used, folder);
    }
    const open = [...contents.keys()];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      for (const user of users.get(next) ?? []) {
        if (contents.has(user)) continue;
        this.addContents([user], contents);
        open.push(user);
      }
    }
  }

  /** Finds the kustomizations below a folder. */
  private findBelow(folder: string, found: string[]): void {
    const open = [folder];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (next !== folder && this.searched.has(next)) continue;
      if (this.searched.size > MAX_FOLDERS) return;
      this.searched.add(next);
      if (this.hasKustomization(next)) found.push(next);
      for (const entry of this.folders.list(next) ?? []) {
        if (entry.endsWith("/") && !entry.startsWith(".") && entry !== "node_modules/") {
          open.push(childOf(next, entry.slice(0, -1)));
        }
      }
    }
  }
}

/** What kustomizations use: files, and the folders of others. */
function usedBy(contents: ReadonlyMap<string, KustomizationContents>): Set<string> {
  return new Set([...contents.values()].flatMap(({ resources }) => resources));
}
