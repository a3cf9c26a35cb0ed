/** Reads the files of a pod's volumes. */

import { type EnvFileLookup, envFileLookup } from "../../../envfile/parse.ts";
import type { Profile } from "../../../envfile/profile.ts";
import { memberOf } from "../../../text/own-keys.ts";
import type { Volume } from "../objects.ts";
import type { Cluster, VolumeContents, VolumeReader } from "../types.ts";

export interface KnownVolume {
  /** Undefined if the files are unknown. */
  readonly contents: VolumeContents | undefined;
  /** False if the pod declares another type of volume. */
  readonly isEmptyDir: boolean;
  /** Whether the files come from Secrets or are tokens. */
  readonly hasSecrets: boolean;
}

/**
 * Returns a pod's volume; undefined if the pod has no volume of the name, or it is not mounted on the node.
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

/** Whether a volume is an emptyDir, which is the API server's default for a volume without a type. */
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

/** A path in a volume, without symbolic links. */
interface VolumePath {
  readonly path: string;
  /** Returns the content; undefined if there is no such file. */
  read(): string | Uint8Array | undefined;
}

/** Follows a path in a volume; undefined if there are too many links on it. */
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

/** The env files that a pod's references read. Each is read and scanned once. */
export class EnvFiles {
  private readonly lookups = new Map<string, EnvFileLookup | undefined>();

  /** Undefined if there is no file. */
  open(volumeName: string, { path, read }: VolumePath, profile: Profile): EnvFileLookup | undefined {
    const id = `${volumeName}/${path}`;
    if (!this.lookups.has(id)) {
      const content = read();
      this.lookups.set(id, content === undefined ? undefined : envFileLookup(content, { profile }));
    }
    return this.lookups.get(id);
  }
}

/** The maximum number of symbolic links on a path. */
const MAX_LINKS = 255;

/** Linux's PATH_MAX, approximated in UTF-16 code units: longer paths cannot be links. */
const MAX_PATH = 4096;

/**
 * Resolves links, `.`, and `..` in a path like filepath-securejoin's SecureJoin, so that it cannot leave the volume. Links
 * are followed as if the root were `/`, and `..` stops there. Parts that do not exist are joined verbatim.
 *
 * @param readLink returns the text of the link at a path; undefined if there is no link
 * @returns a path relative to the root, "" for the root itself; undefined if there are more than 255 links on the path
 */
export function secureJoin(path: string, readLink: (path: string) => string | undefined): string | undefined {
  /** The remaining parts, the next one last. */
  const rest = path.split("/").reverse();
  /** The paths of the directories from the root to the current one. */
  const walked: string[] = [];
  let links = 0;
  while (rest.length > 0) {
    const part = rest.pop()!;
    if (part === "" || part === ".") continue;
    if (part === "..") {
      walked.pop();
      continue;
    }
    const parent = walked.at(-1);
    const current = parent === undefined ? part : `${parent}/${part}`;
    walked.push(current);
    const target = current.length > MAX_PATH ? undefined : readLink(current);
    if (target === undefined) continue;
    if (++links > MAX_LINKS) return undefined;
    walked.pop();
    if (target.startsWith("/")) walked.length = 0;
    for (const targetPart of target.split("/").reverse()) rest.push(targetPart);
  }
  return walked.at(-1) ?? "";
}
