/** The Kustomizations of Flux in a repository, and what each of them applies. */

import { grouped } from "../../text/grouped.ts";
import { memberOf } from "../../text/own-keys.ts";
import { pathFrom } from "../../text/paths.ts";
import { type Node, nodeAt } from "../../yaml/node.ts";
import {
  type Budget,
  fileAt,
  isBelow,
  type Kustomizer,
  objectsIn,
  type RenderedObject,
  type Rendering,
} from "../kustomize/index.ts";
import { type FluxKustomization, fluxKustomization, isDisabled } from "./kustomization.ts";
import { ListedFiles } from "./listed.ts";
import { type FluxReference, fluxReferences, type ObjectText, textsOf } from "./references.ts";
import { type ReplacedText, substituted } from "./substitution.ts";
import { type FluxVariables, mergeObjects, VariableSources } from "./variables.ts";

/** What a Kustomization applies. */
export interface FluxPath {
  readonly kustomization: FluxKustomization;
  readonly folder: string;
  /** The root of its repository. */
  readonly root: string;
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
  /** The folders that contain a kustomization. */
  readonly kustomizedFolders: readonly string[];
}

/** A Kustomization with its folder, and the root of its repository. */
type Found = Pick<FluxPath, "folder" | "kustomization" | "root">;

/** What a Kustomization applies, and the evaluations of those that are part of it. */
interface Evaluation {
  readonly path: FluxPath;
  /** The one that applies it. */
  readonly parent: Evaluation | undefined;
  readonly children: Evaluation[];
}

/** A webhook that adds variables to the `postBuild` of every Kustomization. */
const WEBHOOK = "kustomize-mutating-webhook";

export class FluxRepository {
  readonly paths: readonly FluxPath[];
  /** The Kustomizations that no root reaches, because the kustomization around them does not list them. */
  readonly notApplied: readonly FluxKustomization[];
  private readonly kustomizer: Kustomizer;
  private readonly files: FluxFiles;
  private readonly sources: VariableSources;
  /** The Kustomizations that another one applies. */
  private readonly applied = new Set<string>();
  private readonly roots = new Map<string, readonly string[]>();
  private readonly folders = new Map<string, boolean>();
  /** The sources of Kustomizations that provide this repository. */
  private readonly ownSources = new Set<string>();
  /** Whether a webhook in the cluster adds variables to Kustomizations. */
  private readonly hasWebhook: boolean;
  /** The evaluations by the Kustomization as it is applied. Kustomizations can apply each other in many orders. */
  private readonly evaluations = new Map<string, Evaluation>();
  /** The Kustomizations that the kustomization in a folder renders, by their ids. */
  private readonly inFolders = new Map<string, ReadonlyMap<string, readonly RenderedObject[]>>();
  private readonly listed: ListedFiles;

  constructor(kustomizer: Kustomizer, files: FluxFiles) {
    this.kustomizer = kustomizer;
    this.files = files;
    // What is in the path of another one is applied by it, with its changes, or it is not applied.
    const folders = new Folders();
    const near = files.kustomizations.map((path) => path.slice(0, path.lastIndexOf("/") + 1));
    const isApplied = (file: string) => folders.contain(file) || near.some((folder) => file.startsWith(folder));
    this.sources = new VariableSources(kustomizer, files.sources, isApplied, (file) => this.rootsOf(file)[0]);
    this.listed = new ListedFiles(files.kustomizedFolders, kustomizer);
    this.hasWebhook = files.kustomizations.some((path) => path.includes(WEBHOOK));
    const documents = this.inRepository();
    const found = documents.flatMap((document) => this.instancesOf(document));
    for (const { folder, kustomization } of found) folders.add(folder, kustomization.file.path);
    const evaluated: { readonly id: string; readonly paths: readonly FluxPath[] }[] = [];
    const evaluateRoots = (roots: readonly Found[]) => {
      for (const root of roots) {
        const { id } = root.kustomization;
        if (this.applied.has(id)) continue;
        evaluated.push({ id, paths: [...reachable(this.evaluate(root))] });
      }
    };
    // Those that are in no other path are roots. Being in one does not prove that it applies them.
    const isInside = ({ kustomization }: Found) => folders.contain(kustomization.file.path);
    const isListed = ({ kustomization: { file } }: Found) =>
      !this.listed.isBelowOne(file.path) || this.outermost(file.path).length > 0;
    const [listed, others] = [found.filter(isListed), found.filter((each) => !isListed(each))];
    for (const roots of listed.length > 0 ? [listed] : [others]) {
      evaluateRoots(roots.filter((root) => !isInside(root)));
      evaluateRoots(roots.filter(isInside));
    }
    const inCluster = evaluated.filter(({ id }) => !this.applied.has(id));
    const children = new Set(inCluster.flatMap(({ paths: [, ...inside] }) => inside.map(nameAndFolder)));
    const all = inCluster.flatMap(({ paths: [root, ...inside] }) => {
      // A copy of a Kustomization that another one applies, for example in an archive, is not applied itself.
      return root === undefined || children.has(nameAndFolder(root)) ? [] : [root, ...inside];
    });
    this.paths = [...new Set(all)];
    const ids = new Set(this.paths.map(({ kustomization }) => kustomization.id));
    this.notApplied = others.map(({ kustomization }) => kustomization).filter(({ id }) => !ids.has(id));
  }

