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
