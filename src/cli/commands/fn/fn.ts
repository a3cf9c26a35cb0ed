/** `varexpand fn`: lint as a KRM function, which kpt and kustomize run. */

import { isAtLeast } from "../../../lint/finding.ts";
import { DONE, defineCommand, FINDINGS } from "../../frame/command.ts";
import { UsageError } from "../../frame/errors.ts";
import { LINT_API, LINT_KIND, readFunctionConfig } from "./config.ts";
import { lintObjects } from "./lint.ts";
import { ResourceList } from "./resource-list.ts";

export const fnCommand = defineCommand({
  usage: "fn",
  description: `
Runs lint as a KRM function for kpt and kustomize. Reads a ResourceList (config.kubernetes.io/v1) from standard input, and
prints it with the findings as results. The rest of the text is unchanged. Findings also go to standard error.

Its functionConfig is a ConfigMap, whose data has these keys, or a ${LINT_KIND} (${LINT_API}), whose spec has them:
failOn (error, warning, note or never; default: error), profile (design or kubelet), complete (true: objects outside the
list are missing), and rules, ignore, known and templates as in .varexpand.yaml. In a ConfigMap, each value is YAML text.

Exits with 1 if there are findings at or above failOn. If the input is invalid, exits with 2 and prints nothing.`,
  options: {},
  examples: ['kpt fn eval k8s --exec "varexpand fn" -- failOn=warning', "varexpand fn < resource-list.yaml"],
  async run({ operands }, io) {
    if (operands.length > 0) throw new UsageError("fn takes no arguments: it reads a ResourceList from standard input");
    if (io.statusOf?.("standard input")?.isCharacterDevice()) {
      throw new UsageError("nothing to read: pipe a ResourceList in; kpt and kustomize do");
    }
    const list = new ResourceList(io);
    const settings = readFunctionConfig(list);
    const { findings, lines, results } = lintObjects(list, settings);
    io.write(list.withResults(results));
    for (const line of lines) io.report(line);
    const { failOn } = settings;
    const fails = failOn !== "never" && findings.some(({ severity }) => isAtLeast(severity, failOn));
    return fails ? FINDINGS : DONE;
  },
});
