/** Writes files completely, or leaves them unchanged. */
import { closeSync, fchmodSync, fchownSync, openSync, realpathSync, type Stats, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { visibleText } from "../../text/printable.ts";
import { InputError, inputError } from "../frame/errors.ts";
import { writeToStream } from "../frame/io.ts";
import { Interruption } from "./interruption.ts";
import { descriptorOf } from "./output-conflicts.ts";
import { TemporaryFile } from "./temporary-file.ts";

const PIECE = 1 << 20;

/** Writes a file's content piece by piece. Signals are handled between the steps. A view is valid only during the call. */
export type Content = (write: (bytes: Uint8Array) => void) => Iterable<unknown>;

type Report = (line: string) => void;

/**
 * Writes a temporary file and renames it. Keeps the old file's mode and, if the system allows it, its owner; Node.js
 * cannot copy extended attributes. Writes directly to a path that is not a regular file (a terminal, a pipe), or that
 * names an open descriptor.
 *
 * A signal during the write ends the process after the temporary file is removed. If `content` throws, a regular file
 * stays unchanged.
 *
 * @param report receives a line if the owner is not kept, or if the old file has other hard links
 * @throws ClosedPipeError if the path is standard output; InputError
 */
export async function writeWhole(file: string, content: string | Content, report: Report = () => {}): Promise<void> {
  const name = visibleText(file);
  const steps = typeof content === "string" ? piecesOf(Buffer.from(content)) : content;
  const writeTo = (descriptor: number) => {
    for (const _ of steps((bytes) => writeToStream(descriptor, name, bytes)));
  };
  try {
    const descriptor = descriptorOf(file);
    if (descriptor !== undefined) return writeTo(descriptor);
    const target = statSync(file, { throwIfNoEntry: false });
    if (target?.isDirectory()) throw new InputError(`${name}: is a directory`);
    if (target === undefined || target.isFile()) {
      const path = target === undefined ? file : realpathSync(file);
      return await replace(path, target, steps, (what) => report(`${name}: ${what}`));
    }
    const opened = openSync(file, "w");
    try {
      writeTo(opened);
    } finally {
      closeSync(opened);
    }
  } catch (error) {
    throw inputError(name, error);
  }
}

function piecesOf(bytes: Uint8Array): Content {
  return function* (write) {
    for (let at = 0; at < bytes.length; at += PIECE) yield write(bytes.subarray(at, at + PIECE));
  };
}

async function replace(path: string, target: Stats | undefined, content: Content, report: Report): Promise<void> {
  const interruption = new Interruption();
  try {
    // Does not contain the file's own name, which can already have the maximum length.
    const name = join(dirname(path), `.varexpand-${crypto.randomUUID()}.tmp`);
    const temporary = new TemporaryFile(name, target === undefined ? 0o666 : 0o600);
    try {
      await interruption.during(content((bytes) => temporary.write(bytes)));
      const keepsOwner = target === undefined || keepOwnerAndMode(temporary.descriptor, target);
      if (interruption.isPending) return;
      temporary.rename(path);
      if (!keepsOwner)
        report("the new file has a different owner or group; this user is not allowed to set the old one");
      if (target !== undefined && target.nlink > 1) {
        const others =
          target.nlink === 2 ? "the other hard link keeps" : `the ${target.nlink - 1} other hard links keep`;
        report(`replaced by a new file; ${others} the old content`);
      }
    } finally {
      temporary.end();
    }
  } finally {
    await interruption.end();
  }
}

/** Returns whether the owner is kept. If not, removes setuid and setgid, which would grant the new owner's rights. */
function keepOwnerAndMode(descriptor: number, { uid, gid, mode }: Stats): boolean {
  let keepsOwner = true;
  try {
    fchownSync(descriptor, uid, gid);
  } catch {
    // Only root can change the owner.
    keepsOwner = false;
  }
  fchmodSync(descriptor, mode & (keepsOwner ? 0o7777 : 0o777));
  return keepsOwner;
}
