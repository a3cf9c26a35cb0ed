/** Temporary folders, removed at the end of the run, also after a signal. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const folders: string[] = [];

export function temporaryFolder(): string {
  if (folders.length === 0) {
    process.once("exit", () => {
      for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    });
    // A signal alone would end the process without its "exit".
    for (const [signal, code] of [
      ["SIGINT", 130],
      ["SIGTERM", 143],
    ] as const) {
      process.once(signal, () => process.exit(code));
    }
  }
  const folder = mkdtempSync(join(tmpdir(), "varexpand-bench-"));
  folders.push(folder);
  return folder;
}
