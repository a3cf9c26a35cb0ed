/**
 * What `varexpand expand` does not need for plain text. It is loaded as a whole when a command or an option needs some of
 * it: each part as a file of its own would make the bundler write dozens of small files, and each one delays the start.
 */
export { CheckedYamlStream } from "../expansion/streams/checked-yaml-stream.ts";
export { completionOf } from "./completion.ts";
export { readEnvFiles } from "./env-file-variables.ts";
export { envFileCommand } from "./envfile.ts";
export { expandShard } from "./expand-shard.ts";
export { explainCommand } from "./explain.ts";
export { fnCommand } from "./fn.ts";
export { isPattern, pathsMatching } from "./glob.ts";
export { kubectlCompletionMain, kubectlMain } from "./kubectl-program.ts";
export { renderedKustomization } from "./kustomize.ts";
export { lintCommand } from "./lint.ts";
export { podCommand } from "./pod.ts";
export { runCommand } from "./run-command.ts";
export { streamCommand } from "./stream.ts";
export { templateCommand } from "./template.ts";
