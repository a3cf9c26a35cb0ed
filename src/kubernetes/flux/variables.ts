/** The variables of Flux Kustomizations, and the places that set them. */

import { getOrAdd } from "../../text/grouped.ts";
import { memberOf } from "../../text/own-keys.ts";
import { pathFrom } from "../../text/paths.ts";
import { type Budget, fileAt, type Kustomizer, objectsIn, type SourceFiles } from "../kustomize/index.ts";
import type { FluxKustomization, VariableReference } from "./kustomization.ts";
import { SourceNames } from "./source-names.ts";
import { type FluxVariable, type SourceObject, type StatedSource, sourceObjects, valueOf } from "./source-objects.ts";

export interface FluxVariables {
  readonly all: ReadonlyMap<string, FluxVariable>;
  /** Whether no other source can set variables. */
  readonly isComplete: boolean;
  /** The sources whose variables are not known. */
  readonly unknownSources: readonly UnknownSource[];
  /** Whether text is replaced. Otherwise, it is unknown what applies it, or whether it has variables. */
  readonly isCertain: boolean;
}

/** An entry of `substituteFrom` whose keys are not known. */
export interface UnknownSource {
  /** `Secret flux-system/cluster-secrets`. */
  readonly title: string;
  /** The position in the list. */
  readonly index: number;
  /** Undefined if it depends on variables. */
  readonly reference: VariableReference | undefined;
  /** Whether the repository has such an object, but not all of its keys. */
  readonly isInRepository: boolean;
  /** The other namespaces in which the repository has such an object. */
  readonly namespaces: readonly string[];
  /** The name of an object of the same kind with almost the same name. */
  readonly similar: string | undefined;
}

/** The files and other places that can set variables. */
export interface SourcePlaces {
  /** The files that can contain ConfigMaps, Secrets, or generators of them. */
  readonly files: Iterable<string>;
  readonly stated: readonly StatedSource[];
  /** Whether a file is in the path of a Kustomization, or in the folder of one. */
  isApplied(file: string): boolean;
  /** Whether a kustomization uses a file as a patch. */
  isPatch(file: string): boolean;
  /** Whether something can change the namespaces of the objects in a file. */
  isMoved(file: string): boolean;
  /** Returns the folder that the files of a file's generators must be in. */
  rootOf(file: string): string | undefined;
}

/** What the objects with a name set, and where else there are some. */
interface NamedSources {
  readonly known: Pick<FluxVariables, "all" | "isComplete"> | undefined;
  readonly isInRepository: boolean;
  readonly namespaces: readonly string[];
}

/** The variables with the values of Secrets. What they become must not be shown. */
export function withSecrets(variables: FluxVariables): FluxVariables {
  const all = [...variables.all].map(([name, each]) => [name, { ...each, value: each.value ?? each.secret }] as const);
  return { ...variables, all: new Map(all) };
}

/** The ConfigMaps and Secrets in the files of a repository. */
export class VariableSources {
  private readonly kustomizer: Kustomizer;
  private readonly files: SourceFiles;
  private readonly budget: Budget;
  private readonly places: SourcePlaces;
  private knownNames: SourceNames | undefined;
  private readonly known = new Map<string, NamedSources>();
  private readonly objects = new Map<string, readonly SourceObject[]>();

  constructor(kustomizer: Kustomizer, places: SourcePlaces) {
    this.kustomizer = kustomizer;
    this.files = kustomizer.loader.files;
    this.budget = kustomizer.budget;
    this.places = places;
  }

  /**
   * The variables of a Kustomization. If several objects have the name of a source, for example one for each cluster, each
   * can set them: a value that differs is unknown.
   */
  of({ document, file, name, postBuild }: FluxKustomization): FluxVariables {
    const namespace = memberOf(memberOf(document.value, "metadata"), "namespace");
    const all = new Map<string, FluxVariable>();
    const unknownSources: UnknownSource[] = [];
    for (const [index, reference] of (postBuild?.substituteFrom ?? []).entries()) {
      const sources = reference && this.named(reference, namespace);
      const known = sources?.known;
      const found = this.budget.take(all.size + (known?.all.size ?? 0)) ? known : undefined;
      if (found?.isComplete !== true) {
        unknownSources.push(this.unknownSource(index, reference, namespace, sources));
        // It can override what precedes it.
        for (const [key, variable] of all) all.set(key, { ...variable, value: undefined, secret: undefined });
      }
      for (const [key, variable] of found?.all ?? []) all.set(key, variable);
    }
    for (const [key, node] of postBuild?.substitute ?? []) {
      const inFile = fileAt(document, ["spec", "postBuild", "substitute", key]) ?? file;
      const from = `Kustomization/${name}`;
      all.set(key, { name: key, value: valueOf(node), from, node, file: inFile });
    }
    return { all, isComplete: unknownSources.length === 0, unknownSources, isCertain: true };
  }

