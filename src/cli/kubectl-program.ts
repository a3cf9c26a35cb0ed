/** The command `kubectl varexpand`. */
import { processIo } from "./io.ts";
import { kubectlCommand } from "./kubectl.ts";
import { runAlone } from "./run.ts";
import { packageVersion } from "./version.ts";

export async function main(): Promise<void> {
  process.exitCode = await runAlone(kubectlCommand, process.argv.slice(2), processIo(), packageVersion);
}
