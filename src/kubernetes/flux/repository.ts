/** The Kustomizations of Flux in a repository, and what each of them applies. */

import { addTo, grouped } from "../../text/grouped.ts";
import { memberOf } from "../../text/own-keys.ts";
import { isPutAway } from "../../text/put-away.ts";
import { fileAt, isBelow, type Kustomizer, objectsIn, type RenderedObject } from "../kustomize/index.ts";
import { AppliedFolders } from "./applied-folders.ts";
import { type FluxKustomization, fluxKustomization } from "./kustomization.ts";
import { ListedFiles } from "./listed.ts";
import { type NotEvaluated, OwnSources, type RepositoryFolders } from "./own-sources.ts";
import { type FluxPath, type PlacedKustomization, renderPath } from "./paths.ts";
import { fluxReferences } from "./references.ts";
import type { StatedSource } from "./source-objects.ts";
import { SourceUrls } from "./source-urls.ts";
import { type ReplacedText, substituted } from "./substitution.ts";
import { VariableSources } from "./variables.ts";
import type { FluxVersion } from "./version.ts";

export interface FluxFiles extends RepositoryFolders {
  /** The files that can contain ConfigMaps, Secrets, or generators of them. */
  readonly sources: readonly string[];
  /** The files that can declare sources, such as a GitRepository. */
  readonly declaringSources: readonly string[];
  readonly version: Pick<FluxVersion, "isStrict">;
  /** The sources whose keys the user states. */
  readonly stated?: readonly StatedSource[] | undefined;
}

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
  /** The Kustomizations that are not evaluated: no root reaches them, or their path is not in the repository. */
  readonly notEvaluated: readonly NotEvaluated[];
  private readonly kustomizer: Kustomizer;
  private readonly files: FluxFiles;
  private readonly sources: VariableSources;
  /** The Kustomizations that apply another one, by its id. */
  private readonly applied = new Map<string, FluxKustomization[]>();
  private readonly own: OwnSources;
  /** The Kustomizations without a folder. */
  private readonly unplaced = new Map<string, FluxKustomization>();
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
    const folders = new AppliedFolders();
    const near = files.kustomizations.map((path) => path.slice(0, path.lastIndexOf("/") + 1));
    const isApplied = (file: string) => folders.contain(file) || near.some((folder) => file.startsWith(folder));
    this.sources = new VariableSources(kustomizer, {
      files: files.sources,
      stated: files.stated ?? [],
      isApplied,
      isPatch: (file) => this.listed.isPatch(file),
      isMoved: (file) => folders.move(file) || this.setsNamespace(file),
      rootOf: (file) => this.own.rootsOf(file)[0],
    });
    this.listed = new ListedFiles(files.kustomizedFolders, kustomizer);
    this.hasWebhook = files.kustomizations.some((path) => path.includes(WEBHOOK));
    const documents = this.declared();
    const live = documents.filter(({ file }) => !isPutAway(file.path));
    this.own = new OwnSources(
      files,
      live.length > 0 ? live : documents,
      new SourceUrls(kustomizer.loader.files, files.declaringSources),
    );
    const found = documents.flatMap((document) => this.instancesOf(document));
    for (const { folder, kustomization } of found) folders.add(folder, kustomization);
    const evaluated: { readonly id: string; readonly paths: readonly FluxPath[] }[] = [];
    const evaluateRoots = (roots: readonly PlacedKustomization[]) => {
      for (const root of roots) {
        const { id } = root.kustomization;
        if (this.applied.has(id)) continue;
        evaluated.push({ id, paths: [...reachable(this.evaluate(root))] });
      }
    };
    // Those that are in no other path are roots. Being in one does not prove that it applies them.
    const isInside = ({ kustomization }: PlacedKustomization) => folders.contain(kustomization.file.path);
    const root = found[0]?.root ?? "";
    // What only a Component lists is applied by those that use it.
    const isListed = ({ kustomization: { file } }: Pick<PlacedKustomization, "kustomization">) => {
      if (isPutAway(file.path.slice(root.length))) return false;
      const outermost = this.outermost(file.path);
      if (outermost.length === 0) return !this.listed.isBelowOne(file.path);
      return outermost.some((folder) => this.inFolder(folder) !== undefined);
    };
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
    const unplaced = [...this.unplaced.values()].filter((kustomization) => !ids.has(kustomization.id));
    const [expected, unlisted] = [
      unplaced.filter((kustomization) => this.applied.has(kustomization.id) || isListed({ kustomization })),
      others.map(({ kustomization }) => kustomization).filter(({ id }) => !ids.has(id)),
    ];
    const folderOf = ({ file: { path } }: FluxKustomization) => path.slice(0, path.lastIndexOf("/"));
    const evaluatedIn = new Set(this.paths.map(({ kustomization }) => folderOf(kustomization)));
    this.notEvaluated = [
      ...expected.map((kustomization) => {
        const reason = this.own.reasonOf(kustomization);
        // One in the path of another Kustomization is applied by that one, or by none.
        const isRoot = evaluatedIn.has(folderOf(kustomization)) && !folders.contain(kustomization.file.path);
        const isApplied = this.applied.has(kustomization.id) || isRoot;
        if (reason !== "missing-path") return { kustomization, reason };
        const similarPath = this.own.similarPath(kustomization);
        return { kustomization, reason: isApplied ? reason : ("not-applied" as const), similarPath };
      }),
      ...unlisted.map((kustomization) => {
        const [place] = this.own.placed(kustomization);
        return { kustomization, reason: "not-applied" as const, place };
      }),
    ];
  }

  /** The Kustomizations in a file with the variables that they set themselves. Their paths can be in other repositories. */
  declaredIn(file: string): Pick<FluxPath, "kustomization" | "variables">[] {
    if (!this.files.kustomizations.includes(file)) return [];
    const objects = (this.kustomizer.loader.files.documentsOf(file)?.documents ?? []).flatMap(objectsIn);
    const declared = objects.flatMap((object) => fluxKustomization(object, true) ?? []);
    return declared.map((kustomization) => ({ kustomization, variables: this.sources.of(kustomization) }));
  }

  /** The Kustomizations in files that are not patches. */
  private declared(): FluxKustomization[] {
    const files = this.files.kustomizations.filter((path) => !this.listed.isPatch(path));
    return files.flatMap((path) => {
      const documents = this.kustomizer.loader.files.documentsOf(path)?.documents ?? [];
      return documents.flatMap(objectsIn).flatMap((document) => fluxKustomization(document) ?? []);
    });
  }

  /** A Kustomization as the outermost kustomizations that list it render it, or as it is in its file. */
  private instancesOf(document: FluxKustomization): PlacedKustomization[] {
    const { file, id } = document;
    const outermost = this.outermost(file.path).flatMap((folder) => this.inFolder(folder) ?? []);
    if (outermost.length === 0) return this.placed(document);
    return outermost.flatMap((byId) => (byId.get(id) ?? []).flatMap((object) => this.foundIn(object)));
  }

  /** The Kustomizations that apply one. */
  appliersOf({ id }: Pick<FluxKustomization, "id">): readonly FluxKustomization[] {
    return this.applied.get(id) ?? [];
  }

  /** The folders of the outermost kustomizations of the repository that contain a file. */
  outermost(file: string): string[] {
    const [root = ""] = this.own.rootsOf(file);
    return this.listed.outermost(file, (folder) => !isBelow(file, root) || isBelow(folder, root));
  }

  /** The Kustomizations that a kustomization renders; undefined for a Component. */
  private inFolder(folder: string): ReadonlyMap<string, readonly RenderedObject[]> | undefined {
    const known = this.inFolders.get(folder);
    if (known !== undefined) return known;
    const root = this.own.rootsOf(`${folder}/`).find((each) => isBelow(folder, each));
    const { isComponent, objects = [] } = this.kustomizer.render(folder, root) ?? {};
    if (isComponent) return undefined;
    const byId = grouped(objects, ({ document }) => fluxKustomization(document)?.id ?? "");
    byId.delete("");
    this.inFolders.set(folder, byId);
    return byId;
  }

  /** Whether a kustomization that lists a file changes the namespaces of its objects. */
  private setsNamespace(file: string): boolean {
    return this.listed.above(file).some((folder) => {
      const root = this.kustomizer.loader.kustomizationIn(folder)?.documents[0]?.value;
      return typeof memberOf(root, "namespace") === "string";
    });
  }

  private placed(kustomization: FluxKustomization): PlacedKustomization[] {
    const placed = this.own.placed(kustomization);
    if (placed.length === 0) this.unplaced.set(kustomization.id, kustomization);
    return placed;
  }

  private foundIn({ document, isUnknown }: RenderedObject): PlacedKustomization[] {
    const kustomization = isUnknown ? undefined : fluxKustomization(document);
    return kustomization === undefined ? [] : this.placed(kustomization);
  }

  /** Evaluates a Kustomization, and those that it applies: each of them once in the form in which it is applied. */
  private evaluate(root: PlacedKustomization): Evaluation[] {
    const open: { readonly found: PlacedKustomization; readonly parent: Evaluation | undefined }[] = [
      { found: root, parent: undefined },
    ];
    let first: Evaluation | undefined;
    for (const { found, parent } of open) {
      const { document, id } = found.kustomization;
      const key = JSON.stringify([id, found.folder, document.value, [...found.replacedBefore]], (_, value) =>
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
  private pathOf(found: PlacedKustomization): FluxPath | undefined {
    const { postBuild } = found.kustomization;
    const rendering = renderPath(this.kustomizer, found);
    if (rendering === undefined) return undefined;
    const own = this.sources.of(found.kustomization);
    const variables = this.hasWebhook ? { ...own, isComplete: false } : own;
    const hasSource = postBuild?.substituteFrom.some((reference) => reference?.isOptional !== true) === true;
    const hasVariables = variables.all.size > 0 || postBuild?.isAlways || hasSource;
    const mayHaveVariables = hasVariables || (variables.isComplete ? false : undefined);
    const isSubstituted = this.hasWebhook || (postBuild !== undefined && mayHaveVariables);
    const { isStrict } = this.files.version;
    return { ...found, rendering, variables, isSubstituted, isStrict };
  }

  /** The Kustomizations that one applies. One that applies it, too, has been evaluated. */
  private childrenOf(evaluation: Evaluation): PlacedKustomization[] {
    const { budget } = this.kustomizer;
    const { isSubstituted, rendering, variables } = evaluation.path;
    const above = new Map<string, Evaluation>();
    for (let each: Evaluation | undefined = evaluation; each !== undefined; each = each.parent) {
      if (!budget.take(1)) return [];
      above.set(each.path.kustomization.id, each);
    }
    return rendering.objects.flatMap((rendered) => {
      const { document: object, isUnknown } = rendered;
      const child = fluxKustomization(object);
      if (child === undefined) return [];
      const known = above.get(child.id);
      if (known !== undefined) {
        evaluation.children.push(known);
        return [];
      }
      addTo(this.applied, child.id, evaluation.path.kustomization);
      if (isSubstituted === false) return this.foundIn(rendered);
      const replacedBefore = new Set<string>();
      const onText = ({ path, result, text }: ReplacedText) => {
        if (isSubstituted && result.kind === "known") return;
        const isPatch = `${path[1]}`.startsWith("patches");
        const place = isPatch ? fileAt(object, path)?.path : "metadata";
        for (const { name } of fluxReferences(text).references) replacedBefore.add(`${name} ${place}`);
      };
      const after = substituted(object, variables, onText, budget);
      const found = this.foundIn({ document: isSubstituted ? after : object, isUnknown });
      return found.map((each) => ({ ...each, replacedBefore }));
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