  /** The objects with a name. Flux reads only those in the namespace of the Kustomization. */
  private named({ kind, name }: VariableReference, namespace: unknown): NamedSources | undefined {
    const id = `${kind}/${namespace}/${name}`;
    const before = this.known.get(id);
    if (before !== undefined) return before;
    const paths = this.names.filesWith(name);
    if (!this.budget.take(1 + paths.length)) return undefined;
    const isNamed = (each: Pick<SourceObject, "kind" | "name">) => each.kind === kind && each.name === name;
    const isHere = (each: Pick<SourceObject, "namespace">) =>
      each.namespace === undefined || typeof namespace !== "string" || each.namespace === namespace;
    const all = paths.flatMap((path) => this.sourcesIn(path)).filter(isNamed);
    const found = all.filter(isHere);
    const stated = this.places.stated.filter((each) => isNamed(each) && isHere(each));
    const isStated = stated.some(({ isComplete }) => isComplete);
    const variables = found.map((source) => source.variables());
    // The keys that an object does not state are unknown, and so are the values of those that another one states.
    const lists = [...variables.map((list) => list ?? []), ...stated.map(statedVariables)];
    const isStrict = !found.some(({ canDiffer }) => canDiffer) && found.some(({ isPatch }) => !isPatch);
    const isKnown = stated.length === 0 && !variables.includes(undefined) && isStrict;
    const named = {
      known: lists.length > 0 ? { all: mergeObjects(lists), isComplete: isStated || isKnown } : undefined,
      isInRepository: found.length > 0,
      namespaces: [...new Set(all.filter((each) => !isHere(each)).map((each) => each.namespace!))],
    };
    this.known.set(id, named);
    return named;
  }

  private unknownSource(
    index: number,
    reference: VariableReference | undefined,
    namespace: unknown,
    sources: NamedSources | undefined,
  ): UnknownSource {
    const { isInRepository = false, namespaces = [] } = sources ?? {};
    const isAbsent = reference !== undefined && !isInRepository && namespaces.length === 0;
    const similar = isAbsent ? this.similarTo(reference, namespace) : undefined;
    return { title: sourceName(reference, namespace), index, reference, isInRepository, namespaces, similar };
  }

  /** The name of an object in the repository that differs in one character. */
  private similarTo({ kind, name }: VariableReference, namespace: unknown): string | undefined {
    const similar = this.names.similarTo(name);
    if (similar === undefined) return undefined;
    return this.named({ kind, name: similar, isOptional: false }, namespace)?.isInRepository ? similar : undefined;
  }

  private get names(): SourceNames {
    const { reader } = this.files;
    this.knownNames ??= new SourceNames(this.places.files, (path) =>
      reader.parsed?.(path) ? undefined : (this.files.textOf(path)?.text ?? ""),
    );
    return this.knownNames;
  }

  private sourcesIn(path: string): readonly SourceObject[] {
    return getOrAdd(this.objects, path, () => this.readObjects(path));
  }

  private readObjects(path: string): SourceObject[] {
    const parsed = this.files.documentsOf(path);
    if (parsed === undefined) return [];
    const { isApplied, isMoved, rootOf } = this.places;
    const isPatch = this.places.isPatch(path);
    const folder = path.slice(0, path.lastIndexOf("/"));
    const read = (name: string) => {
      const full = pathFrom(folder, name);
      return this.kustomizer.loader.isLoadable(full, folder, rootOf(path)) ? this.files.textOf(full) : undefined;
    };
    const context = { file: parsed.file, budget: this.budget, isApplied: isApplied(path), read };
    const all = parsed.documents.flatMap(objectsIn).flatMap((document) => sourceObjects(document, context));
    const here = isPatch ? all.map((each) => ({ ...each, isPatch })) : all;
    return isMoved(path) ? here.map((each) => ({ ...each, namespace: undefined })) : here;
  }
}

function statedVariables({ file, keys, kind, name }: StatedSource): FluxVariable[] {
  return Array.from(keys, ([key, node]) => ({ name: key, value: undefined, from: `${kind}/${name}`, node, file }));
}

/** The variables of several objects or Kustomizations. A value is known if all of them have the same. */
export function mergeObjects(objects: readonly (readonly FluxVariable[])[]): ReadonlyMap<string, FluxVariable> {
  const all = new Map<string, FluxVariable>();
  const counts = new Map<string, number>();
  const unknown = { value: undefined, secret: undefined };
  for (const variable of objects.flat()) {
    const { name, secret, value } = variable;
    const first = all.get(name) ?? variable;
    counts.set(name, (counts.get(name) ?? 0) + 1);
    all.set(name, first.value === value && first.secret === secret ? first : { ...first, ...unknown });
  }
  for (const [name, variable] of all) {
    if (counts.get(name)! < objects.length) all.set(name, { ...variable, ...unknown });
  }
  return all;
}

function sourceName(reference: VariableReference | undefined, namespace: unknown): string {
  if (reference === undefined) return "an entry of substituteFrom with unknown variables";
  return `${reference.kind} ${typeof namespace === "string" ? `${namespace}/` : ""}${reference.name}`;
}
