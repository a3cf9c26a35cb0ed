/** The files of a pod's volumes. */

import { type EnvFileLookup, envFileLookup } from "../../../envfile/parse.ts";
import type { Profile } from "../../../envfile/profile.ts";
import type { Volume } from "../objects.ts";
import type { Cluster, VolumeContents, VolumeReader } from "../types.ts";
import { secureJoin } from "./secure-join.ts";

/** A volume that is mounted on the node. */
export interface KnownVolume {
  /** Undefined if its files are unknown. */
  readonly contents: VolumeContents | undefined;
  /** False if the pod declares another type of volume. */
  readonly isEmptyDir: boolean;
  /** Whether its files come from Secrets or are tokens. */
  readonly hasSecrets: boolean;
}

/**
 * A pod's volume; undefined if the pod has none of the name, or it is not mounted on the node.
 *
 * @param volume the pod's volume of that name
 */
export function knownVolume(volume: Volume | undefined, cluster: Cluster, name: string): KnownVolume | undefined {
  const all = cluster.volumeContents;
  const contents = all && Object.hasOwn(all, name) ? all[name] : undefined;
  if (contents && "notMounted" in contents && contents.notMounted) return undefined;
  if (contents === undefined && volume === undefined) return undefined;
  return {
    contents,
    isEmptyDir: volume === undefined || isEmptyDir(volume),
    hasSecrets: volume !== undefined && hasSecrets(volume),
  };
}

/** Whether a volume is an emptyDir. The API server makes one of a volume without a type. */
export function isEmptyDir(volume: Volume): boolean {
  if (volume.emptyDir) return true;
  const members = volume as Readonly<Record<string, unknown>>;
  for (const member of Object.keys(members)) if (member !== "name" && members[member] !== null) return false;
  return true;
}

function hasSecrets(volume: Volume): boolean {
  const { secret, projected, csi } = volume as Readonly<Record<string, unknown>>;
  if (secret) return true;
  if (memberOf(csi, "driver") === "secrets-store.csi.k8s.io") return true;
  const sources = memberOf(projected, "sources");
  return Array.isArray(sources) && sources.some((source) => SECRET_SOURCES.some((name) => memberOf(source, name)));
}

const SECRET_SOURCES = ["secret", "serviceAccountToken"] as const;

/** A member of a value whose type has not been checked. */
function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

/** A path in a volume, without symbolic links. */
export interface VolumePath {
  readonly path: string;
  /** The file's content; undefined if no file is there. */
  read(): string | Uint8Array | undefined;
}

/** Follows a path in a volume; undefined if it leads through too many links. */
export function follow(contents: VolumeContents, path: string): VolumePath | undefined {
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

/** The env files that a pod's references have opened: each is read and scanned once. */
export class EnvFiles {
  private lookups: Map<string, EnvFileLookup | undefined> | undefined;

  /** Undefined if there is no file. */
  open(volumeName: string, { path, read }: VolumePath, profile: Profile): EnvFileLookup | undefined {
    this.lookups ??= new Map();
    const id = `${volumeName}/${path}`;
    if (!this.lookups.has(id)) {
      const content = read();
      this.lookups.set(id, content === undefined ? undefined : envFileLookup(content, { profile }));
    }
    return this.lookups.get(id);
  }
}
