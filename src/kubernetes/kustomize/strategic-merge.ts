/** Strategic merge patches, as kustomize applies them: new entries of a list come first. */

import { dereferenced, type Node } from "../../yaml/node.ts";
import { inFile, itemsOf, listAt, mappingAt, membersOf, type SourceFile } from "./tree.ts";

/** What kustomize cannot merge either, or merges in ways that are not known. */
export class UnmergeableError extends Error {
  /** What kustomize says; undefined if it is not known whether it fails. */
  readonly refusal: string | undefined;

  constructor(refusal?: string) {
    super(refusal);
    this.refusal = refusal;
  }
}

/** How kustomize names the kinds of nodes. */
const NODES: Readonly<Record<Node["kind"], string>> = {
  scalar: "ScalarNode",
  mapping: "MappingNode",
  sequence: "SequenceNode",
  alias: "AliasNode",
};

/** The kinds whose lists kustomize merges by key, by API version. The lists of all other kinds are replaced. */
const KEYED_KINDS: Readonly<Record<string, readonly string[]>> = {
  v1: ["Pod", "PodTemplate", "ReplicationController", "Service", "ServiceAccount"],
  "apps/v1": ["Deployment", "DaemonSet", "ReplicaSet", "StatefulSet"],
  "batch/v1": ["Job", "CronJob"],
  "batch/v1beta1": ["CronJob"],
};

/** The lists with keys in these kinds, and the keys. */
const LIST_KEYS: Readonly<Record<string, readonly string[]>> = {
  containers: ["name"],
  initContainers: ["name"],
  ephemeralContainers: ["name"],
  env: ["name"],
  volumes: ["name"],
  imagePullSecrets: ["name"],
  secrets: ["name"],
  volumeMounts: ["mountPath"],
  volumeDevices: ["devicePath"],
  hostAliases: ["ip"],
  topologySpreadConstraints: ["topologyKey"],
  ports: ["containerPort", "port", "protocol"],
};

/** Whether the lists of an object are merged by key. */
export function isKeyedKind(apiVersion: unknown, kind: unknown): boolean {
  return typeof apiVersion === "string" && Object.hasOwn(KEYED_KINDS, apiVersion)
    ? KEYED_KINDS[apiVersion]!.includes(`${kind}`)
    : false;
}

/**
 * Merges a patch into an object.
 *
 * @param file the patch's
 * @returns undefined if the patch deletes the object
 * @throws UnmergeableError
 */
export function mergePatch(target: Node, patch: Node, isKeyed: boolean, file: SourceFile): Node | undefined {
  return new Merge(isKeyed, file).merged(target, patch, undefined);
}

class Merge {
  private readonly isKeyed: boolean;
  private readonly file: SourceFile;

  constructor(isKeyed: boolean, file: SourceFile) {
    this.isKeyed = isKeyed;
    this.file = file;
  }

  /**
   * @param target undefined for what only the patch has
   * @param name the member's: it says which keys a list has
   * @param isNew whether only the patch has what contains it
   */
  merged(target: Node | undefined, patch: Node | undefined, name: string | undefined, isNew = false): Node | undefined {
    if (target?.value === null) return patch === undefined ? target : this.merged(undefined, patch, name);
    // Duplicates in lists with keys disappear, even where the patch changes nothing.
    if (patch === undefined && !this.isKeyed) return target;
    if (patch?.value === null) return undefined;
    const { kind } = dereferenced(target ?? patch!);
    if (patch !== undefined && dereferenced(patch).kind !== kind) {
      throw new UnmergeableError(`wrong node kind: expected ${NODES[kind]} but got ${NODES[dereferenced(patch).kind]}`);
    }
    if (kind === "mapping") return this.mapping(target, patch);
    const keys = kind === "sequence" ? this.keysOf(name) : undefined;
    if (keys !== undefined) return this.list(target, patch, keys, isNew);
    return patch === undefined ? target : inFile(patch, this.file);
  }

