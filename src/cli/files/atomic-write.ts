/** Writes a file completely, or leaves it unchanged. */
import { closeSync, constants, openSync, type Stats } from "node:fs";
import { dirname, join } from "node:path";
import { visibleText } from "../../text/printable.ts";
import { inputError } from "../frame/errors.ts";
import { writeToStream } from "../frame/io.ts";
import { Interruption } from "./interruption.ts";
import { descriptorOf } from "./output-conflicts.ts";
import { firstMode, keepOwnerAndMode, replacementWarnings, targetStats } from "./target.ts";
import { TemporaryFile, temporaryName } from "./temporary-file.ts";

const PIECE = 1 << 20;

/** Writes a file's content piece by piece. Signals are handled between the steps. A view is valid only during the call. */
export type Content = (write: (bytes: Uint8Array) => void) => Iterable<unknown>;

type Report = (line: string) => void;

/**
 * Writes a temporary file and renames it. Keeps the old file's mode and, if the system allows it, its owner. Writes directly
 * to a path that the user named and that is not a regular file (a terminal, a pipe), or that names an open descriptor.
 *
 * A signal during the write ends the process after the temporary file is removed. If `content` throws, a regular file
 * stays unchanged.
 *
 * @param report receives a line if the owner is not kept, or if the old file has other hard links
 * @throws ClosedPipeError if the path is standard output; InputError, also for a symbolic link
 */
export async function writeAtomically(
  file: string,
  content: string | Content,
  report: Report = () => {},
): Promise<void> {
  const name = visibleText(file);
  const steps = typeof content === "string" ? piecesOf(Buffer.from(content)) : content;
  const writeTo = (descriptor: number) => {
    for (const _ of steps((bytes) => writeToStream(descriptor, name, bytes)));
  };
  try {
    const descriptor = descriptorOf(file);
    if (descriptor !== undefined) return writeTo(descriptor);
    const target = targetStats(file);
    if (target === undefined || target.isFile()) {
      return await replace(file, target, steps, (what) => report(`${name}: ${what}`));
    }
    const opened = openSync(file, constants.O_WRONLY | constants.O_NOFOLLOW);
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
    const temporary = new TemporaryFile(join(dirname(path), temporaryName()), firstMode(target));
    try {
      await interruption.during(content((bytes) => temporary.write(bytes)));
      const keepsOwner = target === undefined || keepOwnerAndMode(temporary.descriptor, target);
      if (interruption.isPending) return;
      temporary.rename(path);
      if (target !== undefined) for (const warning of replacementWarnings(target, keepsOwner)) report(warning);
    } finally {
      temporary.end();
    }
  } finally {
    await interruption.end();
  }
}
