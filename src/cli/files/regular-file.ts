/** Reads entire regular files up to a limit; rejects pipes, devices, and directories. */
import { closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync } from "node:fs";
import { readAll } from "../../text/byte-buffer.ts";

export class NotRegular extends Error {}

export class TooLarge extends Error {}

/** The limit for manifests. */
export const MAX_FILE_SIZE = 32 << 20;

const FIRST_READ = 64 * 1024;
/** If the system lacks a flag, the constant is undefined, which counts as 0. */
const FLAGS = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY | constants.O_NOFOLLOW;

/** The status of a regular file; undefined for anything else, such as a circular link. */
export function regularFileStats(path: string): Stats | undefined {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats?.isFile() ? stats : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Reads a regular file. Does not wait for the other end of a pipe, does not open a device, and does not follow a link
 * that has just replaced the file.
 *
 * @param limit the largest size in bytes; also holds for files whose size the system reports as 0 (as in `/proc`)
 * @throws NotRegular, TooLarge, or the system's error
 */
export function readRegularFile(path: string, limit: number): Uint8Array {
  // Opening some devices has an effect, so check before opening; check again after, because the path may have changed.
  check(statSync(path), limit);
  const descriptor = openSync(path, FLAGS);
  try {
    const stats = fstatSync(descriptor);
    check(stats, limit);
    return readAll(
      (into) => readSync(descriptor, into),
      stats.size || FIRST_READ,
      limit,
      () => new TooLarge(),
    );
  } finally {
    closeSync(descriptor);
  }
}

function check(stats: Stats, limit: number): void {
  if (!stats.isFile()) throw new NotRegular();
  if (stats.size > limit) throw new TooLarge();
}
