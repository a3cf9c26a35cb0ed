/** The Kustomizations of Flux in a repository, and what each of them applies. */

import { memberOf } from "../../text/own-keys.ts";
import { type Node, nodeAt } from "../../yaml/node.ts";
import { fileAt, joined, type Kustomizer, objectsIn, type Rendering } from "../kustomize/index.ts";
import { type FluxKustomization, fluxKustomization, isDisabled } from "./kustomization.ts";
import { type FluxReference, fluxReferences, type ObjectText, textsOf } from "./references.ts";
import { type ReplacedText, substituted } from "./substitution.ts";
import { type FluxVariables, merged, VariableSources } from "./variables.ts";

/** What a Kustomization applies. */
export interface FluxPath {
  readonly kustomization: FluxKustomization;
  readonly folder: string;
  /** The objects before substitution. */
  readonly rendering: Rendering;
  readonly variables: FluxVariables;
  /** Whether text is replaced; undefined if that depends on something that is not in the repository. */
  readonly isSubstituted: boolean | undefined;
}

export interface FluxFiles {
  /** The files that contain Kustomizations of Flux. */
  readonly kustomizations: readonly string[];
  /** The files that can contain ConfigMaps, Secrets, or generators of them. */
  readonly sources: readonly string[];
  /** The folders that can be the root of a file's repository, the most likely first. */
  rootsOf(file: string): readonly string[];
  isFolder(path: string): boolean;
}

/** A Kustomization with its folder. */
interface Found {
  readonly kustomization: FluxKustomization;
  readonly folder: string;
}

/** A webhook that adds variables to the `postBuild` of every Kustomization. */
const WEBHOOK = "kustomize-mutating-webhook";

/** More are not evaluated: Kustomizations can apply each other many times. */
const MOST_PATHS = 5000;

export class FluxRepository {
  readonly paths: readonly FluxPath[];
  private readonly kustomizer: Kustomizer;
  private readonly files: FluxFiles;
  private readonly sources: VariableSources;
  /** The Kustomizations that another one applies. */
  private readonly applied = new Set<string>();
  private readonly roots = new Map<string, readonly string[]>();
  /** The sources of Kustomizations that provide this repository. */
  private readonly ownSources = new Set<string>();
  /** Whether a webhook in the cluster adds variables to Kustomizations. */
  private readonly hasWebhook: boolean;
  private evaluated = 0;

  constructor(kustomizer: Kustomizer, files: FluxFiles) {
    this.kustomizer = kustomizer;
    this.files = files;
    // What is in the path of another one is applied by it, with its changes, or it is not applied.
    const folders = new Folders();
    const near = files.kustomizations.map((path) => path.slice(0, path.lastIndexOf("/") + 1));
    const isApplied = (file: string) => folders.contain(file) || near.some((folder) => file.startsWith(folder));
    this.sources = new VariableSources(kustomizer.files, files.sources, isApplied);
    const found = this.inRepository();
    this.hasWebhook = files.kustomizations.some((path) => path.includes(WEBHOOK));
    for (const { folder, kustomization } of found) folders.add(folder, kustomization.file.path);
    const done = new Folders();
    const evaluated: { readonly id: string; readonly paths: readonly FluxPath[] }[] = [];
    const evaluateRoots = (roots: readonly Found[], above: Folders) => {
      for (const root of roots) {
        const { file, id } = root.kustomization;
        if (this.applied.has(id) || above.contain(file.path)) continue;
        const paths = this.instancesOf(root).flatMap((instance) => this.evaluate(instance, []));
        for (const { folder, kustomization } of paths) done.add(folder, kustomization.file.path);
        evaluated.push({ id, paths });
      }
    };
    evaluateRoots(found, folders);
    // Those that are in the paths of each other.
    evaluateRoots(
      found.filter(({ kustomization }) => folders.contain(kustomization.file.path)),
      done,
    );
    const inCluster = evaluated.filter(({ id }) => !this.applied.has(id));
    const children = new Set(inCluster.flatMap(({ paths: [, ...inside] }) => inside.map(nameAndFolder)));
    this.paths = inCluster.flatMap(({ paths: [root, ...inside] }) => {
      // A copy of a Kustomization that another one applies, for example in an archive, is not applied itself.
      return root === undefined || children.has(nameAndFolder(root)) ? [] : [root, ...inside];
    });
  }

