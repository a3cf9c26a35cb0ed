/** The command `varexpand`. */
import { processIo } from "./frame/io.ts";
import { packageVersion } from "./frame/version.ts";
import { run } from "./run.ts";

export async function main(): Promise<void> {
  process.exitCode = await run(process.argv.slice(2), processIo(), packageVersion);
}
