/** The programs `kubectl-varexpand` and `kubectl_complete-varexpand`. */
import { processIo } from "./io.ts";
import { kubectlCommand } from "./kubectl.ts";
import { kubectlCompletion } from "./kubectl-completion.ts";
import { runAlone } from "./run.ts";
import { packageVersion } from "./version.ts";

export async function kubectlMain(): Promise<void> {
  process.exitCode = await runAlone(kubectlCommand, process.argv.slice(2), processIo(), packageVersion);
}

export function kubectlCompletionMain(): void {
  const io = processIo();
  const lines = kubectlCompletion(process.argv.slice(2), io);
  io.write(lines.map((line) => `${line}\n`).join(""));
}
