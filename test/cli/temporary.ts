import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeEach } from "vitest";

abstract class Folder {
  abstract readonly path: string;

  at(name: string): string {
    return join(this.path, name);
  }

  /** Writes a file, empty unless something is given, and returns its path. */
  file(name: string, content: string | Uint8Array = ""): string {
    const path = this.at(name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    return path;
  }

  /** Writes files, each under its name. */
  write(files: Readonly<Record<string, string>>): void {
    for (const [name, content] of Object.entries(files)) this.file(name, content);
  }
}

const newFolder = () => mkdtempSync(join(tmpdir(), "varexpand-"));

/** A folder of its own for a test file, which goes when the tests are done. */
export class TemporaryFolder extends Folder {
  readonly path = newFolder();

  constructor() {
    super();
    afterAll(() => rmSync(this.path, { recursive: true }));
  }
}

/** A new folder for each test. */
export class FolderPerTest extends Folder {
  path = "";

  constructor() {
    super();
    beforeEach(() => {
      this.path = newFolder();
    });
    afterEach(() => rmSync(this.path, { recursive: true }));
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
