/** A part of a Garden project that other machines have. */

import { shownName } from "../../pod-place.ts";
import type { Rule } from "../rule.ts";
import { faultProblem, PROJECT, project, RUN } from "./project-document.ts";

export const projectIncomplete: Rule<"project"> = {
  id: "project-incomplete",
  severity: "note",
  short: "a part of a Garden project is not available, so it is only partly checked",
  full: `A varfile is missing and \`.gitignore\` lists it, so other machines can have it; or an action is missing and the project
has \`sources\`, which are not fetched. Values that depend on the missing part are unknown and are not reported.`,
  triggers: project(
    PROJECT("  region: eu\n", "sources:\n- name: other\n  repositoryUrl: https://example.com/other.git#v1\n") +
      RUN("${var.region} ${actions.build.other.version}"),
  ),
  passes: project(
    PROJECT("  region: eu\n", "sources:\n- name: other\n  repositoryUrl: https://example.com/other.git#v1\n") +
      RUN("${var.region}"),
  ),
  sees: "project",
  check: (seen) => seen.faults.filter((fault) => fault.isIncomplete).map((fault) => faultProblem(fault, seen)),
};

export function missingVarfile(file: string): string {
  return `missing varfile ${shownName(file)}, which .gitignore covers: without it, the variables that it sets are unknown`;
}
