/** Files and folders that have a temporary name until they are complete. */
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { hostname } from "node:os";

/** The name of a temporary file or folder. Does not contain the final name, which can already have the maximum length. */
export function temporaryName(): string {
  return `.varexpand-${temporaryId()}.tmp`;
}

/** A unique part of a name, with the process and the host that it belongs to. */
export function temporaryId(): string {
  return `${process.pid}-${hostId()}-${crypto.randomUUID()}`;
}

/** What `temporaryId` returns, and the ids of earlier versions: a UUID. */
export const TEMPORARY_ID = "(?:[0-9]+-[0-9a-z.]*-)?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";

const TEMPORARY_NAME = new RegExp(`^\\.varexpand-${TEMPORARY_ID}\\.tmp$`);
const OWNER = /(?<![0-9])([0-9]+)-([0-9a-z.]*)-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.tmp$/;

export function isTemporaryName(name: string): boolean {
  return TEMPORARY_NAME.test(name);
}

/** The other process on this host that a temporary file belongs to; undefined if it has ended, or runs on another host. */
export function runningOwner(name: string): number | undefined {
  const [, owner, host] = OWNER.exec(name) ?? [];
  const id = Number(owner);
  if (owner === undefined || host !== hostId() || id === process.pid) return undefined;
  try {
    process.kill(id, 0);
    return id;
  } catch (error) {
    // The process can belong to another user.
    return (error as NodeJS.ErrnoException).code === "EPERM" ? id : undefined;
  }
}

/** The end of the host's name, which is where those of pods and nodes differ. */
function hostId(): string {
  return hostname()
    .toLowerCase()
    .replace(/[^0-9a-z.]/g, "")
    .slice(-32);
}

export class TemporaryFile {
  readonly path: string;
  readonly descriptor: number;
  private isOpen = true;

  constructor(path: string, mode = 0o666) {
    this.path = path;
    this.descriptor = openSync(path, "wx", mode);
  }

  write(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) at += writeSync(this.descriptor, bytes, at, bytes.length - at);
  }

  sync(): void {
    fsyncSync(this.descriptor);
  }

  rename(path: string): void {
    this.close();
    renameSync(this.path, path);
  }

  /** Removes the file, unless it was renamed. */
  end(): void {
    try {
      this.close();
    } finally {
      rmSync(this.path, { force: true });
    }
  }

  close(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    closeSync(this.descriptor);
  }
}
