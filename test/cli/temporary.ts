import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll } from "vitest";

/** A folder of its own for a test file, which goes when the tests are done. */
export class TemporaryFolder {
  readonly path = mkdtempSync(join(tmpdir(), "varexpand-"));

  constructor() {
    afterAll(() => rmSync(this.path, { recursive: true }));
  }

  at(name: string): string {
    return join(this.path, name);
  }

  /** Writes a file, and returns its path. */
  file(name: string, content: string | Uint8Array): string {
    const path = this.at(name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    return path;
  }
}

/**
 * A device that is always full: one of its own for root, who could take away everybody's by a mistake in what is tested.
 *
 * @param path where to make it
 */
export function fullDevice(path: string): string {
  const isMade = process.getuid?.() === 0 && spawnSync("mknod", [path, "c", "1", "7"]).status === 0;
  return isMade ? path : "/dev/full";
}
