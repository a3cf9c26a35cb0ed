/** The command `varexpand`. */
import { processIo } from "./io.ts";
import { run } from "./run.ts";
import { packageVersion } from "./version.ts";

export async function main(): Promise<void> {
  process.exitCode = await run(process.argv.slice(2), processIo(), packageVersion);
}
