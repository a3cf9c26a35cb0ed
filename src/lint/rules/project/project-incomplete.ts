/** A part of a Garden project that other machines have. */

import { shownName } from "../../pod-place.ts";
import type { Rule } from "../rule.ts";
import { PROJECT, project, RUN } from "./project-document.ts";

export const projectIncomplete: Rule = {
  id: "project-incomplete",
  severity: "note",
  short: "a part of a Garden project is not available, so it is only partly checked",
  full: `A varfile does not exist, but \`.gitignore\` covers it: other machines have it. Or an action does not exist, but the project
has \`sources\`, which are not fetched. What depends on the missing part is unknown and is not reported.`,
  triggers: project(
    PROJECT("  region: eu\n", "sources:\n- name: other\n  repositoryUrl: https://example.com/other.git#v1\n") +
      RUN("${var.region} ${actions.build.other.version}"),
  ),
  passes: project(
    PROJECT("  region: eu\n", "sources:\n- name: other\n  repositoryUrl: https://example.com/other.git#v1\n") +
      RUN("${var.region}"),
  ),
};

export function missingVarfile(file: string): string {
  return `there is no varfile ${shownName(file)}, which .gitignore covers: without it, the variables that it sets are unknown`;
}
