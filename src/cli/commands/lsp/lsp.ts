/** `varexpand lsp`: the language server, for editors. */
import { createConnection } from "vscode-languageserver/node";
import { serve } from "../../../lsp/server.ts";
import { defineCommand } from "../../frame/command.ts";
import { UsageError } from "../../frame/errors.ts";
import { clusterOptions } from "../../manifests/cluster-options.ts";
import { FileHost } from "./host.ts";

export const lspCommand = defineCommand({
  usage: "lsp --stdio [--profile PROFILE]",
  description: `
Runs a language server (Language Server Protocol) for editors. It reports the findings of lint while you type and offers quick fixes; shows the value of a reference and the reason for it; finds definitions and uses of variables; and completes names after $( and \${. It supports manifests (YAML and JSON), env files, and the config files of Garden projects.

ConfigMaps, Secrets, and Services are read from files in the same directory. The text of an open file is used instead of the file. .varexpand.yaml and suppressions apply as for lint.

The process ends when the editor requests it or closes the pipe. The exit code is 0, or 1 if there was no "shutdown" request before, as the protocol requires.`,
  options: {
    stdio: { type: "boolean", help: "use stdin and stdout (the only transport)" },
    profile: clusterOptions.profile,
  },
  examples: ["varexpand lsp --stdio"],
  run({ operands, options }, io) {
    const [operand] = operands;
    if (operand !== undefined) throw new UsageError(`unexpected argument ${JSON.stringify(operand)}`);
    if (!options.stdio) throw new UsageError("--stdio is required; editors start this command");
    serve(createConnection(process.stdin, process.stdout), new FileHost(options.profile ?? "design", io));
    // The connection ends the process.
    return new Promise<number>(() => {});
  },
});
