/** The files of a pod's volumes. */

import type { Pod } from "./objects.ts";
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
  return { contents, isEmptyDir: volume === undefined || !!volume.emptyDir };
}

/** A file found in a volume: its path without links, and what is in it. */
export interface FoundFile {
  readonly path: string;
  readonly content: string | Uint8Array;
}

/** Opens a file; without one, where it would be. Undefined if the path leads through too many links. */
export function openFile(contents: VolumeContents, path: string): FoundFile | { readonly path: string } | undefined {
  const reader = readerOf(contents);
  const joined = secureJoin(path, (at) => reader.readLink(at));
  if (joined === undefined) return undefined;
  const content = joined === "" ? undefined : reader.readFile(joined);
  return content === undefined ? { path: joined } : { path: joined, content };
}

function readerOf(contents: VolumeContents): VolumeReader {
  if ("readFile" in contents) return contents;
  const { files = {}, symlinks = {} } = contents;
  return {
    readFile: (path) => (Object.hasOwn(files, path) ? files[path] : undefined),
    readLink: (path) => (Object.hasOwn(symlinks, path) ? symlinks[path] : undefined),
  };
}
