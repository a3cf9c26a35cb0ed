/** Renders kustomizations. What is not supported makes objects unknown; nothing is an error. */

import { memberOf } from "../../text/own-keys.ts";
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
import { contentsOf, type KustomizationContents, withKnownNames } from "./contents.ts";
import { generate, mergedGenerated } from "./generators.ts";
import { isSupported, patched } from "./patches.ts";
import { declaredVariables, fieldsIn, setMetadata } from "./references.ts";
import { applyReplacement } from "./replacements.ts";
import { isObject, objectsIn, Resource, ResourceIndex } from "./resource.ts";
import { inlineDocuments, joined, type KustomizeReader, type ParsedFile, SourceFiles } from "./source-files.ts";
import { fileAt, inFile, itemsOf, mappingAt, membersOf, pathsIn, type SourceFile, textOf } from "./tree.ts";

/** What the file of a kustomization is called. */
export const KUSTOMIZATION_FILES: readonly string[] = ["kustomization.yaml", "kustomization.yml", "Kustomization"];

/** A kustomization that is being read. */
interface Level {
  readonly folder: string;
  readonly source: ParsedFile;
  readonly root: Node;
  readonly into: Accumulated;
  /** The folders of the kustomizations that this one is part of. */
  readonly above: readonly string[];
}

/** How many kustomizations are kept for others that they are part of. */
const MOST_KEPT = 16;

/** Lists of a kustomization that add or change objects in ways that are not supported. */
const OTHER_GENERATORS = ["generators", "helmCharts", "helmChartInflationGenerator"];

/** The members of a Flux Kustomization's spec that kustomize applies, besides `targetNamespace`. */
const FLUX_MEMBERS = ["components", "patches", "patchesStrategicMerge", "patchesJson6902", "namePrefix", "nameSuffix"];

/** Our own function, which changes nothing. */
const OWN = "varexpand.dev/v1";

/** The transformers of kustomize that change nothing a container sees. Pods can read labels and annotations. */
const HARMLESS = ["ImageTagTransformer", "ReplicaCountTransformer"];

export class Kustomizer {
  readonly files: SourceFiles;
  private readonly kept = new Map<string, Accumulated>();

  constructor(reader: KustomizeReader) {
    this.files = new SourceFiles(reader);
  }

  /** The kustomization in a folder; undefined if there is none that can be read. */
  kustomizationIn(folder: string): ParsedFile | undefined {
    const [found, ...others] = KUSTOMIZATION_FILES.flatMap(
      (name) => this.files.documentsOf(joined(folder, name)) ?? [],
    );
    return found?.documents.length === 1 && others.length === 0 ? withKnownNames(found) : undefined;
  }

  /** Returns what the kustomization in a folder lists; undefined if the folder has no readable kustomization. */
  contentsIn(folder: string): KustomizationContents | undefined {
    const root = this.kustomizationIn(folder)?.documents[0];
    return root && contentsOf(root, folder);
  }

  /** Renders the kustomization of a folder, as `kubectl kustomize` does; undefined if there is none. */
  render(folder: string): Rendering | undefined {
    const source = this.kustomizationIn(folder);
    return source && rendered(source.file.path, copied(this.accumulated(folder, [])), isComponent(source));
  }

  /**
   * Renders a folder as Flux does: with the components and patches of a Kustomization. Without a file of kustomize, the
   * folder consists of all manifests in it.
   *
   * @param spec a part of the Kustomization in this file
   */
  renderFlux(folder: string, spec: Node, file: SourceFile): Rendering | undefined {
    const source = this.kustomizationIn(folder) ?? this.generatedIn(folder);
    if (source === undefined) return undefined;
    const into = copied(this.accumulated(folder, []));
    const ofSpec = membersOf(spec);
    const namespace = ofSpec.get("targetNamespace");
    const members = [...ofSpec].filter(([name]) => FLUX_MEMBERS.includes(name));
    const root = mappingAt(spec, [...members, ...(namespace ? [["namespace", namespace] as const] : [])]);
    const level: Level = { folder, source: { file, documents: [root] }, root, into, above: [folder] };
    this.addComponents(level);
    this.runTransformers(level);
    return rendered(source.file.path, into, isComponent(source));
  }