  /** The Kustomizations in files whose path is in the repository. */
  private inRepository(): Found[] {
    const all = this.files.kustomizations.flatMap((path) => {
      const documents = this.kustomizer.files.documentsOf(path)?.documents ?? [];
      return documents.flatMap(objectsIn).flatMap((document) => fluxKustomization(document) ?? []);
    });
    // Another repository can have a path with the same name, but it does not have most of them.
    const bySource = new Map<string, { paths: Set<string>; existing: Set<string> }>();
    for (const kustomization of all) {
      const { path, source } = kustomization;
      const ofSource = bySource.get(source) ?? { paths: new Set(), existing: new Set() };
      bySource.set(source, ofSource);
      if (path === undefined || /^[./]*$/.test(path)) continue;
      ofSource.paths.add(path);
      if (this.folderOf(kustomization) !== undefined) ofSource.existing.add(path);
    }
    for (const [source, { existing, paths }] of bySource) {
      if (existing.size > 0 && existing.size * 2 >= paths.size) this.ownSources.add(source);
    }
    return all.flatMap((kustomization) => this.placed(kustomization));
  }

  /** The Kustomization with its folder; none if it is not in this repository. */
  private placed(kustomization: FluxKustomization): Found[] {
    const folder = this.folderOf(kustomization);
    return folder === undefined || !this.ownSources.has(kustomization.source) ? [] : [{ kustomization, folder }];
  }

  private folderOf({ file, path }: FluxKustomization): string | undefined {
    if (path === undefined) return undefined;
    const folders = this.rootsOf(file.path).map((root) => joined(root, `./${path}`));
    return folders.find((folder) => this.files.isFolder(folder));
  }

  private rootsOf(file: string): readonly string[] {
    const folder = file.slice(0, file.lastIndexOf("/"));
    const roots = this.roots.get(folder) ?? this.files.rootsOf(file);
    this.roots.set(folder, roots);
    return roots;
  }

  /** A Kustomization as the outermost kustomization above it renders it, or as it is in its file. */
  private instancesOf(root: Found): Found[] {
    const { file, id } = root.kustomization;
    let folder = file.path.slice(0, file.path.lastIndexOf("/"));
    let instances = [root];
    for (; folder !== ""; folder = folder.slice(0, folder.lastIndexOf("/"))) {
      const rendering = this.kustomizer.render(folder);
      if (rendering === undefined || !rendering.files.has(file.path) || rendering.isComponent) continue;
      instances = rendering.objects.flatMap(({ document, isUnknown }) => this.foundIn(document, isUnknown, id));
      if (this.rootsOf(file.path)[0] === folder) break;
    }
    return instances;
  }

  private foundIn(document: Node, isUnknown: boolean, wanted?: string): Found[] {
    const kustomization = fluxKustomization(document);
    if (kustomization === undefined || (wanted !== undefined && kustomization.id !== wanted)) return [];
    if (wanted === undefined) this.applied.add(kustomization.id);
    return isUnknown ? [] : this.placed(kustomization);
  }

  /** What a Kustomization applies, and what those apply that are part of it. */
  private evaluate({ folder, kustomization }: Found, above: readonly string[]): FluxPath[] {
    if (this.evaluated++ >= MOST_PATHS) return [];
    const { id, postBuild } = kustomization;
    const rendering = renderPath(this.kustomizer, { folder, kustomization });
    if (rendering === undefined) return [];
    const own = this.sources.of(kustomization);
    const variables = this.hasWebhook ? { ...own, isComplete: false } : own;
    const hasSource = postBuild?.substituteFrom.some((reference) => reference?.isOptional !== true) === true;
    const hasVariables = variables.all.size > 0 || postBuild?.isAlways || hasSource;
    const mayHaveVariables = hasVariables || (variables.isComplete ? false : undefined);
    const isSubstituted = this.hasWebhook || (postBuild !== undefined && mayHaveVariables);
    const path: FluxPath = { kustomization, folder, rendering, variables, isSubstituted };
    const inside = [...above, id];
    const children = rendering.objects.flatMap(({ document: object, isUnknown }) => {
      const child = fluxKustomization(object);
      if (child === undefined || inside.includes(child.id)) return [];
      return this.foundIn(isSubstituted ? substituted(object, variables) : object, isUnknown);
    });
    return [path, ...children.flatMap((child) => this.evaluate(child, inside))];
  }
}

function nameAndFolder({ folder, kustomization }: FluxPath): string {
  return `${kustomization.name} ${folder}`;
}