  /** The Kustomizations in a file with the variables that they set themselves. Their paths can be in other repositories. */
  declaredIn(file: string): Pick<FluxPath, "kustomization" | "variables">[] {
    if (!this.files.kustomizations.includes(file)) return [];
    const objects = (this.kustomizer.files.documentsOf(file)?.documents ?? []).flatMap(objectsIn);
    const declared = objects.flatMap((object) => fluxKustomization(object, true) ?? []);
    return declared.map((kustomization) => ({ kustomization, variables: this.sources.of(kustomization) }));
  }

  /** The Kustomizations in files whose path is in the repository. */
  private inRepository(): FluxKustomization[] {
    const files = this.files.kustomizations.filter((path) => !this.listed.isPatch(path));
    const all = files.flatMap((path) => {
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
      if (this.placeOf(kustomization) !== undefined) ofSource.existing.add(path);
    }
    for (const [source, { existing, paths }] of bySource) {
      if (existing.size > 0 && existing.size * 2 >= paths.size) this.ownSources.add(source);
    }
    return all;
  }

  /** The Kustomization with its folder; none if it is not in this repository. */
  private placed(kustomization: FluxKustomization): Found[] {
    const place = this.placeOf(kustomization);
    return place === undefined || !this.ownSources.has(kustomization.source) ? [] : [{ kustomization, ...place }];
  }

  private placeOf({ file, path }: FluxKustomization): Pick<Found, "folder" | "root"> | undefined {
    if (path === undefined) return undefined;
    const places = this.rootsOf(file.path).map((root) => ({ root, folder: pathFrom(root, `./${path}`) }));
    return places.find(({ folder, root }) => isBelow(folder, root) && this.isFolder(folder));
  }

  /** Kustomizations that apply each other name the same folders again and again. */
  private isFolder(path: string): boolean {
    const is = this.folders.get(path) ?? this.files.isFolder(path);
    this.folders.set(path, is);
    return is;
  }

  private rootsOf(file: string): readonly string[] {
    const folder = file.slice(0, file.lastIndexOf("/"));
    const roots = this.roots.get(folder) ?? this.files.rootsOf(file);
    this.roots.set(folder, roots);
    return roots;
  }

  /** A Kustomization as the outermost kustomizations that list it render it, or as it is in its file. */
  private instancesOf(document: FluxKustomization): Found[] {
    const { file, id } = document;
    const outermost = this.outermost(file.path).flatMap((folder) => this.inFolder(folder) ?? []);
    if (outermost.length === 0) return this.placed(document);
    return outermost.flatMap((byId) => {
      return (byId.get(id) ?? []).flatMap(({ document: object, isUnknown }) => this.foundIn(object, isUnknown, id));
    });
  }

  /** The outermost kustomizations of the repository that contain a file. */
  private outermost(file: string): string[] {
    const [root = ""] = this.rootsOf(file);
    return this.listed.outermost(file, (folder) => !isBelow(file, root) || isBelow(folder, root));
  }

  /** The Kustomizations that a kustomization renders; undefined for a Component. */
  private inFolder(folder: string): ReadonlyMap<string, readonly RenderedObject[]> | undefined {
    const known = this.inFolders.get(folder);
    if (known !== undefined) return known;
    const root = this.rootsOf(`${folder}/`).find((each) => isBelow(folder, each));
    const { isComponent, objects = [] } = this.kustomizer.render(folder, root) ?? {};
    if (isComponent) return undefined;
    const byId = grouped(objects, ({ document }) => fluxKustomization(document)?.id ?? "");
    byId.delete("");
    this.inFolders.set(folder, byId);
    return byId;
  }

  private foundIn(document: Node, isUnknown: boolean, wanted?: string): Found[] {
    const kustomization = fluxKustomization(document);
    if (kustomization === undefined || (wanted !== undefined && kustomization.id !== wanted)) return [];
    if (wanted === undefined) this.applied.add(kustomization.id);
    return isUnknown ? [] : this.placed(kustomization);
  }

  /** Evaluates a Kustomization, and those that it applies: each of them once in the form in which it is applied. */
  private evaluate(root: Found): Evaluation[] {
    const open: { readonly found: Found; readonly parent: Evaluation | undefined }[] = [
      { found: root, parent: undefined },
    ];
    let first: Evaluation | undefined;
    for (const { found, parent } of open) {
      const { document, id } = found.kustomization;
      const key = JSON.stringify([id, found.folder, document.value], (_, value) =>
        typeof value === "bigint" ? `${value}n` : value,
      );
      let evaluation = this.evaluations.get(key);
      if (evaluation === undefined) {
        const path = this.pathOf(found);
        if (path === undefined) continue;
        evaluation = { path, parent, children: [] };
        this.evaluations.set(key, evaluation);
        for (const child of this.childrenOf(evaluation)) open.push({ found: child, parent: evaluation });
      }
      first ??= evaluation;
      parent?.children.push(evaluation);
    }
    return first === undefined ? [] : [first];
  }

  /** What a Kustomization applies; undefined if its path has nothing. */
  private pathOf(found: Found): FluxPath | undefined {
    const { postBuild } = found.kustomization;
    const rendering = renderPath(this.kustomizer, found);
    if (rendering === undefined) return undefined;
    const own = this.sources.of(found.kustomization);
    const variables = this.hasWebhook ? { ...own, isComplete: false } : own;
    const hasSource = postBuild?.substituteFrom.some((reference) => reference?.isOptional !== true) === true;
    const hasVariables = variables.all.size > 0 || postBuild?.isAlways || hasSource;
    const mayHaveVariables = hasVariables || (variables.isComplete ? false : undefined);
    const isSubstituted = this.hasWebhook || (postBuild !== undefined && mayHaveVariables);
    return { ...found, rendering, variables, isSubstituted };
  }

  /** The Kustomizations that one applies. One that applies it, too, has been evaluated. */
  private childrenOf(evaluation: Evaluation): Found[] {
    const { budget } = this.kustomizer;
    const { isSubstituted, rendering, variables } = evaluation.path;
    const above = new Map<string, Evaluation>();
    for (let each: Evaluation | undefined = evaluation; each !== undefined; each = each.parent) {
      if (!budget.take(1)) return [];
      above.set(each.path.kustomization.id, each);
    }
    return rendering.objects.flatMap(({ document: object, isUnknown }) => {
      const child = fluxKustomization(object);
      if (child === undefined) return [];
      const known = above.get(child.id);
      if (known !== undefined) {
        evaluation.children.push(known);
        return [];
      }
      return this.foundIn(isSubstituted ? substituted(object, variables, undefined, budget) : object, isUnknown);
    });
  }
}

/** The paths that evaluations lead to, each once: a Kustomization before those that it applies. */
function reachable(roots: readonly Evaluation[]): Set<FluxPath> {
  const paths = new Set<FluxPath>();
  const open = roots.toReversed();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (paths.has(next.path)) continue;
    paths.add(next.path);
    for (const child of next.children.toReversed()) open.push(child);
  }
  return paths;
}

