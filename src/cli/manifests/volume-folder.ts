/** Volumes as folders: `--volume NAME=DIR`. */
import { lstatSync, readlinkSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Pod } from "../../kubernetes/pod/objects.ts";
import type { VolumeReader } from "../../kubernetes/pod/types.ts";
import { memberOf } from "../../text/own-keys.ts";
import { NotRegular, readRegularFile, TooLarge } from "../files/regular-file.ts";
import { didYouMean } from "../frame/command.ts";
import { attempt, InputError, UsageError } from "../frame/errors.ts";

/**
 * The volumes of `--volume` options, by name.
 *
 * @param check Is called with the path of each file before it is read.
 *
 * @throws UsageError for one without `=`; InputError if its folder is none.
 */
export function volumesOf(options: readonly string[], check: (file: string) => void): Record<string, VolumeReader> {
  const volumes = new Map<string, VolumeReader>();
  for (const option of options) {
    const equals = option.indexOf("=");
    if (equals < 1) throw new UsageError(`--volume ${option}: write --volume NAME=DIR`);
    const name = option.slice(0, equals);
    if (volumes.has(name)) throw new UsageError(`--volume ${option}: the volume ${name} is given twice`);
    volumes.set(name, volumeFolder(option.slice(equals + 1), check));
  }
  return Object.fromEntries(volumes);
}

/** How many names of volumes are kept for a suggestion. */
const MOST_SEEN = 1000;

/** Whether some pod has each volume that is given. */
export class GivenVolumes {
  private readonly missing: Set<string>;
  private readonly seen = new Set<string>();

  /** @param volumes by their names */
  constructor(volumes: Readonly<Record<string, unknown>> = {}) {
    this.missing = new Set(Object.keys(volumes));
  }

  /** Adds a pod as it is written. */
  add(pod: Pod): void {
    const volumes: unknown = this.missing.size === 0 ? undefined : pod.spec?.volumes;
    for (const volume of Array.isArray(volumes) ? volumes : []) {
      const name: unknown = memberOf(volume, "name");
      if (typeof name !== "string") continue;
      this.missing.delete(name);
      // A copy lets go of the manifest, of which the name is a part.
      if (this.seen.size < MOST_SEEN && !this.seen.has(name)) this.seen.add(structuredClone(name));
    }
  }

  /** @throws UsageError for a volume that no pod has */
  check(): void {
    for (const name of this.missing) {
      throw new UsageError(`--volume ${name}: no pod has a volume of this name${didYouMean(name, [...this.seen])}`);
    }
  }
}

/** The largest env file that is read. (Those of the design have at most 64 KiB; the kubelet reads any.) In bytes. */
const MAX_FILE = 64 << 20;

/** Reads what paths without links lead to; the links themselves are followed by whoever asks, inside the volume. */
function volumeFolder(folder: string, check: (file: string) => void): VolumeReader {
  if (!attempt(folder, () => statSync(folder).isDirectory())) throw new InputError(`${folder}: not a directory`);
  return {
    readLink(path) {
      const at = join(folder, path);
      return ifThere(at, () => (lstatSync(at).isSymbolicLink() ? readlinkSync(at) : undefined));
    },
    readFile(path) {
      const at = join(folder, path);
      return ifThere(at, () => {
        if (!lstatSync(at).isFile()) return undefined;
        check(at);
        return readRegularFile(at, MAX_FILE);
      });
    },
  };
}

/** Error codes for a path that names nothing: no such file, a part that is no folder, or an invalid path. */
const NOTHING_THERE = new Set(["ENOENT", "ENOTDIR", "ENAMETOOLONG", "ELOOP", "EINVAL", "ERR_INVALID_ARG_VALUE"]);

/** What an action on a path in a volume gives; undefined if nothing is there. */
function ifThere<T>(path: string, action: () => T): T | undefined {
  return attempt(path, () => {
    try {
      return action();
    } catch (error) {
      if (error instanceof NotRegular) return undefined;
      if (error instanceof TooLarge) throw new InputError(`${path}: an env file of more than ${MAX_FILE} bytes`);
      if (NOTHING_THERE.has((error as NodeJS.ErrnoException).code ?? "")) return undefined;
      throw error;
    }
  });
}
