/** Writes files whole, or not at all. */
import { randomUUID } from "node:crypto";
import {
  closeSync,
  fchmodSync,
  fchownSync,
  openSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { visibleText } from "../text/printable.ts";
import { InputError, inputError } from "./errors.ts";
import { Interruption } from "./interruption.ts";
import { writeToStream } from "./io.ts";

/** Bytes to write between two checks for signals. */
const PIECE = 1 << 20;

/**
 * Writes a file whole: writes a temporary file and renames it, keeping the old file's mode and, where the system allows
 * it, its owner. A path that is not a regular file (a terminal, a pipe) or names an open descriptor is written
 * directly.
 *
 * A signal during the write ends the process after the temporary file is gone.
 *
 * @throws ClosedPipeError if the path is standard output; InputError
 */
export async function writeWhole(file: string, data: string): Promise<void> {
  const name = visibleText(file);
  try {
    const descriptor = descriptorOf(file);
    if (descriptor !== undefined) return writeToStream(descriptor, name, data);
    const target = statSync(file, { throwIfNoEntry: false });
    if (target?.isDirectory()) throw new InputError(`${name}: is a directory`);
    if (target === undefined) await replace(file, target, data);
    else if (target.isFile()) await replace(realpathSync(file), target, data);
    else writeFileSync(file, data);
  } catch (error) {
    throw inputError(name, error);
  }
}

async function replace(path: string, target: Stats | undefined, data: string): Promise<void> {
  // Does not contain the file's own name, which may already have the greatest length that a name can have.
  const temporary = join(dirname(path), `.varexpand-${randomUUID()}.tmp`);
  const interruption = new Interruption();
  try {
    const descriptor = openSync(temporary, "wx", target === undefined ? 0o666 : 0o600);
    try {
      try {
        await write(descriptor, data, interruption);
        if (target !== undefined) keepOwnerAndMode(descriptor, target);
      } finally {
        closeSync(descriptor);
      }
      if (!interruption.isPending) renameSync(temporary, path);
    } finally {
      // After the rename there is nothing left to remove.
      rmSync(temporary, { force: true });
    }
  } finally {
    await interruption.end();
  }
}

async function write(descriptor: number, data: string, interruption: Interruption): Promise<void> {
  const bytes = Buffer.from(data);
  for (let at = 0; at < bytes.length && !interruption.isPending; ) {
    at += writeSync(descriptor, bytes, at, Math.min(PIECE, bytes.length - at));
    await interruption.heed();
  }
}

function keepOwnerAndMode(descriptor: number, { uid, gid, mode }: Stats): void {
  try {
    fchownSync(descriptor, uid, gid);
  } catch {
    // Only root may give a file away.
  }
  fchmodSync(descriptor, mode & 0o777);
}

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
