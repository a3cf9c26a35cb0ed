/** Renders kustomizations. What is not supported makes objects unknown; nothing is an error. */

import { memberOf } from "../../text/own-keys.ts";
import { pathFrom } from "../../text/paths.ts";
import { dereferenced, type Node, nodeAt } from "../../yaml/node.ts";
import { parseManifest } from "../../yaml/parse.ts";
import {
  type Accumulated,
  addMetadata,
  append,
  copied,
  type Rendering,
  rename,
  rendered,
  setNamespace,
} from "./accumulated.ts";
import { atPlace, Budget, LimitError } from "./budget.ts";
import { contentsOf, type KustomizationContents, withKnownNames } from "./contents.ts";
import { generate, mergedGenerated } from "./generators.ts";
import { applyPatch, indexOf, isSupported } from "./patches.ts";
import { declaredVariables, fieldsIn, setMetadata } from "./references.ts";
import { applyReplacement } from "./replacements.ts";
import { isObject, objectsIn, Resource } from "./resource.ts";
import { Selectors } from "./selectors.ts";
import { inlineDocuments, isBelow, type KustomizeReader, type ParsedFile, SourceFiles } from "./source-files.ts";
import {
  fileAt,
  inFile,
  itemsOf,
  mappingAt,
  membersOf,
  pathsIn,
  type SourceFile,
  type TextNode,
  textOf,
} from "./tree.ts";

/** What the file of a kustomization is called. */
export const KUSTOMIZATION_FILES: readonly string[] = ["kustomization.yaml", "kustomization.yml", "Kustomization"];

/** Which files kustomize loads: those in the folder of the kustomization that names them, or any. */
export type LoadRestrictor = "LoadRestrictionsRootOnly" | "LoadRestrictionsNone";

export interface KustomizerOptions {
  /** The budget of the command, if it evaluates more than these kustomizations. */
  readonly budget?: Budget;
  /** Default: `LoadRestrictionsRootOnly`. Flux loads any file of its repository. */
  readonly loadRestrictor?: LoadRestrictor | undefined;
}

/** The limits of a rendering. */
interface Limits {
  readonly budget: Budget;
  /** The folder that files must be in: `OWN_FOLDER`, or a path. Undefined for none. */
  readonly root: string | undefined;
}

/** The root of each kustomization: its own folder. */
const OWN_FOLDER = ".";

/** A kustomization that is being read. */
interface Level extends Limits {
  readonly folder: string;
  readonly source: ParsedFile;
  readonly content: Node;
  readonly into: Accumulated;
  /** The folders of the kustomizations that this one is part of. */
  readonly above: readonly string[];
}

/** The work of looking for a file or a kustomization, in units. */
const LOAD = 64;

/** The work of adding an object: it gets into an index by each of its ids. */
const APPEND = 4;

/** The size of the kustomizations that are kept between renderings, in nodes. */
const MAX_KEPT_NODES = 200_000;

/** The most levels of kustomizations, because accumulating recurses. */
const MAX_LEVELS = 100;

/** Lists of a kustomization that add or change objects in ways that are not supported. */
const OTHER_GENERATORS = ["generators", "helmCharts", "helmChartInflationGenerator"];

/** The members of a Flux Kustomization's spec that kustomize applies, besides `targetNamespace`. */
const FLUX_MEMBERS = ["components", "patches", "patchesStrategicMerge", "patchesJson6902", "namePrefix", "nameSuffix"];

/** Our own function, which changes nothing. */
const OWN_API = "varexpand.dev/v1";

/** The transformers of kustomize that change nothing a container sees. Pods can read labels and annotations. */
const HARMLESS = ["ImageTagTransformer", "ReplicaCountTransformer"];

/**
 * Renders kustomizations with a budget of work in proportion to the text that is read. What exceeds it, or what kustomize
 * refuses to load, is in `unevaluated` of a rendering.
 */