/** What a Kustomization applies, as the files are now; undefined if its path does not exist. */
export function renderPath(kustomizer: Kustomizer, { folder, kustomization }: Found): Rendering | undefined {
  const { document } = kustomization;
  const patchFile = fileAt(document, ["spec", "patches"])!;
  return kustomizer.renderFlux(folder, nodeAt(document, ["spec"])!, patchFile);
}

/** The paths of Kustomizations. */
class Folders {
  /** The files of the Kustomizations, by their folders. */
  private readonly files = new Map<string, Set<string>>();

  add(folder: string, file: string): void {
    const files = this.files.get(folder) ?? new Set();
    this.files.set(folder, files.add(file));
  }

  /** Whether a file is in the path of a Kustomization of another file. */
  contain(file: string): boolean {
    for (let end = file.lastIndexOf("/"); end > 0; end = file.lastIndexOf("/", end - 1)) {
      const files = this.files.get(file.slice(0, end));
      if (files !== undefined && (files.size > 1 || !files.has(file))) return true;
    }
    return false;
  }
}

/**
 * What a Kustomization applies, after substitution.
 *
 * @param isShared whether the pods of other Kustomizations can refer to the objects
 */
export function substitutedRendering({ rendering, variables }: FluxPath, isShared: boolean): Rendering {
  // Most paths have no pods: only releases of Helm charts, and what those read.
  const hasPods = rendering.objects.some(({ document: { value } }) => !isOfFlux(value) && hasContainer(value));
  if (!hasPods && !isShared) return rendering;
  const objects = rendering.objects.map((object) => {
    let { isUnknown } = object;
    const document = appliedObject(object.document, variables, ({ isKey, path, result }) => {
      // A ConfigMap or Secret with such a key can set any variable.
      isUnknown ||= isKey && path.length === 2 && result === undefined;
    });
    return { document, isUnknown };
  });
  return { ...rendering, objects };
}

/** An object after substitution. Objects of Flux, which do not have pods, are not changed. */
export function appliedObject(document: Node, variables: FluxVariables, onText?: (text: ReplacedText) => void): Node {
  return isOfFlux(document.value) ? document : substituted(document, variables, onText);
}

function isOfFlux(object: unknown): boolean {
  return /\.fluxcd\.io\//.test(`${memberOf(object, "apiVersion")}`);
}

/** A reference that Flux replaces in what a Kustomization applies. */
export interface FluxUse {
  readonly path: FluxPath;
  /** The object that contains the text. */
  readonly object: unknown;
  readonly text: ObjectText;
  readonly reference: FluxReference;
}

export function usesIn(path: FluxPath): FluxUse[] {
  if (!path.isSubstituted) return [];
  return path.rendering.objects.flatMap(({ document, isUnknown }) => {
    const { value: object } = document;
    const file = fileAt(document, []);
    if (file === undefined || isUnknown || isDisabled(object)) return [];
    return textsOf(document, file).flatMap((text) =>
      fluxReferences(text.text).references.map((reference) => ({ path, object, text, reference })),
    );
  });
}

/**
 * The variables that Flux replaces in each file of some paths. If several paths contain a file, only a value that is the
 * same in all of them is known.
 */
export function variablesByFile(paths: readonly FluxPath[]): Map<string, FluxVariables> {
  const byFile = new Map<string, FluxPath[]>();
  for (const path of paths) {
    for (const file of path.rendering.files) byFile.set(file, [...(byFile.get(file) ?? []), path]);
  }
  return new Map(
    [...byFile].flatMap(([file, all]) => {
      return all.every(({ isSubstituted }) => isSubstituted === false) ? [] : [[file, common(all)]];
    }),
  );
}

function common(paths: readonly FluxPath[]): FluxVariables {
  const isCertain = paths.every(({ isSubstituted }) => isSubstituted);
  if (paths.length === 1 && isCertain) return paths[0]!.variables;
  const lists = paths.map(({ variables: { all } }) => [...all.values()]);
  return { all: merged(lists), isComplete: paths.every(({ variables: { isComplete } }) => isComplete), isCertain };
}

/** Whether a value can contain a container with something that is expanded. */
function hasContainer(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return value.some(hasContainer);
  return Object.entries(value).some(([key, member]) => {
    return /^(?:env|envFrom|command|args)$|containers?$/i.test(key) || hasContainer(member);
  });
}
