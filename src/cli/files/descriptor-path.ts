import { readlinkSync, realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

/** How many symbolic links to follow. */
const MAX_LINKS = 40;

/**
 * The descriptor that a path names: `/dev/stdout`, `/dev/fd/3`, `/proc/self/fd/3`, or a link to one of them; otherwise
 * undefined. Such a file must not be replaced: other writers hold it open.
 */
export function descriptorOf(file: string): number | undefined {
  let path = resolve(file);
  for (let links = 0; links < MAX_LINKS; links++) {
    const stream = /^\/dev\/(stdin|stdout|stderr)$/.exec(path)?.[1];
    if (stream !== undefined) return ["stdin", "stdout", "stderr"].indexOf(stream);
    try {
      path = join(realpathSync(dirname(path)), basename(path));
      const [, owner, number] = /^\/(?:dev|proc\/(\d+)(?:\/task\/\d+)?)\/fd\/(\d+)$/.exec(path) ?? [];
      if (number !== undefined && (owner === undefined || Number(owner) === process.pid)) return Number(number);
      path = resolve(dirname(path), readlinkSync(path));
    } catch {
      // It is not a link, or does not exist.
      return undefined;
    }
  }
  return undefined;
}
