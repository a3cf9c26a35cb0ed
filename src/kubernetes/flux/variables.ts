/** The variables of Flux Kustomizations, and the places that set them. */

import { decodeBase64, encodeBase64 } from "../../text/base64.ts";
import { memberOf } from "../../text/own-keys.ts";
import { pathFrom } from "../../text/paths.ts";
import { tryOrUndefined } from "../../text/try-or-undefined.ts";
import { type Node, nodeAt } from "../../yaml/node.ts";
import {
  type Budget,
  fileAt,
  generate,
  itemsOf,
  type Kustomizer,
  LimitError,
  membersOf,
  objectsIn,
  type SourceFile,
  type SourceFiles,
} from "../kustomize/index.ts";
import type { FluxKustomization, VariableReference } from "./kustomization.ts";

export interface FluxVariable {
  readonly name: string;
  /** Undefined if it is unknown, and for Secrets. */
  readonly value: string | undefined;
  /** The value in a Secret in plain text, to judge what it does to YAML. It must not be shown. */
  readonly secret?: string | undefined;
  /** The object: `ConfigMap/cluster-settings`. */
  readonly from: string;
  /** Its value, in the file that sets it. */
  readonly node: Node;
  readonly file: SourceFile;
}

export interface FluxVariables {
  readonly all: ReadonlyMap<string, FluxVariable>;
  /** Whether no other source can set variables. */
  readonly isComplete: boolean;
  /** The sources whose variables are not known: `Secret flux-system/cluster-secrets`. */
  readonly unknownSources: ReadonlySet<string>;
  /** Whether text is replaced. Otherwise, it is unknown what applies it, or whether it has variables. */
  readonly isCertain: boolean;
}

/** The object of a ConfigMap or Secret in the repository. */
interface Source {
  readonly kind: string;
  readonly name: string;
  /** Whether the object in the cluster can have other keys. */
  readonly canDiffer: boolean;
  /** Returns undefined if something that is not in the repository creates the object. */
  variables(): readonly FluxVariable[] | undefined;
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
  private readonly rootOf: (file: string) => string | undefined;
  private readonly paths: Iterable<string>;
  private readonly isApplied: (file: string) => boolean;
  /** The names in each file, on a line each. Most files have none that a Kustomization refers to, and are not parsed. */
  private names: ReadonlyMap<string, string> | undefined;
  private readonly known = new Map<string, Pick<FluxVariables, "all" | "isComplete"> | undefined>();

  /**
   * @param paths the files that can contain ConfigMaps, Secrets, or generators of them
   * @param isApplied whether a file is in the path of a Kustomization, or in the folder of one
   * @param rootOf returns the folder that the files of a file's generators must be in
   */
  constructor(
    kustomizer: Kustomizer,
    paths: Iterable<string>,
    isApplied: (file: string) => boolean,
    rootOf: (file: string) => string | undefined,
  ) {
    this.kustomizer = kustomizer;
    this.files = kustomizer.loader.files;
    this.budget = kustomizer.budget;
    this.rootOf = rootOf;
    this.paths = paths;
    this.isApplied = isApplied;
  }

