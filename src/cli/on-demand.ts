/**
 * What `varexpand expand` does not need for plain text. It is loaded as a whole when a command or an option needs some of
 * it: each part as a file of its own would make the bundler write dozens of small files, and each one delays the start.
 */
export { globSync, isDynamicPattern } from "tinyglobby";
export { Substitution } from "../expansion/dialects/substitution.ts";
export { YamlStream } from "../expansion/streams/yaml-stream.ts";
export { completionOf } from "./commands/completion/completion.ts";
export { envFileCommand } from "./commands/envfile/envfile.ts";
export { readEnvFiles } from "./commands/envfile/source.ts";
export { fluxVariables } from "./commands/expand/flux-variables.ts";
export { expandRows } from "./commands/expand/rows.ts";
export { expandRowsShard } from "./commands/expand/rows-shard.ts";
export { expandShard } from "./commands/expand/shard.ts";
export { explainCommand } from "./commands/explain/explain.ts";
export { lintCommand } from "./commands/lint/lint.ts";
export { podCommand } from "./commands/pod/pod.ts";
export { runCommand } from "./commands/run/run-command.ts";
export { streamCommand } from "./commands/stream/stream.ts";
export { templateCommand } from "./commands/template/template.ts";
export { renderedKustomization } from "./files/kustomize.ts";
export { kubectlCompletionMain, kubectlMain } from "./kubectl-program.ts";
