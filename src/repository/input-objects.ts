/**
 * The objects that the pods of an input can refer to, in this order: those of the pod's own file, those of its apply set,
 * and the only one of its kind, namespace, and name in the rest of the input. Several candidates make it unknown.
 */

import type { ClusterObjects } from "../kubernetes/cluster/objects.ts";
import { type PodClusterOptions, PodClusters } from "../kubernetes/cluster/pod-cluster.ts";
import { idOfShared, type SharedObject } from "../kubernetes/cluster/shared-objects.ts";
import type { Elsewhere } from "../kubernetes/pod/sources/cluster-index.ts";
import { addTo } from "../text/grouped.ts";

/** In sets with more objects, a file with an object that other files also define uses only its own objects. */
const MAX_COPIED = 1000;

const LISTS = { ConfigMap: "configMaps", Secret: "secrets", Service: "services" } as const;

/** The most files that a message names. */
const MAX_NAMED = 3;

/** The objects of one apply set. */
export class SetObjects {
  /** The objects of each file, by its name. */
  private readonly ofFiles = new Map<string, SharedObject[]>();
  /** The files that define an object. */
  private readonly files = new Map<string, string[]>();
  private unique: readonly SharedObject[] | undefined;
  private shared: PodClusters | undefined;
  private readonly options: PodClusterOptions;
  private readonly elsewhere: Elsewhere | undefined;

  constructor(options: PodClusterOptions, elsewhere?: Elsewhere) {
    this.options = options;
    this.elsewhere = elsewhere;
  }

  /** Adds the objects of a file, or of a part of one. All files must be added before the first call of `of`. */
  add(file: string, objects: readonly SharedObject[]): void {
    for (const object of objects) addTo(this.ofFiles, file, object);
    for (const id of new Set(objects.map((each) => each.id))) {
      if (this.files.get(id)?.at(-1) !== file) addTo(this.files, id, file);
    }
  }

  /** The objects of the set, with the files that define each of them. */
  get all(): ReadonlyMap<string, readonly string[]> {
    return this.files;
  }

  *objects(): Generator<SharedObject, void, undefined> {
    for (const objects of this.ofFiles.values()) yield* objects;
  }

  /** The objects for the pods of a file. An object that several other files define is unknown. */
  of(file: string): PodClusters {
    const isUnique = ({ id }: SharedObject) => this.files.get(id)!.length === 1;
    this.unique ??= [...this.objects()].filter(isUnique);
    const own = this.ofFiles.get(file) ?? [];
    if (own.every(isUnique)) {
      this.shared ??= this.clustersOf(this.unique, file);
      return this.shared;
    }
    const ids = new Set(own.map(({ id }) => id));
    const others = this.files.size > MAX_COPIED ? [] : this.unique.filter(({ id }) => !ids.has(id));
    return this.clustersOf([...own, ...others], file);
  }

  private clustersOf(shared: readonly SharedObject[], own: string): PodClusters {
    const objects: ClusterObjects = { services: [], configMaps: [], secrets: [], nodes: [] };
    for (const { list, object } of shared) objects[list].push(object as never);
    const elsewhere: Elsewhere = {
      get: (kind, namespace, name) => {
        const id = idOfShared(LISTS[kind], namespace, name);
        return this.files.has(id) ? undefined : this.elsewhere?.get(kind, namespace, name);
      },
      candidates: (kind, namespace, name) => {
        const id = idOfShared(LISTS[kind], namespace, name);
        const inSet = (this.files.get(id) ?? []).filter((file) => file !== own);
        return inSet.length > 0 ? namedFiles(inSet) : this.elsewhere?.candidates(kind, namespace, name);
      },
    };
    return new PodClusters(objects, { ...this.options, elsewhere });
  }
}

/** The objects of all sets of an input, for references that an own set does not answer. */
export class InputObjects implements Elsewhere {
  private readonly read: () => readonly SetObjects[];
  private sets: readonly SetObjects[] | undefined;
  private rest: ReadonlyMap<string, SharedObject> | undefined;
  private known:
    | ReadonlyMap<string, readonly { readonly object: object; readonly files: readonly string[] }[]>
    | undefined;

  /** @param read returns the objects of each set, when a pod refers to an object that is not in its own set */
  constructor(read: () => readonly SetObjects[]) {
    this.read = read;
  }

  private get all(): readonly SetObjects[] {
    this.sets ??= this.read();
    return this.sets;
  }

  get(kind: "ConfigMap" | "Secret", namespace: string, name: string): object | undefined {
    const found = this.found(kind, namespace, name);
    return found.length === 1 && found[0]!.files.length === 1 ? found[0]!.object : undefined;
  }

  /** A Service of another set never counts. */
  candidates(kind: keyof typeof LISTS, namespace: string, name: string): string | undefined {
    const files = this.found(kind, namespace, name).flatMap((each) => each.files);
    return files.length < (kind === "Service" ? 1 : 2) ? undefined : namedFiles(files);
  }

  /** Adds the Services and Nodes of other sets, if all sets are applied to one cluster. */
  addRest(objects: SetObjects): void {
    const isRest = ({ list }: SharedObject) => list === "services" || list === "nodes";
    this.rest ??= new Map(
      this.all.flatMap((set) => [...set.objects()].filter(isRest).map((object) => [object.id, object] as const)),
    );
    const others = [...this.rest.values()].filter(({ id }) => !objects.all.has(id));
    objects.add("", others);
  }

  private found(kind: keyof typeof LISTS, namespace: string, name: string) {
    this.known ??= this.index();
    return this.known.get(idOfShared(LISTS[kind], namespace, name)) ?? [];
  }

  private index() {
    const known = new Map<string, { readonly object: object; readonly files: readonly string[] }[]>();
    for (const set of this.all) {
      // The last of several objects in one file counts.
      const last = new Map(Array.from(set.objects(), ({ id, object }) => [id, { object }]));
      for (const [id, { object }] of last) addTo(known, id, { object, files: set.all.get(id)! });
    }
    return known;
  }
}

/** `a.yaml and b.yaml`. */
export function namedFiles(files: readonly string[]): string {
  const unique = [...new Set(files)];
  const shown = unique.slice(0, MAX_NAMED);
  return unique.length > shown.length ? `${shown.join(", ")}, and others` : shown.join(" and ");
}
