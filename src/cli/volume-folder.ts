/** Volumes as folders: `--volume NAME=DIR`. */
import { lstatSync, readFileSync, readlinkSync, statSync } from "node:fs";
import { join } from "node:path";
import type { VolumeReader } from "../pod/types.ts";
import { InputError, inputError, UsageError } from "./errors.ts";

/**
 * The volumes of `--volume` options, by name.
 *
 * @throws UsageError for one without `=`; InputError if its folder is none.
 */
export function volumesOf(options: readonly string[]): Record<string, VolumeReader> {
  return Object.fromEntries(
    options.map((option) => {
      const equals = option.indexOf("=");
      if (equals < 1) throw new UsageError(`--volume ${option}: write --volume NAME=DIR`);
      return [option.slice(0, equals), volumeFolder(option.slice(equals + 1))];
    }),
  );
}

/** Reads what paths without links lead to; the links themselves are followed by whoever asks, inside the volume. */
function volumeFolder(folder: string): VolumeReader {
  let isFolder: boolean;
  try {
    isFolder = statSync(folder).isDirectory();
  } catch (error) {
    throw inputError(folder, error);
  }
  if (!isFolder) throw new InputError(`${folder}: not a directory`);
  const lookAt = (path: string) => lstatSync(join(folder, path), { throwIfNoEntry: false });
  return {
    readLink: (path) => (lookAt(path)?.isSymbolicLink() ? readlinkSync(join(folder, path)) : undefined),
    readFile(path) {
      // Nothing but a file: to read a pipe or a device might never end.
      if (!lookAt(path)?.isFile()) return undefined;
      try {
        return readFileSync(join(folder, path));
      } catch (error) {
        throw inputError(join(folder, path), error);
      }
    },
  };
}
