/** Reads regular files whole, up to a limit; refuses pipes, devices and folders. */
import { closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync } from "node:fs";
import { readAll } from "../text/byte-buffer.ts";

/** The path is not a regular file. */
export class NotRegular extends Error {}

/** The file is larger than the limit. */
export class TooLarge extends Error {}

const FIRST_READ = 64 * 1024;

/**
 * Reads the bytes of a regular file. Does not wait for the other end of a pipe, and does not open a device.
 *
 * @param limit the largest size in bytes; also holds for files whose size the system reports as 0 (as in `/proc`)
 * @throws NotRegular, TooLarge, or the system's error
 */
export function readRegularFile(path: string, limit: number): Uint8Array {
  // Opening some devices has an effect, so check before opening; check again after, because the path may have changed.
  check(statSync(path), limit);
  const descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0));
  try {
    const stats = fstatSync(descriptor);
    check(stats, limit);
    const expected = Math.max(stats.size, FIRST_READ);
    return readAll(
      (into) => readSync(descriptor, into),
      expected,
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
