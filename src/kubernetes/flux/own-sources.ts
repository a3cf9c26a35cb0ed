/** The sources of Kustomizations that provide the repository which contains them, and the folders of their paths. */

import { getOrAdd } from "../../text/grouped.ts";
import { pathFrom } from "../../text/paths.ts";
import { isBelow } from "../kustomize/index.ts";
import { KnownFolders } from "./known-folders.ts";
import type { FluxKustomization } from "./kustomization.ts";
import type { PlacedKustomization } from "./paths.ts";
import type { SourceUrls } from "./source-urls.ts";

/** Why a Kustomization is not evaluated. */
export type NotEvaluatedReason = "not-applied" | "unknown-path" | "missing-path" | "other-source";

export interface NotEvaluated {
  readonly kustomization: FluxKustomization;
  readonly reason: NotEvaluatedReason;
  /** Its folder and the root of its repository, if both are here. */
  readonly place?: PlacedKustomization | undefined;
  /** If the path does not exist: one that does, and differs in a single character. */
  readonly similarPath?: string | undefined;
}

const WORDS: Readonly<Record<NotEvaluatedReason, string>> = {
  "not-applied": "nothing applies it",
  "unknown-path": "the path depends on unknown variables",
  "missing-path": "the path does not exist",
  "other-source": "the source is not this repository",
};

export function notEvaluatedText(reason: NotEvaluatedReason): string {
  return WORDS[reason];
}

export interface RepositoryFolders {
  /** The folders that can be the root of a file's repository, the most likely first. */
  rootsOf(file: string): readonly string[];
  isFolder(path: string): boolean;
  /** The files that contain Kustomizations of Flux. */
  readonly kustomizations: readonly string[];
  /** The folders that contain a kustomization. */
  readonly kustomizedFolders: readonly string[];
}

/** The most Kustomizations that are compared with all others. */
const MAX_COMPARED = 100;

export class OwnSources {
  private readonly host: RepositoryFolders;
  private readonly known: KnownFolders;
  private readonly roots = new Map<string, readonly string[]>();
  private readonly folders = new Map<string, boolean>();
  private readonly own = new Set<string>();
  private compared = 0;

  constructor(host: RepositoryFolders, all: readonly FluxKustomization[], urls: SourceUrls) {
    this.host = host;
    this.known = new KnownFolders(host);
    // Another repository can have a path with the same name, but it does not have most of them.
    const bySource = new Map<string, { paths: Set<string>; existing: Set<string> }>();
    for (const kustomization of all) {
      const { path, source } = kustomization;
      const ofSource = getOrAdd(bySource, source, () => ({ paths: new Set(), existing: new Set() }));
      if (path === undefined || /^[./]*$/.test(path)) continue;
      ofSource.paths.add(path);
      const place = this.placeOf(kustomization);
      if (place !== undefined && !this.appliesItsUser(kustomization, place.folder, all)) ofSource.existing.add(path);
    }
    const sorted = [...bySource].sort(([, a], [, b]) => b.existing.size - a.existing.size);
    for (const [source, { existing, paths }] of sorted) {
      if (existing.size === 0 || existing.size * 2 < paths.size) continue;
      const [first] = this.own;
      if (first === undefined || isSame(urls, first, source, existing.size > 1)) this.own.add(source);
    }
  }

  /** The Kustomization with its folder; none if it is not in this repository. */
  placed(kustomization: FluxKustomization): PlacedKustomization[] {
    const place = this.placeOf(kustomization);
    return place === undefined || !this.own.has(kustomization.source)
      ? []
      : [{ kustomization, ...place, replacedBefore: new Set() }];
  }

  /** Whether the path of a Kustomization does not exist, although its source provides this repository. */
  isMissing(kustomization: FluxKustomization): boolean {
    const { path, source } = kustomization;
    const isOwn = this.own.has(source) && source.startsWith("GitRepository/");
    return isOwn && path !== undefined && this.placeOf(kustomization) === undefined;
  }

  /** A path that exists, and differs in a single character. */
  similarPath({ file, path = "" }: FluxKustomization): string | undefined {
    return this.known.similarTo(path, this.rootsOf(file.path)[0] ?? "");
  }

  /** Why a Kustomization is not evaluated, if it has no folder in this repository. */
  reasonOf(kustomization: FluxKustomization): NotEvaluatedReason {
    if (kustomization.path === undefined) return "unknown-path";
    return this.isMissing(kustomization) ? "missing-path" : "other-source";
  }

  private placeOf({ file, path }: FluxKustomization): Pick<PlacedKustomization, "folder" | "root"> | undefined {
    if (path === undefined) return undefined;
    const places = this.rootsOf(file.path).map((root) => ({ root, folder: pathFrom(root, `./${path}`) }));
    return places.find(({ folder, root }) => isBelow(folder, root) && this.isFolder(folder));
  }

  /**
   * Whether a path contains a Kustomization with another source whose path contains this one: each would apply the other.
   * The path is that of another repository then, which has a folder with the same name.
   */
  private appliesItsUser(
    { file, source }: FluxKustomization,
    folder: string,
    all: readonly FluxKustomization[],
  ): boolean {
    if (!isBelow(file.path, folder) || this.compared++ >= MAX_COMPARED) return false;
    return all.some((other) => {
      const user = other.source === source ? undefined : this.placeOf(other)?.folder;
      return user !== undefined && user !== folder && isBelow(file.path, user) && isBelow(other.file.path, folder);
    });
  }

  /** Kustomizations that apply each other name the same folders again and again. */
  private isFolder(path: string): boolean {
    return getOrAdd(this.folders, path, () => this.host.isFolder(path));
  }

  rootsOf(file: string): readonly string[] {
    return getOrAdd(this.roots, file.slice(0, file.lastIndexOf("/")), () => this.host.rootsOf(file));
  }
}

/**
 * Whether another source can provide the same repository. One that the repository declares is often another repository.
 *
 * @param hasPaths whether the repository has several paths of the other source
 */
function isSame(urls: SourceUrls, source: string, other: string, hasPaths: boolean): boolean {
  const [own, declared] = [urls.of(source), urls.of(other)];
  if (declared.size === 0) return true;
  return own.size === 0 ? hasPaths : [...declared].some((url) => own.has(url));
}
