/** Renders kustomizations. What is not supported makes objects unknown; nothing is an error. */

import { memberOf } from "../../text/own-keys.ts";
import { pathFrom } from "../../text/paths.ts";
import type { Node } from "../../yaml/node.ts";
import {
  type Accumulated,
  append,
  CONFIGURED_FIELDS,
  copied,
  doubtAll,
  nothingRendered,
  type Rendering,
  rendered,
  sizeOf,
} from "./accumulated.ts";
import { atPlace, Budget, LimitError } from "./budget.ts";
import { lacksSource, memberProblems } from "./contents.ts";
import { isComponent, type Level, type Limits, Loader, OWN_FOLDER, report } from "./loader.ts";
import { indexOf } from "./patches.ts";
import { declaredVariables } from "./references.ts";
import { duplicateProblem, idText, isObject, objectProblem, objectsIn, Resource } from "./resource.ts";
import { runGenerators } from "./run-generators.ts";
import { Selectors } from "./selectors.ts";
import { isBelow, type KustomizeReader, type ParsedFile } from "./source-files.ts";
import { addConfiguration, runTransformers } from "./transformers.ts";
import { mappingAt, membersOf, pathsIn, type SourceFile, type TextNode } from "./tree.ts";

/** Which files kustomize loads: those in the folder of the kustomization that names them, or any. */
export type LoadRestrictor = "LoadRestrictionsRootOnly" | "LoadRestrictionsNone";

export interface KustomizerOptions {
  /** The budget of the command, if it evaluates more than these kustomizations. */
  readonly budget?: Budget;
  /** Default: `LoadRestrictionsRootOnly`. Flux loads any file of its repository. */
  readonly loadRestrictor?: LoadRestrictor | undefined;
  /** Returns outlines of the objects in a file, if those are enough. */
  outlineOf?(path: string): readonly Resource[] | undefined;
}

/** The work of looking for a file or a kustomization, in units. */
const LOAD = 64;

/** The work of adding an object: it gets into an index by each of its ids. */
const APPEND = 4;

/** The size of the kustomizations that are kept between renderings, in nodes. */
const MAX_KEPT_NODES = 200_000;

/** The most levels of kustomizations, because accumulating recurses. */
const MAX_LEVELS = 100;

/** The members of a Flux Kustomization's spec that kustomize applies, besides `targetNamespace`. */
const FLUX_MEMBERS = [
  "components",
  "ignoreMissingComponents",
  "patches",
  "patchesStrategicMerge",
  "patchesJson6902",
  "namePrefix",
  "nameSuffix",
  "images",
];

/**
 * Renders kustomizations with a budget of work in proportion to the text that is read. What exceeds it, or what kustomize
 * refuses to load, is in `unevaluated` of a rendering.
 */
export class Kustomizer {
  readonly loader: Loader;
  readonly budget: Budget;
  private readonly selectors: Selectors;
  /** What was accumulated, by the root and the folder; the oldest first. */
  private readonly kept = new Map<string, Accumulated>();
  private keptNodes = 0;
  private readonly outlineOf: KustomizerOptions["outlineOf"];

  constructor(reader: KustomizeReader, { budget = new Budget(), loadRestrictor, outlineOf }: KustomizerOptions = {}) {
    this.outlineOf = outlineOf;
    this.budget = budget;
    this.selectors = new Selectors(reader.pattern);
    this.loader = new Loader(reader, budget, loadRestrictor === "LoadRestrictionsNone" ? undefined : OWN_FOLDER);
  }

  /**
   * Renders the kustomization of a folder, as `kubectl kustomize` does; undefined if none exists.
   *
   * @param root the folder that files must be in, such as the root of a repository of Flux. Default: their own one
   */
  render(folder: string, root = this.loader.root): Rendering | undefined {
    const problem = this.loader.malformedIn(folder, root);
    if (problem !== undefined) return nothingRendered(problem.file, false, problem);
    const source = this.loader.kustomizationIn(folder, root);
    return source && this.rendered(source, folder, root);
  }

