/** What exists at a path that a command is about to write. */
import { fchmodSync, fchownSync, lstatSync, type Stats } from "node:fs";
import { visibleText } from "../../text/printable.ts";
import { attempt, InputError } from "../frame/errors.ts";

/**
 * The status of what is at a path; undefined if nothing is. A link is not followed: a name in a folder that others can
 * write to could lead anywhere.
 *
 * @throws InputError for a symbolic link and for a directory
 */
export function targetStats(path: string): Stats | undefined {
  const name = visibleText(path);
  const stats = attempt(name, () => lstatSync(path, { throwIfNoEntry: false }));
  if (stats?.isSymbolicLink()) throw new InputError(`${name}: is a symbolic link; ${LINK_ADVICE}`);
  if (stats?.isDirectory()) throw new InputError(`${name}: is a directory`);
  return stats;
}

const LINK_ADVICE = "write to the file that it refers to, or remove the link";

/**
 * Like `targetStats`, but accepts only a regular file.
 *
 * @throws InputError also for a pipe, a socket, and a device
 */
export function targetFileStats(path: string): Stats | undefined {
  const stats = targetStats(path);
  if (stats?.isFile() === false) throw new InputError(`${visibleText(path)}: not a regular file`);
  return stats;
}

/** The mode of a new file, before the user's mask, until it has the mode of the file that it replaces. */
export function firstMode(replaced: Stats | undefined): number {
  return replaced === undefined ? 0o666 : 0o600;
}

/**
 * Gives a new file the owner and mode of the file that it replaces. Node.js cannot copy extended attributes.
 *
 * @returns whether the owner is kept. If not, setuid and setgid are removed, because they would grant the new owner's rights
 */
export function keepOwnerAndMode(descriptor: number, { uid, gid, mode }: Stats): boolean {
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

/** What the user does not expect of a replaced file. */
export function replacementWarnings({ nlink }: Stats, keepsOwner: boolean): string[] {
  const warnings: string[] = [];
  if (!keepsOwner) {
    warnings.push("the new file has a different owner or group; this user is not allowed to set the old one");
  }
  if (nlink > 1) {
    const others = nlink === 2 ? "the other hard link keeps" : `the ${nlink - 1} other hard links keep`;
    warnings.push(`replaced by a new file; ${others} the old content`);
  }
  return warnings;
}
