/** A file that is written under a name of its own, and gets its place when it is complete. */
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from "node:fs";

export class TemporaryFile {
  readonly path: string;
  readonly descriptor: number;
  private isOpen = true;

  /** Makes the file, which must not exist yet. */
  constructor(path: string, mode = 0o666) {
    this.path = path;
    this.descriptor = openSync(path, "wx", mode);
  }

  write(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) at += writeSync(this.descriptor, bytes, at, bytes.length - at);
  }

  /** Waits until everything that was written is on the disk. */
  sync(): void {
    fsyncSync(this.descriptor);
  }

  /** Takes the place of what is there. */
  rename(path: string): void {
    this.close();
    renameSync(this.path, path);
  }

  /** Removes the file, unless it has its place. */
  end(): void {
    try {
      this.close();
    } finally {
      rmSync(this.path, { force: true });
    }
  }

  private close(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    closeSync(this.descriptor);
  }
}