  /**
   * Renders a folder as Flux does: with the components of a Kustomization added to those of the folder, and with its patches.
   * Without a file of kustomize, the folder consists of all manifests in it.
   *
   * @param spec a part of the Kustomization in this file
   * @param root the root of the repository: Flux loads any file in it, and no other one
   */
  renderFlux(folder: string, spec: Node, file: SourceFile, root: string): Rendering | undefined {
    const problem = this.loader.malformedIn(folder, root);
    if (problem !== undefined) return nothingRendered(problem.file, false, problem);
    const source = this.loader.fluxSourceOf(folder, root);
    if (source === undefined) return undefined;
    const ofSpec = membersOf(spec);
    const namespace = ofSpec.get("targetNamespace");
    const members = [...ofSpec].filter(([name]) => FLUX_MEMBERS.includes(name));
    const content = mappingAt(spec, [...members, ...(namespace ? [["namespace", namespace] as const] : [])]);
    return this.rendered(source, folder, root, { file, documents: [content] });
  }

  /**
   * Renders a folder; nothing, with the reason, if that exceeds a limit.
   *
   * @param flux what a Kustomization of Flux adds
   */
  private rendered(source: ParsedFile, folder: string, root: string | undefined, flux?: ParsedFile): Rendering {
    const { path } = source.file;
    const budget = this.budget.share();
    try {
      return atPlace(path, 0, () => {
        const into = copied(this.accumulated(folder, [], { budget, root }, flux), budget);
        if (flux !== undefined) {
          const level = { folder, source: flux, content: flux.documents[0]!, into, above: [folder], budget, root };
          runTransformers(level, this.loader, this.selectors);
        }
        return rendered(path, into, isComponent(source), budget);
      });
    } catch (error) {
      if (!(error instanceof LimitError)) throw error;
      const { message, place, reason } = error;
      return nothingRendered(path, isComponent(source), { reason, message, ...place! });
    }
  }

  private accumulated(folder: string, above: readonly string[], limits: Limits, flux?: ParsedFile): Accumulated {
    const components = flux === undefined ? [] : pathsIn(flux.documents[0]!, ["components"]);
    const key = [
      limits.root,
      folder,
      ...components.map(({ start, value }) => `${flux!.file.path} ${start} ${value}`),
    ].join(" ");
    const known = this.kept.get(key);
    this.kept.delete(key);
    if (known !== undefined) {
      this.kept.set(key, known);
      return known;
    }
    const into: Accumulated = {
      resources: [],
      variables: [],
      references: [],
      fields: { varReference: [], images: [], namespace: [] },
      isComplete: true,
      files: new Set(),
      unevaluated: new Map(),
    };
    this.accumulate(folder, into, above, limits, flux);
    this.kept.set(key, into);
    this.keptNodes += sizeOf(into);
    // A rendering can need each of its parts again.
    for (const [oldest, each] of above.length === 0 ? this.kept : []) {
      if (this.keptNodes <= MAX_KEPT_NODES) break;
      this.kept.delete(oldest);
      this.keptNodes -= sizeOf(each);
    }
    return into;
  }

  /** Adds a kustomization: of a component, to the objects that are there already. */
  private accumulate(
    folder: string,
    into: Accumulated,
    above: readonly string[],
    limits: Limits,
    flux?: ParsedFile,
  ): void {
    const { budget, root } = limits;
    const isFlux = above.length === 0 && root !== undefined && root !== OWN_FOLDER;
    const source = isFlux ? this.loader.fluxSourceOf(folder, root) : this.loader.kustomizationIn(folder, root);
    if (source === undefined || above.includes(folder)) {
      into.isComplete = false;
      return;
    }
    const { path } = source.file;
    into.files.add(path);
    // The objects of those that use it are not here.
    if (above.length === 0 && isComponent(source)) into.isComplete = false;
    atPlace(path, 0, () => {
      budget.spend(LOAD + above.length);
      if (above.length === MAX_LEVELS) {
        throw new LimitError("depth", `kustomizations are nested more than ${MAX_LEVELS} levels deep`);
      }
      const content = source.documents[0]!;
      const level: Level = { folder, source, content, into, above: [...above, folder], budget, root };
      const problems = memberProblems(content);
      for (const { at, message } of problems) report(level, at, "refused", message);
      // Argo CD and Fleet apply such a kustomization to what another program renders.
      if (above.length === 0 && !isFlux && !isComponent(source) && lacksSource(content)) {
        into.isComplete = false;
        report(level, content, "unsupported", "it lists no resources: what it changes is not here");
      }
      for (const node of pathsIn(content, ["resources", "bases"])) this.addResource(node, level);
      for (const node of pathsIn(content, ["configurations"])) addConfiguration(node, level, this.loader);
      runGenerators(level, this.loader);
      this.addComponents(level);
      if (flux !== undefined) this.addComponents({ ...level, source: flux, content: flux.documents[0]! });
      // Something that kustomize does not know may have been meant to add or to change objects.
      if (problems.length > 0) doubtAll(into);
      runTransformers(level, this.loader, this.selectors);
      into.variables.push(...declaredVariables(content, into.resources, budget));
    });
  }