  /**
   * The variables of a Kustomization. If several objects have the name of a source, for example one for each cluster, each
   * can set them: a value that differs is unknown.
   */
  of({ document, file, name, postBuild }: FluxKustomization): FluxVariables {
    const namespace = memberOf(memberOf(document.value, "metadata"), "namespace");
    const all = new Map<string, FluxVariable>();
    const unknownSources = new Set<string>();
    for (const reference of postBuild?.substituteFrom ?? []) {
      const known = reference && this.named(reference);
      const found = this.budget.take(all.size + (known?.all.size ?? 0)) ? known : undefined;
      if (found?.isComplete !== true) unknownSources.add(sourceName(reference, namespace));
      if (found === undefined) {
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
    return { all, isComplete: unknownSources.size === 0, unknownSources, isCertain: true };
  }

  /** The variables of the objects with a name; undefined without such an object, or if one is not in the repository. */
  private named({ kind, name }: VariableReference): Pick<FluxVariables, "all" | "isComplete"> | undefined {
    const id = `${kind}/${name}`;
    if (!this.known.has(id)) {
      this.names ??= new Map(Array.from(this.paths, (path) => [path, this.namesOf(path)]));
      let size = 1;
      for (const names of this.names.values()) size += names.length >> 6;
      if (!this.budget.take(size)) return undefined;
      const paths = [...this.names].filter(([, names]) => names.includes(`\n${name}\n`) || names.includes("\n\n"));
      const sources = paths.flatMap(([path]) => this.sourcesIn(path));
      const found = sources.filter((source) => source.kind === kind && source.name === name);
      const variables = found.map((source) => source.variables());
      const isKnown = found.length > 0 && !variables.includes(undefined);
      const isComplete = !found.some(({ canDiffer }) => canDiffer);
      this.known.set(id, isKnown ? { all: mergeObjects(variables.map((list) => list!)), isComplete } : undefined);
    }
    return this.known.get(id);
  }

  private namesOf(path: string): string {
    return this.files.reader.parsed?.(path) ? "\n\n" : namesIn(this.files.textOf(path)?.text ?? "");
  }

  private sourcesIn(path: string): Source[] {
    const parsed = this.files.documentsOf(path);
    return (parsed?.documents ?? []).flatMap(objectsIn).flatMap((document) => {
      const { value } = document;
      const kind = memberOf(value, "kind");
      if (kind === "ConfigMap" || kind === "Secret") {
        // Other Secrets in plain text are often placeholders, for example for tests.
        const canDiffer = kind === "Secret" && memberOf(value, "sops") === undefined && !this.isApplied(path);
        const read = () => variablesIn(kind, document, parsed!.file);
        // What differs must not be judged.
        const variables = () => (canDiffer ? read().map((each) => ({ ...each, secret: undefined })) : read());
        return { kind, name: nameOf(document), canDiffer, variables };
      }
      if (CREATES_SECRET.test(`${kind}`)) return createdSecrets(value);
      const folder = path.slice(0, path.lastIndexOf("/"));
      const read = (name: string) => {
        const full = pathFrom(folder, name);
        return this.kustomizer.loader.isLoadable(full, folder, this.rootOf(path)) ? this.files.textOf(full) : undefined;
      };
      return (["ConfigMap", "Secret"] as const).flatMap((generated) => {
        const list = generated === "Secret" ? "secretGenerator" : "configMapGenerator";
        return itemsOf(nodeAt(document, [list])).flatMap((args) => {
          const variables = () => {
            const made = tryOrUndefined(() => generate(generated, args, undefined, read, this.budget), LimitError);
            return made === undefined || made.isUnknown
              ? undefined
              : variablesIn(generated, made.document, parsed!.file);
          };
          return { kind: generated, name: `${memberOf(args.value, "name")}`, canDiffer: false, variables };
        });
      });
    });
  }
}

/** The text of each member called `name` that is not empty, a collection, or a template, and strings that can hide one. */
const NAME = /\bname["']?\s*:\s*["']?(?![[{$"'\s])(?:[-\w.]*\\|([-\w.]*))|"[-\w.]*\\[xuU]|!!binary/g;

/** The names in a text, with an empty line for those that are not plain. A copy, which does not retain the text. */
function namesIn(text: string): string {
  return ["", ...Array.from(text.matchAll(NAME), ([, name = ""]) => name), ""].join("\n");
}

/** The kinds of objects that an operator creates a Secret for. */
const CREATES_SECRET = /Secret|^OnePasswordItem$/;

/** The Secret of an ExternalSecret or a similar object: it has the name of the object unless it is set. */
function createdSecrets(object: unknown): Source[] {
  const spec = memberOf(object, "spec");
  const holders = [spec, memberOf(spec, "externalSecretSpec"), memberOf(spec, "template")];
  const targets = holders.flatMap((holder) => [memberOf(holder, "target"), memberOf(holder, "destination")]);
  const metadata = [memberOf(object, "metadata"), memberOf(memberOf(spec, "template"), "metadata")];
  const names = [...targets, ...metadata].map((holder) => memberOf(holder, "name"));
  return names.flatMap((name) =>
    typeof name === "string" ? [{ kind: "Secret", name, canDiffer: true, variables: () => undefined }] : [],
  );
}

function nameOf({ value }: Node): string {
  return `${memberOf(memberOf(value, "metadata"), "name")}`;
}

function variablesIn(kind: "ConfigMap" | "Secret", document: Node, file: SourceFile): FluxVariable[] {
  return ["data", "stringData"].flatMap((member) =>
    [...membersOf(nodeAt(document, [member]))].map(([key, node]): FluxVariable => {
      const value = kind === "ConfigMap" ? valueOf(node) : undefined;
      const secret = kind === "Secret" ? secretValue(member, node, document) : undefined;
      const inFile = fileAt(document, [member, key]) ?? file;
      return { name: key, value, secret, from: `${kind}/${nameOf(document)}`, node, file: inFile };
    }),
  );
}

/** A value without its line breaks, as Flux uses it; undefined if a substitution can change it. */
function valueOf({ value }: Node): string | undefined {
  return typeof value === "string" && !value.includes("$") ? value.replaceAll("\n", "") : undefined;
}

function secretValue(member: string, node: Node, { value: object }: Node): string | undefined {
  const text = memberOf(object, "sops") === undefined ? valueOf(node) : undefined;
  if (text === undefined || member === "stringData") return text;
  const decoded = decodeBase64(text);
  return encodeBase64(decoded) === text ? decoded.replaceAll("\n", "") : undefined;
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
