/** An error that keeps a Garden project from being resolved. */

import type { Rule } from "../rule.ts";
import { faultProblem, isMissingKey, PROJECT, project, RUN } from "./project-document.ts";

export const projectError: Rule<"project"> = {
  id: "project-error",
  severity: "error",
  short: "a Garden project cannot be resolved",
  full: `Garden stops with an error. The rule resolves the project in each of its environments, and reports invalid YAML, fields
with wrong values, missing dependencies and varfiles, and templates that cannot be resolved. \`template-missing-key\` reports
missing keys.`,
  triggers: project(PROJECT("  region: eu\n") + RUN("${lowr(var.region)}")),
  passes: project(PROJECT("  region: eu\n") + RUN("${lower(var.region)}")),
  sees: "project",
  check(seen) {
    const errors = seen.faults.filter((fault) => !fault.isIncomplete && !isMissingKey(fault));
    return errors.map((fault) => faultProblem(fault, seen));
  },
};
