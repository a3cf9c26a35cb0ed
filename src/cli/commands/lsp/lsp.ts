/** `varexpand lsp`: the language server, for editors. */
import { createRequire } from "node:module";
import { serve } from "../../../lsp/server.ts";
import { defineCommand } from "../../frame/command.ts";
import { UsageError } from "../../frame/errors.ts";
import { FileHost } from "./host.ts";

export const lspCommand = defineCommand({
  usage: "lsp --stdio [--profile PROFILE]",
  description: `
Speaks the Language Server Protocol with an editor, on standard input and output: the findings of lint while a text is typed, with quick fixes; what a reference becomes and why; the places where a variable is defined and used; names behind $( and in \${. For manifests (YAML or JSON), env files and the config files of Garden projects.

Files in the same folder say what is in a ConfigMap, Secret or Service; a text that is open counts before its file. .varexpand.yaml and suppressions count as for lint.

The process ends when the editor says so, or closes the pipe. Then the exit code is 0, or 1 if the editor did not say "shutdown" before, as the protocol wants it.`,
  options: {
    stdio: { type: "boolean", help: "speak on standard input and output; there is no other way" },
    profile: { type: "string", choices: ["design", "kubelet"], help: "the KEPs (default), or what release 1.35 does" },
  },
  examples: ["varexpand lsp --stdio"],
  run({ operands, options }, io) {
    const [operand] = operands;
    if (operand !== undefined) throw new UsageError(`unexpected argument ${JSON.stringify(operand)}`);
    if (!options.stdio) throw new UsageError("an editor starts this: give --stdio");
    const version: string = createRequire(import.meta.url)("varexpand/package.json").version;
    serve(process.stdin, process.stdout, new FileHost(version, options.profile ?? "design", io));
    // The server ends the process.
    return new Promise<number>(() => {});
  },
});
