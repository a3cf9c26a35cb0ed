/** Regular files, read whole: never a pipe, a device or a folder, and never more than a limit. */
import { closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync } from "node:fs";

/** What is at a path is no regular file. */
export class NotRegular extends Error {}

/** A file is larger than it may be. */
export class TooLarge extends Error {}

const FIRST_READ = 64 * 1024;

/**
 * The bytes of a regular file. Opening it neither waits for the other end of a pipe nor wakes a device.
 *
 * @param limit the most bytes that the file may have; files whose size the system does not tell are read up to it
 * @throws NotRegular, TooLarge, or the system's error
 */
export function readRegularFile(path: string, limit: number): Uint8Array {
  // To open some devices is to use them, so that they are told before; what has changed since then is told after.
  check(statSync(path), limit);
  const descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0));
  try {
    const stats = fstatSync(descriptor);
    check(stats, limit);
    let bytes = new Uint8Array(Math.max(stats.size + 1, FIRST_READ));
    let length = 0;
    while (true) {
      const count = readSync(descriptor, bytes.subarray(length));
      if (count === 0) return bytes.subarray(0, length);
      length += count;
      if (length > limit) throw new TooLarge();
      if (length === bytes.length) {
        const larger = new Uint8Array(Math.min(length * 2, limit + 1));
        larger.set(bytes);
        bytes = larger;
      }
    }
  } finally {
    closeSync(descriptor);
  }
}

function check(stats: Stats, limit: number): void {
  if (!stats.isFile()) throw new NotRegular();
  if (stats.size > limit) throw new TooLarge();
}
