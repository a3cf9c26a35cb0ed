/** The objects that the pods of one folder's files may refer to, as `kubectl apply -f FOLDER` would make them. */

import { ManifestObjectError } from "../kubernetes/cluster/object-schema.ts";
import type { ClusterObjects } from "../kubernetes/cluster/objects.ts";
import { readManifestObjects } from "../kubernetes/cluster/objects.ts";
import { PodClusters } from "../kubernetes/cluster/pod-cluster.ts";
import { memberOf } from "../text/own-keys.ts";
import type { Node } from "../yaml/node.ts";

const LISTS = ["services", "configMaps", "secrets", "nodes"] as const;
const GIVEN = { podIPs: [], volumeContents: {} };

/** With more objects in a folder, a file that has an object of which there are several is looked at by itself. */
const MOST_SHARED = 1000;

/** An object that pods may refer to. */
export interface SharedObject {
  readonly list: (typeof LISTS)[number];
  /** Its kind and name: the namespace may be chosen when a file is applied. */
  readonly id: string;
  readonly object: object;
}

/** The objects in documents that pods may refer to: copies, so that nothing keeps the manifest. */
export function sharedObjects(documents: readonly Pick<Node, "value">[], listKind?: string): SharedObject[] {
  const found: SharedObject[] = [];
  for (const { value } of documents) {
    const objects = objectsIn(value, listKind);
    for (const list of LISTS) {
      for (const object of objects?.[list] ?? []) {
        if (list === "secrets" && hasPlaceholder(object)) continue;
        const { metadata } = object as { readonly metadata?: { readonly name?: string } };
        const id = JSON.stringify([list, metadata?.name]);
        // An engine keeps the whole text that a string is a part of: a copy lets go of the manifest.
        found.push(structuredClone({ list, id, object }));
      }
    }
  }
  return found;
}

/** Whether a text has the name of a kind that pods refer to: all others need not be parsed. */
export function mayHaveObjects(text: string): boolean {
  return /\b(?:ConfigMap|Secret|Service|Node|List)\b/.test(text);
}

export class FolderWorld {
  /** The objects of each file, by its name. */
  private readonly ofFiles = new Map<string, readonly SharedObject[]>();
  /** How many files have an object. */
  private readonly counts = new Map<string, number>();
  /** The objects that only one file has. */
  private unique: readonly SharedObject[] | undefined;
  private shared: PodClusters | undefined;

  /** Adds a file, before any is asked for. */
  add(file: string, objects: readonly SharedObject[]): void {
    if (objects.length === 0) return;
    this.ofFiles.set(file, objects);
    for (const id of new Set(objects.map(({ id }) => id))) this.counts.set(id, (this.counts.get(id) ?? 0) + 1);
  }

  /**
   * What the pods of a file may refer to: its own objects, and those of the other files. Of what several other files
   * have, nobody knows which one counts.
   */
  of(file: string): PodClusters {
    const objects = this.objectsFor(file);
    if (objects !== this.unique) return clustersOf(objects);
    this.shared ??= clustersOf(objects);
    return this.shared;
  }

  /** The objects that the pods of a file may refer to. */
  objectsFor(file: string): readonly SharedObject[] {
    this.unique ??= [...this.ofFiles.values()].flat().filter(({ id }) => this.counts.get(id) === 1);
    const own = this.ofFiles.get(file);
    if (own === undefined || own.every(({ id }) => this.counts.get(id) === 1)) return this.unique;
    const ids = new Set(own.map(({ id }) => id));
    const others = this.counts.size > MOST_SHARED ? [] : this.unique.filter(({ id }) => !ids.has(id));
    return [...own, ...others];
  }
}

function clustersOf(shared: readonly SharedObject[]): PodClusters {
  const objects: ClusterObjects = { services: [], configMaps: [], secrets: [], nodes: [] };
  for (const { list, object } of shared) objects[list].push(object as never);
  return new PodClusters(objects, GIVEN);
}

/** Whether somebody has to fill in a value of a Secret: `[YOUR_TOKEN]`, `<base64>`, `${TOKEN}`. */
function hasPlaceholder(secret: object): boolean {
  const data = memberOf(secret, "data");
  const values = typeof data === "object" && data !== null ? Object.values(data) : [];
  return values.some((value) => value !== null && (typeof value !== "string" || /[^A-Za-z0-9+/=\s]/.test(value)));
}

/** The objects of a document; undefined if it has none that can be read. */
function objectsIn(value: unknown, listKind: string | undefined): ClusterObjects | undefined {
  try {
    return readManifestObjects(value, listKind);
  } catch (error) {
    if (error instanceof ManifestObjectError) return undefined;
    throw error;
  }
}
