/** The files of a pod's volumes. */

import type { Pod, Volume } from "./objects.ts";
import { secureJoin } from "./secure-join.ts";
import type { Cluster, VolumeContents, VolumeReader } from "./types.ts";

/** A volume as far as it is known here. */
export interface KnownVolume {
  /** Undefined if nothing is known of what is in it. */
  readonly contents: VolumeContents | undefined;
  /** False if the pod says that it is something else. */
  readonly isEmptyDir: boolean;
}

/** The pod's volume of that name; undefined if the pod has none, or it is not mounted on the node. */
export function findVolume(pod: Pod, cluster: Cluster, name: string): KnownVolume | undefined {
  const all = cluster.volumeContents;
  const contents = all && Object.hasOwn(all, name) ? all[name] : undefined;
  if (contents && "notMounted" in contents && contents.notMounted) return undefined;
  const volume = pod.spec?.volumes?.find((candidate) => candidate.name === name);
  if (contents === undefined && volume === undefined) return undefined;
  return { contents, isEmptyDir: volume === undefined || isEmptyDir(volume) };
}

/** Whether a volume is an emptyDir; one that says nothing gets to be one. */
export function isEmptyDir(volume: Volume): boolean {
  if (volume.emptyDir) return true;
  return Object.keys(volume).every((member) => member === "name" || volume[member] === null);
}

/** A path in a volume without its links, and what is there when it is opened. */
export interface Place {
  readonly path: string;
  /** The file's content; undefined if no file is there. */
  read(): string | Uint8Array | undefined;
}

/** Follows a path in a volume; undefined if it leads through too many links. */
export function follow(contents: VolumeContents, path: string): Place | undefined {
  const reader = readerOf(contents);
  const joined = secureJoin(path, (at) => reader.readLink(at));
  if (joined === undefined) return undefined;
  return { path: joined, read: () => (joined === "" ? undefined : reader.readFile(joined)) };
}

function readerOf(contents: VolumeContents): VolumeReader {
  if ("readFile" in contents) return contents;
  const { files = {}, symlinks = {} } = contents;
  return {
    readFile: (path) => (Object.hasOwn(files, path) ? files[path] : undefined),
    readLink: (path) => (Object.hasOwn(symlinks, path) ? symlinks[path] : undefined),
  };
}
