/** Every command, in the order of the help. */

import { expandCommand } from "./commands/expand/expand.ts";
import type { CommandEntry } from "./frame/command.ts";
import { NOT_STARTED } from "./frame/exit-codes.ts";

export const commands: readonly CommandEntry[] = [
  {
    name: "expand",
    summary: "replace each $(NAME) in files or standard input",
    load: async () => expandCommand,
  },
  {
    name: "pod",
    summary: "show what the containers of Kubernetes manifests will see",
    load: async () => (await import("./on-demand.ts")).podCommand,
  },
  {
    name: "explain",
    summary: "show where a container's variable gets its value, and its uses",
    load: async () => (await import("./on-demand.ts")).explainCommand,
  },
  {
    name: "lint",
    summary: "find mistakes in manifests, env files and Garden projects",
    load: async () => (await import("./on-demand.ts")).lintCommand,
  },
  {
    name: "envfile",
    summary: "check, convert and compare env files: KEP-3721, dotenv, docker",
    load: async () => (await import("./on-demand.ts")).envFileCommand,
  },
  {
    name: "template",
    summary: "resolve ${...} and $if, $forEach, $concat, $merge in documents",
    load: async () => (await import("./on-demand.ts")).templateCommand,
  },
  {
    name: "run",
    summary: "run a command with the environment that a container would have",
    failed: NOT_STARTED,
    load: async () => (await import("./on-demand.ts")).runCommand,
  },
  {
    name: "stream",
    summary: "expand the messages of a queue: NATS JetStream",
    load: async () => (await import("./on-demand.ts")).streamCommand,
  },
  {
    name: "fn",
    summary: "lint as a KRM function, for kpt and kustomize",
    load: async () => (await import("./on-demand.ts")).fnCommand,
  },
  {
    name: "lsp",
    summary: "speak with an editor: findings, fixes, hovers, names",
    load: async () => (await import("./commands/lsp/lsp.ts")).lspCommand,
  },
  {
    name: "completion",
    summary: "print a script that completes command lines in bash, zsh or fish",
    load: async () => (await import("./on-demand.ts")).completionOf(commands),
  },
];