  /** The kustomization that Flux generates for a folder without one. */
  private generatedIn(folder: string): ParsedFile | undefined {
    const list = (path: string) => this.files.reader.list?.(path);
    if (list(folder) === undefined) return undefined;
    const resources: string[] = [];
    const open = [folder];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      for (const name of (list(next) ?? []).filter((each) => !each.startsWith("."))) {
        const path = joined(next, name);
        if (/\.ya?ml$/.test(name)) resources.push(path);
        else if (name.endsWith("/") && this.kustomizationIn(path) !== undefined) resources.push(path);
        else if (name.endsWith("/")) open.push(path);
      }
    }
    const text = JSON.stringify({ resources: resources.sort() });
    return { file: { path: joined(folder, "kustomization.yaml"), text }, documents: parseManifest(text) };
  }

  private accumulated(folder: string, above: readonly string[]): Accumulated {
    const known = this.kept.get(folder);
    this.kept.delete(folder);
    if (known !== undefined) {
      this.kept.set(folder, known);
      return known;
    }
    const into: Accumulated = {
      resources: [],
      variables: [],
      references: [],
      variableFields: [],
      isComplete: true,
      files: new Set(),
    };
    this.accumulate(folder, into, above);
    // Others can use it again, but not the kustomization that is rendered.
    if (above.length === 0) return into;
    if (this.kept.size >= MOST_KEPT) this.kept.delete(this.kept.keys().next().value!);
    this.kept.set(folder, into);
    return into;
  }

  /** Adds a kustomization: of a component, to the objects that are there already. */
  private accumulate(folder: string, into: Accumulated, above: readonly string[]): void {
    const source = this.kustomizationIn(folder) ?? (above.length === 0 ? this.generatedIn(folder) : undefined);
    if (source === undefined || above.includes(folder)) {
      into.isComplete = false;
      return;
    }
    into.files.add(source.file.path);
    const root = source.documents[0]!;
    const level: Level = { folder, source, root, into, above: [...above, folder] };
    const known = new ResourceIndex(into.resources);
    for (const path of pathsIn(root, ["resources", "bases"])) this.addResource(path, level, known);
    for (const path of pathsIn(root, ["configurations"])) this.addConfiguration(path, level);
    this.runGenerators(level, known);
    this.addComponents(level);
    this.runTransformers(level);
    into.variables.push(...declaredVariables(root, into.resources));
  }

  private addComponents({ above, folder, into, root }: Level): void {
    for (const path of pathsIn(root, ["components"])) {
      const component = this.kustomizationIn(joined(folder, path));
      if (component === undefined || !isComponent(component)) into.isComplete = false;
      else this.accumulate(joined(folder, path), into, above);
    }
  }

  private addResource(path: string, level: Level, known: ResourceIndex): void {
    const { into, folder, above } = level;
    const full = joined(folder, path);
    const parsed = this.documentsOf(full, into);
    if (parsed?.documents.every(isObject)) {
      for (const object of parsed.documents.flatMap(objectsIn)) {
        if (object.value !== null) append(new Resource(object), into, known);
      }
      return;
    }
    // kustomize refuses the file.
    if (parsed !== undefined) into.files.delete(full);
    const source = this.kustomizationIn(full);
    if (source === undefined || isComponent(source) || above.includes(full)) {
      into.isComplete = false;
      return;
    }
    const inner = copied(this.accumulated(full, above));
    for (const resource of inner.resources) append(resource, into, known);
    into.variables.push(...inner.variables);
    into.references.push(...inner.references);
    into.variableFields.push(...inner.variableFields);
    into.isComplete &&= inner.isComplete;
    for (const file of inner.files) into.files.add(file);
  }

  private addConfiguration(path: string, { folder, into }: Level): void {
    const parsed = this.documentsOf(joined(folder, path), into);
    // It can name any field in which variables are replaced.
    if (parsed === undefined) for (const resource of into.resources) resource.isUnknown = true;
    for (const { value } of parsed?.documents ?? []) {
      into.variableFields.push(...fieldsIn(memberOf(value, "varReference")));
      const references = memberOf(value, "nameReference");
      for (const reference of Array.isArray(references) ? references : []) {
        const fields = fieldsIn(memberOf(reference, "fieldSpecs"));
        into.references.push({ kind: `${memberOf(reference, "kind")}`, fields });
      }
    }
  }

  private runGenerators({ folder, into, root, source }: Level, known: ResourceIndex): void {
    if (OTHER_GENERATORS.some((name) => nodeAt(root, [name]) !== undefined)) into.isComplete = false;
    const options = nodeAt(root, ["generatorOptions"]);
    const read = (path: string) => this.files.textOf(joined(folder, path));
    for (const kind of ["ConfigMap", "Secret"] as const) {
      for (const args of itemsOf(nodeAt(root, [kind === "Secret" ? "secretGenerator" : "configMapGenerator"]))) {
        const generated = generate(kind, args, options, read);
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
          existing.document = mergedGenerated(existing.document, generated);
          for (const member of ["labels", "annotations"] as const) {
            setMetadata(existing, member, nodeAt(generated.document, ["metadata", member]), false, source.file);
          }
        }
      }
    }
  }

  private runTransformers(level: Level): void {
    const { folder, into, root, source } = level;
    // A schema can name other keys to merge lists by.
    if (nodeAt(root, ["openapi"]) !== undefined) for (const resource of into.resources) resource.isUnknown = true;
    for (const patch of itemsOf(nodeAt(root, ["patchesStrategicMerge"]))) {
      const path = textOf(patch) ?? "";
      const isInline = path.includes("\n") || path.startsWith("{");
      const parsed = isInline ? inlineDocuments(source.file, patch) : this.documentsOf(joined(folder, path), into);
      into.resources = patched(into.resources, parsed, undefined);
    }
    for (const patch of itemsOf(nodeAt(root, ["patches"]))) this.patchEntry(patch, level);
    const namespace = textOf(nodeAt(root, ["namespace"]));
    if (namespace !== undefined) setNamespace(into.resources, namespace);
    rename(into.resources, nodeAt(root, ["namePrefix"])?.value, nodeAt(root, ["nameSuffix"])?.value);
    addMetadata(into.resources, root, source.file);
    for (const patch of itemsOf(nodeAt(root, ["patchesJson6902"]))) this.patchEntry(patch, level);
    const isRetagged = ["images", "replicas"].some((name) => nodeAt(root, [name]) !== undefined);
    for (const resource of into.resources) resource.isRetagged ||= isRetagged;
    for (const replacement of itemsOf(nodeAt(root, ["replacements"]))) this.replace(replacement, level);
    for (const transformer of itemsOf(nodeAt(root, ["transformers"]))) {
      const path = textOf(transformer) ?? "";
      const isInline = path.includes("\n");
      const parsed = isInline
        ? inlineDocuments(source.file, transformer)
        : this.documentsOf(joined(folder, path), into);
      const isHarmless = parsed?.documents.every(
        ({ value }) => memberOf(value, "apiVersion") === OWN || HARMLESS.includes(`${memberOf(value, "kind")}`),
      );
      for (const resource of into.resources) {
        if (isHarmless) resource.isRetagged = true;
        else resource.isUnknown = true;
      }
    }
  }

  private replace(replacement: Node, { folder, into }: Level): void {
    const path = textOf(nodeAt(replacement, ["path"]));
    if (path === undefined) {
      applyReplacement(replacement, into.resources);
      return;
    }
    const parsed = this.documentsOf(joined(folder, path), into);
    if (parsed === undefined) for (const resource of into.resources) resource.isUnknown = true;
    // kustomize ignores other documents.
    for (const document of parsed?.documents.slice(0, 1) ?? []) {
      const list = dereferenced(document).kind === "sequence" ? itemsOf(document) : [document];
      for (const each of list) applyReplacement(each, into.resources);
    }
  }

  /** An entry of `patches` or `patchesJson6902`. */
  private patchEntry(entry: Node, { folder, into, source }: Level): void {
    const inline = nodeAt(entry, ["patch"]);
    const path = textOf(nodeAt(entry, ["path"])) ?? "";
    const parsed = textOf(inline)
      ? inlineDocuments(fileAt(entry, ["patch"]) ?? source.file, inline!)
      : this.documentsOf(joined(folder, path), into);
    const text = textOf(inline)?.trim() ?? parsed?.file.text ?? "";
    const known = isSupported(entry, text) ? parsed : undefined;
    into.resources = patched(into.resources, known, nodeAt(entry, ["target"]));
  }

  private documentsOf(path: string, into: Accumulated): ParsedFile | undefined {
    const parsed = this.files.documentsOf(path);
    if (parsed !== undefined) into.files.add(path);
    return parsed;
  }
}

function isComponent({ documents }: ParsedFile): boolean {
  return memberOf(documents[0]?.value, "kind") === "Component";
}