export class Kustomizer {
  readonly files: SourceFiles;
  readonly budget: Budget;
  private readonly selectors: Selectors;
  private readonly root: string | undefined;
  /** What was accumulated, by the root and the folder; the oldest first. */
  private readonly kept = new Map<string, Accumulated>();
  private keptNodes = 0;
  /** The kustomizations that Flux generates, by their folders. */
  private readonly generated = new Map<string, ParsedFile | undefined>();

  constructor(reader: KustomizeReader, { budget = new Budget(), loadRestrictor }: KustomizerOptions = {}) {
    this.budget = budget;
    this.files = new SourceFiles(reader, budget);
    this.selectors = new Selectors(reader.pattern);
    this.root = loadRestrictor === "LoadRestrictionsNone" ? undefined : OWN_FOLDER;
  }

  /** The kustomization in a folder; undefined if none can be read. */
  kustomizationIn(folder: string, root = this.root): ParsedFile | undefined {
    const paths = KUSTOMIZATION_FILES.map((name) => pathFrom(folder, name));
    const [found, ...others] = paths.flatMap((path) =>
      this.isLoadable(path, folder, root) ? (this.files.documentsOf(path) ?? []) : [],
    );
    return found?.documents.length === 1 && others.length === 0 ? withKnownNames(found) : undefined;
  }

  /** Returns what the kustomization in a folder lists; undefined if the folder has no readable kustomization. */
  contentsIn(folder: string): KustomizationContents | undefined {
    const root = this.kustomizationIn(folder)?.documents[0];
    return root && contentsOf(root, folder);
  }

  /**
   * Renders the kustomization of a folder, as `kubectl kustomize` does; undefined if none exists.
   *
   * @param root the folder that files must be in, such as the root of a repository of Flux. Default: their own one
   */
  render(folder: string, root = this.root): Rendering | undefined {
    const source = this.kustomizationIn(folder, root);
    return source && this.rendered(source, folder, root, () => {});
  }

  /**
   * Renders a folder as Flux does: with the components and patches of a Kustomization. Without a file of kustomize, the
   * folder consists of all manifests in it.
   *
   * @param spec a part of the Kustomization in this file
   * @param root the root of the repository: Flux loads any file in it, and no other one
   */
  renderFlux(folder: string, spec: Node, file: SourceFile, root: string): Rendering | undefined {
    const source = this.fluxSourceOf(folder, root);
    if (source === undefined) return undefined;
    const ofSpec = membersOf(spec);
    const namespace = ofSpec.get("targetNamespace");
    const members = [...ofSpec].filter(([name]) => FLUX_MEMBERS.includes(name));
    const content = mappingAt(spec, [...members, ...(namespace ? [["namespace", namespace] as const] : [])]);
    return this.rendered(source, folder, root, (into, budget) => {
      const own = { file, documents: [content] };
      const level: Level = { folder, source: own, content, into, above: [folder], budget, root };
      this.addComponents(level);
      this.runTransformers(level);
    });
  }

  /** Renders a folder after more changes; nothing, with the reason, if that exceeds a limit. */
  private rendered(
    source: ParsedFile,
    folder: string,
    root: string | undefined,
    change: (into: Accumulated, budget: Budget) => void,
  ): Rendering {
    const { path } = source.file;
    const budget = this.budget.share();
    try {
      return atPlace(path, 0, () => {
        const into = copied(this.accumulated(folder, [], { budget, root }), budget);
        change(into, budget);
        return rendered(path, into, isComponent(source), budget);
      });
    } catch (error) {
      if (!(error instanceof LimitError)) throw error;
      const unevaluated = [{ reason: error.reason, message: error.message, ...error.place! }];
      const files = new Set([path]);
      return { file: path, isComponent: isComponent(source), objects: [], isComplete: false, files, unevaluated };
    }
  }

  /**
   * Whether a file can be loaded for a kustomization in a folder.
   *
   * @param root the folder that it must be in: `.` for that of the kustomization; undefined for any
   */
  isLoadable(path: string, folder: string, root: string | undefined): boolean {
    if (root === undefined) return true;
    const real = (each: string) => this.files.reader.realPath?.(each) ?? each;
    return isBelow(real(path), real(root === OWN_FOLDER ? folder : root));
  }

