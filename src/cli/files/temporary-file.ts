/** Files and folders that have a temporary name until they are complete. */
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from "node:fs";

/** The name of a temporary file or folder. Does not contain the final name, which can already have the maximum length. */
export function temporaryName(): string {
  return `.varexpand-${crypto.randomUUID()}.tmp`;
}

const TEMPORARY_NAME = /^\.varexpand-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.tmp$/;

export function isTemporaryName(name: string): boolean {
  return TEMPORARY_NAME.test(name);
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