function nameAndFolder({ folder, kustomization }: FluxPath): string {
  return `${kustomization.name} ${folder}`;
}

/** What a Kustomization applies, as the files are now; undefined if its path does not exist. */
export function renderPath(kustomizer: Kustomizer, { folder, kustomization, root }: Found): Rendering | undefined {
  const { document } = kustomization;
  const patchFile = fileAt(document, ["spec", "patches"])!;
  return kustomizer.renderFlux(folder, nodeAt(document, ["spec"])!, patchFile, root);
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

/** An object after substitution. Objects of Flux, which do not have pods, are not changed. */
export function appliedObject(
  document: Node,
  variables: FluxVariables,
  onText?: (text: ReplacedText) => void,
  budget?: Budget,
): Node {
  return isOfFlux(document.value) ? document : substituted(document, variables, onText, budget);
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
  return {
    all: mergeObjects(lists),
    isComplete: paths.every(({ variables: { isComplete } }) => isComplete),
    isCertain,
  };
}

/** Whether an object that is not of Flux can contain a container with something that is expanded. */
export function mayHavePod(object: unknown): boolean {
  return !isOfFlux(object) && hasContainer(object);
}

function hasContainer(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return value.some(hasContainer);
  return Object.entries(value).some(([key, member]) => {
    return /^(?:env|envFrom|command|args)$|containers?$/i.test(key) || hasContainer(member);
  });
}
