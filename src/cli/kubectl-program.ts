/** The programs `kubectl-varexpand` and `kubectl_complete-varexpand`. */

import { kubectlCompletion } from "./commands/kubectl/completion.ts";
import { kubectlCommand } from "./commands/kubectl/kubectl.ts";
import { processIo } from "./frame/io.ts";
import { run } from "./run.ts";

export async function kubectlMain(): Promise<void> {
  process.exitCode = await run(process.argv.slice(2), processIo(), kubectlCommand);
}

export function kubectlCompletionMain(): void {
  const io = processIo();
  const lines = kubectlCompletion(process.argv.slice(2), io);
  io.write(lines.map((line) => `${line}\n`).join(""));
}
