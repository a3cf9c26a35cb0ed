/** The variables of Flux Kustomizations, and the places that set them. */

import { memberOf } from "../../text/own-keys.ts";
import { type Node, nodeAt } from "../../yaml/node.ts";
import { fileAt, generate, itemsOf, joined, membersOf, type SourceFile, type SourceFiles } from "../kustomize/index.ts";
import type { FluxKustomization, VariableReference } from "./kustomization.ts";

export interface FluxVariable {
  readonly name: string;
  /** Undefined if it is unknown, and for Secrets. */
  readonly value: string | undefined;
  /** The object: `ConfigMap/cluster-settings`. */
  readonly from: string;
  /** Its value, in the file that sets it. */
  readonly node: Node;
  readonly file: SourceFile;
  /** Whether the Kustomization itself sets it. */
  readonly isInline: boolean;
}

export interface FluxVariables {
  readonly all: ReadonlyMap<string, FluxVariable>;
  /** Whether no other source can set variables. */
  readonly isComplete: boolean;
}

/** The object of a ConfigMap or Secret in the repository. */
interface Source {
  readonly kind: string;
  readonly name: string;
  /** Undefined if an operator creates the object. */
  readonly variables: readonly FluxVariable[] | undefined;
}

/** The ConfigMaps and Secrets in the files of a repository. */
export class VariableSources {
  private readonly files: SourceFiles;
  private readonly paths: Iterable<string>;
  private sources: readonly Source[] | undefined;

  /** @param paths the files that can contain ConfigMaps, Secrets, or generators of them */
  constructor(files: SourceFiles, paths: Iterable<string>) {
    this.files = files;
    this.paths = paths;
  }

  /**
   * The variables of a Kustomization. If several objects have the name of a source, for example one for each cluster, each
   * can set them: a value that differs is unknown.
   */
  of({ document, file, name, postBuild }: FluxKustomization): FluxVariables {
    const all = new Map<string, FluxVariable>();
    let isComplete = true;
    for (const reference of postBuild?.substituteFrom ?? []) {
      const found = reference && this.named(reference);
      if (found === undefined) {
        isComplete = false;
        // It can override what precedes it.
        for (const [key, variable] of all) all.set(key, { ...variable, value: undefined });
      }
      for (const [key, variables] of found === undefined ? [] : byName(found)) {
        const [first] = variables;
        const isKnown = variables.length === found!.length && variables.every(({ value }) => value === first!.value);
        all.set(key, isKnown ? first! : { ...first!, value: undefined });
      }
    }
    for (const [key, node] of postBuild?.substitute ?? []) {
      const inFile = fileAt(document, ["spec", "postBuild", "substitute", key]) ?? file;
      const from = `Kustomization/${name}`;
      all.set(key, { name: key, value: valueOf(node), from, node, file: inFile, isInline: true });
    }
    return { all, isComplete };
  }

  /** The variables of each object with a name; undefined without such an object, or if an operator creates one. */
  private named({ kind, name }: VariableReference): (readonly FluxVariable[])[] | undefined {
    this.sources ??= [...this.paths].flatMap((path) => this.sourcesIn(path));
    const found = this.sources.filter((source) => source.kind === kind && source.name === name);
    const known = found.flatMap(({ variables }) => (variables === undefined ? [] : [variables]));
    return known.length === 0 || known.length < found.length ? undefined : known;
  }

  private sourcesIn(path: string): Source[] {
    const parsed = this.files.documentsOf(path);
    return (parsed?.documents ?? []).flatMap((document) => {
      const { value } = document;
      const kind = memberOf(value, "kind");
      if (kind === "ConfigMap" || kind === "Secret") return sourceOf(kind, document, parsed!.file);
      if (CREATES_SECRET.test(`${kind}`)) return createdSecrets(value);
      const folder = path.slice(0, path.lastIndexOf("/"));
      const read = (name: string) => this.files.textOf(joined(folder, name));
      return (["ConfigMap", "Secret"] as const).flatMap((generated) => {
        const list = generated === "Secret" ? "secretGenerator" : "configMapGenerator";
        return itemsOf(nodeAt(document, [list])).flatMap((args) => {
          const { document: object, isUnknown } = generate(generated, args, undefined, read);
          return isUnknown ? [] : sourceOf(generated, object, parsed!.file);
        });
      });
    });
  }
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
  return names.flatMap((name) => (typeof name === "string" ? [{ kind: "Secret", name, variables: undefined }] : []));
}

function sourceOf(kind: "ConfigMap" | "Secret", document: Node, file: SourceFile): Source {
  const name = `${memberOf(memberOf(document.value, "metadata"), "name")}`;
  const variables = ["data", "stringData"].flatMap((member) => {
    return [...membersOf(nodeAt(document, [member]))].map(([key, node]): FluxVariable => {
      const value = kind === "ConfigMap" ? valueOf(node) : undefined;
      const inFile = fileAt(document, [member, key]) ?? file;
      return { name: key, value, from: `${kind}/${name}`, node, file: inFile, isInline: false };
    });
  });
  return { kind, name, variables };
}

/** A value without its line breaks, as Flux uses it; undefined if a substitution can change it. */
function valueOf({ value }: Node): string | undefined {
  return typeof value === "string" && !value.includes("$") ? value.replaceAll("\n", "") : undefined;
}

function byName(sources: readonly (readonly FluxVariable[])[]): Map<string, FluxVariable[]> {
  const variables = new Map<string, FluxVariable[]>();
  for (const variable of sources.flat()) {
    const found = variables.get(variable.name);
    if (found === undefined) variables.set(variable.name, [variable]);
    else found.push(variable);
  }
  return variables;
}
