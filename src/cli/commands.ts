/** Every command, in the order of the help. */

import { expandCommand } from "./commands/expand/expand.ts";
import { type CommandEntry, NOT_STARTED } from "./frame/command.ts";

export const commands: readonly CommandEntry[] = [
  {
    name: "expand",
    summary: "replace $(NAME), or ${NAME} with --syntax, in files or a pipe",
    load: async () => expandCommand,
  },
  {
    name: "pod",
    summary: "show what the containers in Kubernetes manifests will see",
    load: async () => (await import("./commands/pod/pod.ts")).podCommand,
  },
  {
    name: "explain",
    summary: "show where a container's variable gets its value and where it is used",
    load: async () => (await import("./commands/explain/explain.ts")).explainCommand,
  },
  {
    name: "lint",
    summary: "find mistakes in manifests, env files, Flux, and Garden projects",
    load: async () => (await import("./commands/lint/lint.ts")).lintCommand,
  },
  {
    name: "envfile",
    summary: "check, convert, and compare env files: KEP-3721, dotenv, docker",
    load: async () => (await import("./commands/envfile/envfile.ts")).envFileCommand,
  },
  {
    name: "template",
    summary: "resolve ${...} and $if, $forEach, $concat, $merge in documents",
    load: async () => (await import("./commands/template/template.ts")).templateCommand,
  },
  {
    name: "run",
    summary: "run a command with the environment of a container",
    failed: NOT_STARTED,
    load: async () => (await import("./commands/run/run-command.ts")).runCommand,
  },
  {
    name: "stream",
    summary: "expand the messages of a NATS JetStream queue",
    load: async () => (await import("./commands/stream/stream.ts")).streamCommand,
  },
  {
    name: "lsp",
    summary: "run a language server for editors: findings, fixes, hovers, names",
    load: async () => (await import("./commands/lsp/lsp.ts")).lspCommand,
  },
  {
    name: "completion",
    summary: "print a completion script for bash, zsh, or fish",
    load: async () => (await import("./commands/completion/completion.ts")).completionOf(commands),
  },
];
