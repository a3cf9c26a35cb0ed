/** Every command, in the order of the help. */

import { expandCommand } from "./commands/expand/expand.ts";
import { type Command, type CommandEntry, NOT_STARTED } from "./frame/command.ts";

/** A command that is loaded together with all others except `expand` and `lsp`. */
function onDemand(
  name: string,
  summary: string,
  commandIn: (loaded: typeof import("./on-demand.ts")) => Command,
): CommandEntry {
  return { name, summary, load: async () => commandIn(await import("./on-demand.ts")) };
}

export const commands: readonly CommandEntry[] = [
  {
    name: "expand",
    summary: "replace each $(NAME) in files or standard input",
    load: async () => expandCommand,
  },
  onDemand("pod", "show what the containers in Kubernetes manifests will see", (all) => all.podCommand),
  onDemand(
    "explain",
    "show where a container's variable gets its value and where it is used",
    (all) => all.explainCommand,
  ),
  onDemand("lint", "find mistakes in manifests, env files, and Garden projects", (all) => all.lintCommand),
  onDemand("envfile", "check, convert, and compare env files: KEP-3721, dotenv, docker", (all) => all.envFileCommand),
  onDemand("template", "resolve ${...} and $if, $forEach, $concat, $merge in documents", (all) => all.templateCommand),
  {
    ...onDemand("run", "run a command with the environment of a container", (all) => all.runCommand),
    failed: NOT_STARTED,
  },
  onDemand("stream", "expand the messages of a NATS JetStream queue", (all) => all.streamCommand),
  onDemand("fn", "run lint as a KRM function for kpt and kustomize", (all) => all.fnCommand),
  {
    name: "lsp",
    summary: "run a language server for editors: findings, fixes, hovers, names",
    load: async () => (await import("./commands/lsp/lsp.ts")).lspCommand,
  },
  onDemand("completion", "print a completion script for bash, zsh, or fish", (all) => all.completionOf(commands)),
];