  private addComponents(level: Level): void {
    const { above, content, folder, into } = level;
    for (const node of pathsIn(content, ["components"])) {
      const path = pathFrom(folder, node.value);
      const component = this.loader.listedBy(node, level);
      if (component !== undefined && isComponent(component)) {
        this.accumulate(path, into, above, level);
        continue;
      }
      if (component === undefined && memberOf(content.value, "ignoreMissingComponents") === true) continue;
      doubtAll(into);
      if (component === undefined)
        this.loader.reportUnread(node, node.value, level, "accumulating components", "folder");
      else {
        const message = `expected kind 'Component' for path '${node.value}' but got 'Kustomization'`;
        report(level, node, "refused", `accumulating components: ${message}`);
      }
    }
  }

  private addResource(node: TextNode, level: Level): void {
    const { above, budget, folder, into, root } = level;
    const full = pathFrom(folder, node.value);
    const isFile = this.loader.isLoadable(full, folder, root);
    budget.spend(LOAD);
    const outlines = isFile ? this.outlineOf?.(full) : undefined;
    if (outlines !== undefined) {
      into.files.add(full);
      for (const outline of outlines) append(outline.copy(), into, indexOf(into, budget));
      return;
    }
    const parsed = isFile ? this.loader.documentsOf(node, level) : undefined;
    const task = "accumulating resources";
    if (parsed?.documents.every(isObject)) {
      const { duplicate } = parsed;
      if (duplicate !== undefined) report(level, node, "refused", `${task}: ${duplicateProblem(duplicate)}`);
      for (const object of parsed.documents.flatMap(objectsIn)) {
        budget.spend(APPEND);
        if (object.value !== null) this.append(new Resource(object), node, level);
      }
      return;
    }
    if (parsed !== undefined) {
      into.files.delete(full);
      into.isComplete = false;
      report(level, node, "refused", `${task}: ${objectProblem(parsed.documents)}`);
      return;
    }
    const source = this.loader.listedBy(node, level);
    const visited = above.find((each) => isBelow(each, full));
    if (source === undefined || isComponent(source) || visited !== undefined) {
      into.isComplete = false;
      if (source === undefined) this.loader.reportUnread(node, node.value, level, task, "folder");
      else if (visited === undefined)
        report(level, node, "refused", `${task}: expected kind != 'Component' for path '${node.value}'`);
      else report(level, node, "refused", `${task}: cycle detected: candidate root contains visited root`);
      return;
    }
    const inner = copied(this.accumulated(full, above, level), budget);
    for (const resource of inner.resources) {
      budget.spend(APPEND * (1 + resource.previousIds.length));
      this.append(resource, node, level);
    }
    for (const variable of inner.variables) into.variables.push(variable);
    for (const reference of inner.references) into.references.push(reference);
    for (const member of CONFIGURED_FIELDS) for (const field of inner.fields[member]) into.fields[member].push(field);
    into.isComplete &&= inner.isComplete;
    for (const file of inner.files) into.files.add(file);
    for (const [place, each] of inner.unevaluated) into.unevaluated.set(place, each);
  }

  private append(resource: Resource, node: Node, level: Level): void {
    const { budget, into } = level;
    if (append(resource, into, indexOf(into, budget)) === "duplicate") {
      report(level, node, "refused", `may not add resource with an already registered id: ${idText(resource.id)}`);
    }
  }
}
