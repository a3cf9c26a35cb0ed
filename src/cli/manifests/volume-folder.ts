/** Volumes as directories: `--volume NAME=DIR`. */
import { lstatSync, readlinkSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Pod } from "../../kubernetes/pod/objects.ts";
import type { VolumeReader } from "../../kubernetes/pod/types.ts";
import { memberOf } from "../../text/own-keys.ts";
import { NotRegular, readRegularFile, TooLarge } from "../files/regular-file.ts";
import { didYouMean } from "../frame/command.ts";
import { attempt, InputError, UsageError } from "../frame/errors.ts";

/**
 * Returns the volumes of `--volume` options by name.
 *
 * @param check is called with the path of each file before it is read
 * @throws UsageError for an option without `=`; InputError if it is not a directory
 */
export function volumesOf(options: readonly string[], check: (file: string) => void): Record<string, VolumeReader> {
  const volumes = new Map<string, VolumeReader>();
  for (const option of options) {
    const equals = option.indexOf("=");
    if (equals < 1) throw new UsageError(`--volume ${option}: write --volume NAME=DIR`);
    const name = option.slice(0, equals);
    if (volumes.has(name)) throw new UsageError(`--volume ${option}: the volume ${name} is set twice`);
    volumes.set(name, volumeFolder(option.slice(equals + 1), check));
  }
  return Object.fromEntries(volumes);
}

/** How many names of volumes are kept for suggestions. */
const MAX_SEEN = 1000;

/** Checks that each volume on the command line belongs to some pod. */
export class GivenVolumes {
  private readonly missing: Set<string>;
  private readonly seen = new Set<string>();

  /** @param volumes by their names */
  constructor(volumes: Readonly<Record<string, unknown>> = {}) {
    this.missing = new Set(Object.keys(volumes));
  }

  /** Adds the volumes of a pod, which is not validated yet. */
  add(pod: Pod): void {
    const volumes: unknown = this.missing.size === 0 ? undefined : pod.spec?.volumes;
    for (const volume of Array.isArray(volumes) ? volumes : []) {
      const name: unknown = memberOf(volume, "name");
      if (typeof name !== "string") continue;
      this.missing.delete(name);
      // Engines keep the entire text of a substring alive. A copy releases the manifest.
      if (this.seen.size < MAX_SEEN && !this.seen.has(name)) this.seen.add(structuredClone(name));
    }
  }

  /** @throws UsageError for a volume of no pod */
  check(): void {
    for (const name of this.missing) {
      throw new UsageError(`--volume ${name}: no pod has a volume with this name${didYouMean(name, [...this.seen])}`);
    }
  }
}

/** The largest env file in bytes. (The design limits them to 64 KiB; the kubelet does not.) */
const MAX_FILE = 64 << 20;

/** Does not follow links: the caller does that, and stays inside the volume. */
function volumeFolder(folder: string, check: (file: string) => void): VolumeReader {
  if (!attempt(folder, () => statSync(folder).isDirectory())) throw new InputError(`${folder}: not a directory`);
  return {
    readLink(path) {
      const at = join(folder, path);
      return ifExists(at, () => (lstatSync(at).isSymbolicLink() ? readlinkSync(at) : undefined));
    },
    readFile(path) {
      const at = join(folder, path);
      return ifExists(at, () => {
        if (!lstatSync(at).isFile()) return undefined;
        check(at);
        return readRegularFile(at, MAX_FILE);
      });
    },
  };
}

/** Error codes for a path that does not exist or is invalid. */
const NOT_FOUND = new Set(["ENOENT", "ENOTDIR", "ENAMETOOLONG", "ELOOP", "EINVAL", "ERR_INVALID_ARG_VALUE"]);

/** Runs an action on a path in a volume. Returns undefined if the path does not exist. */
function ifExists<T>(path: string, action: () => T): T | undefined {
  return attempt(path, () => {
    try {
      return action();
    } catch (error) {
      if (error instanceof NotRegular) return undefined;
      if (error instanceof TooLarge)
        throw new InputError(`${path}: the env file is larger than the limit of ${MAX_FILE} bytes`);
      if (NOT_FOUND.has((error as NodeJS.ErrnoException).code ?? "")) return undefined;
      throw error;
    }
  });
}
