/** The objects that the pods in a folder can refer to, as `kubectl apply -f FOLDER` would create them. */

import { ManifestObjectError } from "../kubernetes/cluster/object-schema.ts";
import { type ClusterObjects, readManifestObjects } from "../kubernetes/cluster/objects.ts";
import { PodClusters } from "../kubernetes/cluster/pod-cluster.ts";
import { ifPossible } from "../text/if-possible.ts";
import { memberOf } from "../text/own-keys.ts";
import type { Node } from "../yaml/node.ts";

const LISTS = ["services", "configMaps", "secrets", "nodes"] as const;
const GIVEN = { podIPs: [], volumeContents: {} };

/** In folders with more objects, a file with an object that other files also define sees only its own objects. */
const MOST_SHARED = 1000;

/** An object that pods can refer to. */
export interface SharedObject {
  readonly list: (typeof LISTS)[number];
  /** Its kind and name. The namespace can be chosen when a file is applied. */
  readonly id: string;
  readonly object: object;
}

/** The objects in documents that pods can refer to. */
export function sharedObjects(documents: readonly Pick<Node, "value">[]): SharedObject[] {
  return documents.flatMap(({ value }) => {
    const objects = ifPossible(() => readManifestObjects(value), ManifestObjectError);
    return objects === undefined ? [] : sharedOf(objects);
  });
}

/** Copies, which do not retain the manifest, of the objects that pods can refer to. */
export function sharedOf(objects: ClusterObjects): SharedObject[] {
  const found: SharedObject[] = [];
  for (const list of LISTS) {
    for (const object of objects[list]) {
      if (list === "secrets" && hasPlaceholder(object)) continue;
      const { metadata } = object as { readonly metadata?: { readonly name?: string } };
      const id = JSON.stringify([list, metadata?.name]);
      found.push(structuredClone({ list, id, object }));
    }
  }
  return found;
}

const SHARED_KIND = /\b(?:ConfigMap|Secret|Service|Node)\b|List\b/;

/** Whether a text contains a kind that pods refer to. Other texts need not be parsed. */
export function mayHaveObjects(text: string): boolean {
  return text
    .split(/\bkind\b/)
    .slice(1)
    .some((after) => {
      const [line = "", next = ""] = after.slice(0, 160).split("\n", 2);
      return SHARED_KIND.test(line) || (/^\s/.test(next) && SHARED_KIND.test(next));
    });
}

export class FolderObjects {
  /** The objects of each file, by its name. */
  private readonly ofFiles = new Map<string, readonly SharedObject[]>();
  /** The number of files that define an object. */
  private readonly counts = new Map<string, number>();
  /** The objects that only one file defines. */
  private unique: readonly SharedObject[] | undefined;
  private shared: PodClusters | undefined;

  /** Adds a file. All files must be added before the first call of `of`. */
  add(file: string, objects: readonly SharedObject[]): void {
    if (objects.length === 0) return;
    this.ofFiles.set(file, objects);
    for (const id of new Set(objects.map(({ id }) => id))) this.counts.set(id, (this.counts.get(id) ?? 0) + 1);
  }

  /**
   * The objects for the pods of a file: its own, and those of other files. Objects that several other files define are
   * left out because it is not known which one applies.
   */
  of(file: string): PodClusters {
    this.unique ??= [...this.ofFiles.values()].flat().filter(({ id }) => this.counts.get(id) === 1);
    const own = this.ofFiles.get(file) ?? [];
    if (own.every(({ id }) => this.counts.get(id) === 1)) {
      this.shared ??= clustersOf(this.unique);
      return this.shared;
    }
    const ids = new Set(own.map(({ id }) => id));
    const others = this.counts.size > MOST_SHARED ? [] : this.unique.filter(({ id }) => !ids.has(id));
    return clustersOf([...own, ...others]);
  }
}

function clustersOf(shared: readonly SharedObject[]): PodClusters {
  const objects: ClusterObjects = { services: [], configMaps: [], secrets: [], nodes: [] };
  for (const { list, object } of shared) objects[list].push(object as never);
  return new PodClusters(objects, GIVEN);
}

/** Whether a Secret is to be filled in: it is empty, or has a placeholder such as `[YOUR_TOKEN]`, `<base64>`, `${TOKEN}`. */
function hasPlaceholder(secret: object): boolean {
  const data = memberOf(secret, "data");
  const values = typeof data === "object" && data !== null ? Object.values(data) : [];
  if (values.length === 0 && Object.keys(memberOf(secret, "stringData") ?? {}).length === 0) return true;
  return values.some((value) => value !== null && (typeof value !== "string" || /[^A-Za-z0-9+/=\s]/.test(value)));
}