  private mapping(target: Node | undefined, patch: Node | undefined): Node | undefined {
    const ofPatch = membersOf(patch);
    const directive = directiveOf(ofPatch);
    if (directive === "delete") return undefined;
    if (directive === "replace" && target !== undefined) return this.mapping(undefined, patch);
    const members = membersOf(target);
    const result = new Map<string, Node>();
    for (const key of new Set([...members.keys(), ...ofPatch.keys()])) {
      if (key === "$patch" && !members.has(key)) continue;
      const merged = this.merged(members.get(key), ofPatch.get(key), key, target === undefined);
      if (merged !== undefined) result.set(key, merged);
    }
    return target === undefined ? inFile(mappingAt(patch!, result), this.file) : mappingAt(target, result);
  }

  /** As kustomize: the patch's new entries first, and of several entries with a key in the target the last one counts. */
  private list(
    target: Node | undefined,
    patch: Node | undefined,
    keys: readonly string[],
    isNew: boolean,
  ): Node | undefined {
    const ofList = itemsOf(patch).filter(isDirective);
    // kustomize adds the directive as an entry, and drops the others.
    if (target === undefined && !isNew && ofList.length > 0) return inFile(listAt(patch!, ofList), this.file);
    const directives = new Set(ofList.map(({ value }) => (value as { $patch: unknown }).$patch));
    const ofPatch = itemsOf(patch).filter((item) => !isDirective(item));
    if (directives.has("delete")) return undefined;
    const ofTarget = target === undefined || directives.has("replace") ? [] : itemsOf(target);
    const idOf = (item: Node) => {
      const members = membersOf(item);
      const found = keys.flatMap((key) => {
        const value = members.get(key)?.value ?? null;
        return value === null ? [] : `${key}=${value}`;
      });
      return found.length === 0 ? undefined : found.join();
    };
    const patches = new Map<string, Node>();
    for (const item of ofPatch) {
      const id = idOf(item);
      if (id === undefined) throw new UnmergeableError();
      if (target === undefined || !patches.has(id)) patches.set(id, item);
    }
    // If several ports have one number and different protocols, kustomize's result depends on all ports.
    const byNumber = new Map<string, string>();
    for (const id of keys.length === 1 || patch === undefined ? [] : [...patches.keys(), ...ofTarget.map(idOf)]) {
      const number = `${id}`.split(",")[0]!;
      if ((byNumber.get(number) ?? id) !== id) throw new UnmergeableError();
      byNumber.set(number, `${id}`);
    }
    const result = new Map<string, Node>();
    const first = new Set<string>();
    const targets = new Set(ofTarget.map(idOf));
    for (const [id, item] of patches) {
      // The place in the list; what the target has comes below.
      const added = targets.has(id) ? item : this.merged(undefined, item, undefined);
      if (added !== undefined) result.set(id, added);
    }
    for (const item of ofTarget) {
      const id = idOf(item);
      // kustomize then drops other entries.
      if (id === undefined) throw new UnmergeableError();
      if (first.has(id)) {
        if (result.has(id)) result.set(id, item);
      } else {
        first.add(id);
        const isReplaced = directiveOf(membersOf(patches.get(id))) === "replace";
        const merged = this.merged(item, isReplaced ? undefined : patches.get(id), undefined);
        if (merged === undefined) result.delete(id);
        else result.set(id, merged);
      }
    }
    return target === undefined
      ? inFile(listAt(patch!, [...result.values()]), this.file)
      : listAt(target, [...result.values()]);
  }

  private keysOf(name: string | undefined): readonly string[] | undefined {
    return this.isKeyed && name !== undefined && Object.hasOwn(LIST_KEYS, name) ? LIST_KEYS[name] : undefined;
  }
}

/** An entry of a list that only says what happens to the list. */
function isDirective(item: Node): boolean {
  const members = membersOf(item);
  return members.size === 1 && members.has("$patch");
}

function directiveOf(members: ReadonlyMap<string, Node>): unknown {
  for (const key of members.keys()) if (key.startsWith("$") && key !== "$patch") throw new UnmergeableError();
  const directive = members.get("$patch")?.value;
  if (directive !== undefined && !["delete", "replace", "merge"].includes(`${directive}`)) {
    throw new UnmergeableError(`unknown patch strategy '${directive}'`);
  }
  return directive;
}
