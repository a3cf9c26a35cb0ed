/** Files as commands write them: whole, or not at all. */
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

/** Bytes that are written before signals are heeded. */
const PIECE = 1 << 20;

/**
 * Writes a file whole: under another name first, which then takes its place, with the old one's mode and, where that is
 * allowed, its owner. What is no regular file (a terminal, a pipe), or is open already, is written to directly.
 *
 * A signal that comes meanwhile ends the process only when nothing half-written is left.
 *
 * @throws ClosedPipeError where it is standard output; InputError
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
  // Not made from the file's own name, which may be as long as a name can be.
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
      // Where it has taken the file's place, nothing is here any more.
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

/** Links in a row, at most. */
const MOST_LINKS = 40;

/**
 * The descriptor that a path leads to: `/dev/stdout`, `/dev/fd/3`, `/proc/self/fd/3`, links to them. To take such a
 * file's place would take it away from whoever writes to it.
 */
export function descriptorOf(file: string): number | undefined {
  let path = resolve(file);
  for (let links = 0; links < MOST_LINKS; links++) {
    const stream = /^\/dev\/(stdin|stdout|stderr)$/.exec(path)?.[1];
    if (stream !== undefined) return ["stdin", "stdout", "stderr"].indexOf(stream);
    try {
      path = join(realpathSync(dirname(path)), basename(path));
      const [, owner, number] = /^\/(?:dev|proc\/(\d+)(?:\/task\/\d+)?)\/fd\/(\d+)$/.exec(path) ?? [];
      if (number !== undefined && (owner === undefined || Number(owner) === process.pid)) return Number(number);
      path = resolve(dirname(path), readlinkSync(path));
    } catch {
      // It is no link, or nothing at all.
      return undefined;
    }
  }
  return undefined;
}