  /** The kustomization in a folder, or the one that Flux generates. */
  private fluxSourceOf(folder: string, root: string): ParsedFile | undefined {
    const own = this.kustomizationIn(folder, root);
    if (own !== undefined) return own;
    if (!this.generated.has(folder)) this.generated.set(folder, this.generatedIn(folder, root));
    return this.generated.get(folder);
  }

  /** The kustomization that Flux generates for a folder without one. */
  private generatedIn(folder: string, root: string | undefined): ParsedFile | undefined {
    const list = (path: string) => this.files.reader.list?.(path);
    if (list(folder) === undefined) return undefined;
    const resources: string[] = [];
    const open = [folder];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      for (const name of (list(next) ?? []).filter((each) => !each.startsWith("."))) {
        const path = pathFrom(next, name);
        const isResource = name.endsWith("/") ? this.kustomizationIn(path, root) : /\.ya?ml$/.test(name);
        if (isResource) resources.push(`.${path.slice(folder === "/" ? 0 : folder.length)}`);
        else if (name.endsWith("/")) open.push(path);
      }
    }
    const text = JSON.stringify({ resources: resources.sort() });
    return { file: { path: pathFrom(folder, "kustomization.yaml"), text }, documents: parseManifest(text) };
  }

  private accumulated(folder: string, above: readonly string[], limits: Limits): Accumulated {
    const key = `${limits.root} ${folder}`;
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
      variableFields: [],
      isComplete: true,
      files: new Set(),
      unevaluated: new Set(),
    };
    this.accumulate(folder, into, above, limits);
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
  private accumulate(folder: string, into: Accumulated, above: readonly string[], limits: Limits): void {
    const { budget, root } = limits;
    const isFlux = above.length === 0 && root !== undefined && root !== OWN_FOLDER;
    const source = isFlux ? this.fluxSourceOf(folder, root) : this.kustomizationIn(folder, root);
    if (source === undefined || above.includes(folder)) {
      into.isComplete = false;
      return;
    }
    const { path } = source.file;
    into.files.add(path);
    atPlace(path, 0, () => {
      budget.spend(LOAD + above.length);
      if (above.length === MAX_LEVELS) {
        throw new LimitError("depth", `kustomizations are nested more than ${MAX_LEVELS} levels deep`);
      }
      const content = source.documents[0]!;
      const level: Level = { folder, source, content, into, above: [...above, folder], budget, root };
      for (const node of pathsIn(content, ["resources", "bases"])) this.addResource(node, level);
      for (const node of pathsIn(content, ["configurations"])) this.addConfiguration(node, level);
      this.runGenerators(level);
      this.addComponents(level);
      this.runTransformers(level);
      into.variables.push(...declaredVariables(content, into.resources, budget));
    });
  }

  private addComponents(level: Level): void {
    const { above, content, folder, into, root } = level;
    for (const node of pathsIn(content, ["components"])) {
      const path = pathFrom(folder, node.value);
      const component = this.isFolderLoadable(node.value, level) ? this.kustomizationIn(path, root) : undefined;
      if (component === undefined || !isComponent(component)) into.isComplete = false;
      else this.accumulate(path, into, above, level);
    }
  }

  private addResource(node: TextNode, level: Level): void {
    const { above, budget, folder, into, root } = level;
    const full = pathFrom(folder, node.value);
    const isFile = this.isLoadable(full, folder, root);
    budget.spend(LOAD);
    const parsed = isFile ? this.documentsOf(node, level) : undefined;
    if (parsed?.documents.every(isObject)) {
      for (const object of parsed.documents.flatMap(objectsIn)) {
        budget.spend(APPEND);
        if (object.value !== null) append(new Resource(object), into, indexOf(into, budget));
      }
      return;
    }
    // kustomize refuses the file.
    if (parsed !== undefined) into.files.delete(full);
    const source = this.isFolderLoadable(node.value, level) ? this.kustomizationIn(full, root) : undefined;
    if (source === undefined || isComponent(source) || above.includes(full)) {
      into.isComplete = false;
      if (source === undefined && !isFile && this.files.reader.read(full) !== undefined) restrict(node, level);
      return;
    }
    const inner = copied(this.accumulated(full, above, level), budget);
    const index = indexOf(into, budget);
    for (const resource of inner.resources) {
      budget.spend(APPEND * (1 + resource.previousIds.length));
      append(resource, into, index);
    }
    for (const variable of inner.variables) into.variables.push(variable);
    for (const reference of inner.references) into.references.push(reference);
    for (const field of inner.variableFields) into.variableFields.push(field);
    into.isComplete &&= inner.isComplete;
    for (const file of inner.files) into.files.add(file);
    for (const each of inner.unevaluated) into.unevaluated.add(each);
  }

  /** Whether kustomize loads the kustomization of a folder: it refuses absolute paths, and Flux those out of its root. */
  private isFolderLoadable(path: string, { folder, root }: Level): boolean {
    const isInRoot = root === OWN_FOLDER || this.isLoadable(pathFrom(folder, path), folder, root);
    return !path.startsWith("/") && isInRoot;
  }

  private addConfiguration(node: TextNode, level: Level): void {
    const { budget, into } = level;
    const parsed = this.documentsOf(node, level);
    // It can name any field in which variables are replaced.
    if (parsed === undefined) for (const resource of into.resources) resource.isUnknown = true;
    for (const { size, value } of parsed?.documents ?? []) {
      budget.spend(size);
      into.variableFields.push(...fieldsIn(memberOf(value, "varReference")));
      const references = memberOf(value, "nameReference");
      for (const reference of Array.isArray(references) ? references : []) {
        const fields = fieldsIn(memberOf(reference, "fieldSpecs"));
        into.references.push({ kind: `${memberOf(reference, "kind")}`, fields });
      }
    }
  }

  private runGenerators(level: Level): void {
    const { budget, content, folder, into, root, source } = level;
    if (OTHER_GENERATORS.some((name) => nodeAt(content, [name]) !== undefined)) into.isComplete = false;
    const options = nodeAt(content, ["generatorOptions"]);
    for (const kind of ["ConfigMap", "Secret"] as const) {
      for (const args of itemsOf(nodeAt(content, [kind === "Secret" ? "secretGenerator" : "configMapGenerator"]))) {
        const read = (path: string) => {
          const full = pathFrom(folder, path);
          if (this.isLoadable(full, folder, root)) return this.files.textOf(full);
          restrict({ start: args.start, value: path }, level);
          return undefined;
        };
        const generated = atPlace(source.file.path, args.start, () => generate(kind, args, options, read, budget));
        const known = indexOf(into, budget);
        const resource = new Resource(inFile(generated.document, source.file));
        resource.isUnknown = generated.isUnknown;
        resource.hasHash = generated.hasHash;
        const existing = known.only(resource.id);
        if (existing === undefined) {
          // What it is to change may be one of the objects that cannot be read.
          resource.isUnknown ||= generated.behavior !== "create";
          append(resource, into, known);
        } else {
          existing.isUnknown ||= generated.isUnknown || generated.behavior === "create";
          existing.hasHash &&= generated.hasHash;
          budget.spend(existing.document.size + generated.document.size);
          existing.document = mergedGenerated(existing.document, generated);
          for (const member of ["labels", "annotations"] as const) {
            const values = nodeAt(generated.document, ["metadata", member]);
            setMetadata(existing, member, values, false, source.file, budget);
          }
        }
      }
    }
  }

  private runTransformers(level: Level): void {
    const { budget, content, into, source } = level;
    // A schema can name other keys to merge lists by.
    if (nodeAt(content, ["openapi"]) !== undefined) for (const resource of into.resources) resource.isUnknown = true;
    const each = (list: string, apply: (entry: Node) => void) => {
      for (const entry of itemsOf(nodeAt(content, [list]))) atPlace(source.file.path, entry.start, () => apply(entry));
    };
    each("patchesStrategicMerge", (patch) => {
      const isInline = textOf(patch)?.includes("\n") || textOf(patch)?.startsWith("{");
      const parsed = isInline ? inlineDocuments(source.file, patch) : this.documentsOf(patch, level);
      applyPatch(into, parsed, undefined, this.selectors, budget);
    });
    each("patches", (patch) => this.patchEntry(patch, level));
    const namespace = textOf(nodeAt(content, ["namespace"]));
    if (namespace !== undefined) setNamespace(into.resources, namespace, budget);
    rename(into.resources, nodeAt(content, ["namePrefix"])?.value, nodeAt(content, ["nameSuffix"])?.value, budget);
    into.index = undefined;
    addMetadata(into.resources, content, source.file, budget);
    each("patchesJson6902", (patch) => this.patchEntry(patch, level));
    const isRetagged = ["images", "replicas"].some((name) => nodeAt(content, [name]) !== undefined);
    for (const resource of into.resources) resource.isRetagged ||= isRetagged;
    each("replacements", (replacement) => this.replace(replacement, level));
    each("transformers", (transformer) => {
      const isInline = textOf(transformer)?.includes("\n");
      const parsed = isInline ? inlineDocuments(source.file, transformer) : this.documentsOf(transformer, level);
      budget.spend(into.resources.length);
      const isHarmless = parsed?.documents.every(
        ({ value }) => memberOf(value, "apiVersion") === OWN_API || HARMLESS.includes(`${memberOf(value, "kind")}`),
      );
      for (const resource of into.resources) {
        if (isHarmless) resource.isRetagged = true;
        else resource.isUnknown = true;
      }
    });
  }

  private replace(replacement: Node, level: Level): void {
    const { budget, into } = level;
    const path = nodeAt(replacement, ["path"]);
    if (path === undefined || textOf(path) === undefined) {
      applyReplacement(replacement, into.resources, this.selectors, budget);
      return;
    }
    const parsed = this.documentsOf(path, level);
    if (parsed === undefined) for (const resource of into.resources) resource.isUnknown = true;
    // kustomize ignores other documents.
    for (const document of parsed?.documents.slice(0, 1) ?? []) {
      const list = dereferenced(document).kind === "sequence" ? itemsOf(document) : [document];
      for (const each of list) applyReplacement(each, into.resources, this.selectors, budget);
    }
  }

  /** An entry of `patches` or `patchesJson6902`. */
  private patchEntry(entry: Node, level: Level): void {
    const { budget, into, source } = level;
    const inline = nodeAt(entry, ["patch"]);
    const parsed = textOf(inline)
      ? inlineDocuments(fileAt(entry, ["patch"]) ?? source.file, inline!)
      : this.documentsOf(nodeAt(entry, ["path"]), level);
    const text = textOf(inline)?.trim() ?? parsed?.file.text ?? "";
    const known = isSupported(entry, text) ? parsed : undefined;
    applyPatch(into, known, nodeAt(entry, ["target"]), this.selectors, budget);
  }

  /** The documents of a file that a kustomization names; undefined if it cannot be loaded or parsed. */
  private documentsOf(node: Node | undefined, level: Level): ParsedFile | undefined {
    const { budget, folder, into, root } = level;
    const text = textOf(node);
    if (text === undefined) return undefined;
    const path = pathFrom(folder, text);
    if (!this.isLoadable(path, folder, root)) {
      restrict({ start: node!.start, value: text }, level);
      return undefined;
    }
    const parsed = this.files.documentsOf(path);
    if (parsed !== undefined) into.files.add(path);
    // It cannot be read again within the budget.
    else if (this.budget.isSpent) budget.spend(1);
    return parsed;
  }
}

/** Adds a file that kustomize refuses to load, in the words of kubectl. */
function restrict({ start, value }: Pick<TextNode, "start" | "value">, { into, root, source }: Level): void {
  const where = root === OWN_FOLDER ? "the kustomization's directory" : "the repository";
  const message = `security; file '${value}' is not in or below ${where}`;
  into.unevaluated.add({ reason: "restricted", message, file: source.file.path, start });
}

function sizeOf({ resources }: Accumulated): number {
  return resources.reduce((sum, { document }) => sum + document.size, 0);
}

function isComponent({ documents }: ParsedFile): boolean {
  return memberOf(documents[0]?.value, "kind") === "Component";
}
