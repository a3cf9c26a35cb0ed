/** `varexpand completion`: scripts for shell completion of commands, options, and their values. */
import { type Command, type CommandEntry, DONE, defineCommand } from "../../frame/command.ts";
import { UsageError } from "../../frame/errors.ts";
import type { Entry } from "../../frame/option-values.ts";
import { bashScript } from "./bash.ts";
import { fishScript } from "./fish.ts";
import { NAME_KINDS, namesFor } from "./names.ts";
import { zshScript } from "./zsh.ts";

const SHELLS = ["bash", "zsh", "fish"] as const;

const scripts: Record<(typeof SHELLS)[number], (entries: readonly Entry[]) => string> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

export function completionOf(commands: readonly CommandEntry[]): Command {
  return defineCommand({
    usage: `completion ${SHELLS.join("|")}`,
    description: `
Prints a completion script for a shell. It completes commands, options, and the values of options: choices, files, and
directories. It reads the names of workloads, containers, and variables from the files on the command line.`,
    options: {},
    operands: SHELLS,
    examples: [
      "source <(varexpand completion bash)",
      'varexpand completion zsh > "${fpath[1]}/_varexpand"',
      "varexpand completion fish > ~/.config/fish/completions/varexpand.fish",
    ],
    async run({ operands }, io) {
      const what = NAME_KINDS.find((kind) => kind === operands[0]);
      if (what !== undefined) {
        // A call from a script. The words of the command line follow.
        const entry = commands.find(({ name }) => name === operands[1]);
        const names = entry === undefined ? [] : await namesFor(what, await entry.load(), operands.slice(2), io);
        io.write(names.map((name) => `${name}\n`).join(""));
        return DONE;
      }
      const shell = SHELLS.find((name) => name === operands[0]);
      if (shell === undefined || operands.length > 1) {
        throw new UsageError(`expected one shell: ${SHELLS.join(", ")}`);
      }
      const entries = await Promise.all(
        commands.map(async ({ name, summary, load }): Promise<Entry> => ({ name, summary, ...(await load()) })),
      );
      io.write(scripts[shell](entries));
      return DONE;
    },
  });
}
