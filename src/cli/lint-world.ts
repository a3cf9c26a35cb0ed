/** The objects that the pods of one folder's files may refer to, as `kubectl apply -f FOLDER` would make them. */

import { ManifestObjectError } from "../cluster/error.ts";
import type { ClusterObjects } from "../cluster/objects.ts";
import { readManifestObjects } from "../cluster/objects.ts";
import { PodClusters } from "../cluster/pod-cluster.ts";
import { memberOf } from "../text/own-keys.ts";
import { STDIN } from "./files.ts";
import type { InputFile } from "./inputs.ts";
import type { ManifestStream } from "./manifest-stream.ts";
import { readRegularFile } from "./regular-file.ts";

const LISTS = ["services", "configMaps", "secrets", "nodes"] as const;
const GIVEN = { podIPs: [], volumeContents: {} };

/** With more objects in a folder, a file that has an object of which there are several is looked at by itself. */
const MOST_SHARED = 1000;

type Objects = { [L in (typeof LISTS)[number]]: { readonly id: string; readonly object: object }[] };

export class FolderWorld {
  /** The objects of each file, by its name. */
  private readonly ofFiles = new Map<string, Objects>();
  /** How many files have an object, by kind and name: the namespace may be chosen when a file is applied. */
  private readonly counts = new Map<string, number>();
  private shared: PodClusters | undefined;

  /** Reads a file's objects. */
  add(stream: ManifestStream, { file, rendered }: InputFile): void {
    if (rendered === undefined && file !== STDIN && !mayHaveObjects(file)) return;
    const found: Objects = { services: [], configMaps: [], secrets: [], nodes: [] };
    for (const part of stream.parts()) {
      for (const { value } of part.documents) {
        const objects = objectsIn(value, part.list?.kind);
        for (const list of LISTS) {
          for (const object of objects?.[list] ?? []) {
            if (list === "secrets" && hasPlaceholder(object)) continue;
            const { metadata } = object as { readonly metadata?: { readonly name?: string } };
            const id = JSON.stringify([list, metadata?.name]);
            // An engine keeps the whole text that a string is a part of: a copy lets go of the manifest.
            found[list].push(structuredClone({ id, object }));
          }
        }
      }
    }
    const ids = new Set(LISTS.flatMap((list) => found[list].map(({ id }) => id)));
    if (ids.size === 0) return;
    this.ofFiles.set(stream.name, found);
    for (const id of ids) this.counts.set(id, (this.counts.get(id) ?? 0) + 1);
  }

  /**
   * What the pods of a file may refer to: its own objects, and those of the other files. Of what several other files
   * have, nobody knows which one counts.
   */
  of(stream: ManifestStream): PodClusters {
    const own = this.ofFiles.get(stream.name);
    const isShared = own === undefined || LISTS.every((list) => own[list].every(({ id }) => this.counts.get(id) === 1));
    if (isShared) {
      this.shared ??= this.clustersOf([...this.ofFiles.values()], new Set());
      return this.shared;
    }
    const others = this.counts.size > MOST_SHARED ? [] : [...this.ofFiles.values()].filter((each) => each !== own);
    return this.clustersOf([own, ...others], new Set(LISTS.flatMap((list) => own[list].map(({ id }) => id))));
  }

  /** @param own the objects that count although other files have them, too */
  private clustersOf(files: readonly Objects[], own: ReadonlySet<string>): PodClusters {
    const objects: ClusterObjects = { services: [], configMaps: [], secrets: [], nodes: [] };
    for (const [i, file] of files.entries()) {
      for (const list of LISTS) {
        for (const { id, object } of file[list]) {
          const counts = own.has(id) ? i === 0 : this.counts.get(id) === 1;
          if (counts) objects[list].push(object as never);
        }
      }
    }
    return new PodClusters(objects, GIVEN);
  }
}

/** Whether somebody has to fill in a value of a Secret: `[YOUR_TOKEN]`, `<base64>`, `${TOKEN}`. */
function hasPlaceholder(secret: object): boolean {
  const data = memberOf(secret, "data");
  const values = typeof data === "object" && data !== null ? Object.values(data) : [];
  return values.some((value) => value !== null && (typeof value !== "string" || /[^A-Za-z0-9+/=\s]/.test(value)));
}

/** Files up to this size, in bytes, are looked through before they are parsed. */
const SMALL = 4 << 20;

/** Whether a file has the name of a kind that pods refer to. */
function mayHaveObjects(file: string): boolean {
  try {
    const bytes = readRegularFile(file, SMALL);
    return /\b(?:ConfigMap|Secret|Service|Node|List)\b/.test(
      Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1"),
    );
  } catch {
    // Reading it as a manifest tells what is wrong.
    return true;
  }
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
