/** `varexpand completion`: scripts that make a shell complete commands, options and their values. */
import { type Command, type CommandEntry, DONE, defineCommand } from "../../frame/command.ts";
import { UsageError } from "../../frame/errors.ts";
import { bashScript } from "./bash.ts";
import { fishScript } from "./fish.ts";
import { NAMED, namesFor } from "./names.ts";
import type { Entry } from "./values.ts";
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
Prints a script that makes the shell complete varexpand's commands and options, and what each option takes: a choice, a
file or a directory. Names of workloads, containers and variables are read from the files on the command line.`,
    options: {},
    operands: SHELLS,
    examples: [
      "source <(varexpand completion bash)",
      'varexpand completion zsh > "${fpath[1]}/_varexpand"',
      "varexpand completion fish > ~/.config/fish/completions/varexpand.fish",
    ],
    async run({ operands }, io) {
      const what = NAMED.find((one) => one === operands[0]);
      if (what !== undefined) {
        // What the scripts ask: the words of the command line follow.
        const entry = commands.find(({ name }) => name === operands[1]);
        const names = entry === undefined ? [] : await namesFor(what, await entry.load(), operands.slice(2), io);
        io.write(names.map((name) => `${name}\n`).join(""));
        return DONE;
      }
      const shell = SHELLS.find((name) => name === operands[0]);
      if (shell === undefined || operands.length > 1) {
        throw new UsageError(`name one shell: ${SHELLS.join(", ")}`);
      }
      const entries = await Promise.all(
        commands.map(async ({ name, summary, load }): Promise<Entry> => ({ name, summary, ...(await load()) })),
      );
      io.write(scripts[shell](entries));
      return DONE;
    },
  });
}
