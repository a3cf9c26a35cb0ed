/** A variable that no template refers to. */

import { memberOf } from "../../../text/own-keys.ts";
import type { Path } from "../../../yaml/node.ts";
import { shownName } from "../../pod-place.ts";
import type { TemplateUses } from "../../project-uses.ts";
import type { ProjectProblem } from "../problem.ts";
import type { Rule } from "../rule.ts";
import { keyRange, PROJECT, type ProjectDocument, project, RUN } from "./project-document.ts";

export const templateUnusedVariable: Rule<"project"> = {
  id: "template-unused-variable",
  severity: "note",
  short: "no template refers to a variable",
  full: `Remove the variable, or correct the template that should refer to it. The rule does not report a variable that templates
can use in ways that the config files do not show: computed keys, all variables as a map, or templates in other files.`,
  triggers: project(PROJECT("  region: eu\n  zone: a\n") + RUN("${var.region}")),
  passes: project(PROJECT("  region: eu\n") + RUN("${var.region}")),
  sees: "project",
  check({ documents, uses }) {
    return uses.areAllKnown ? documents.flatMap((document) => unusedVariables(document, uses)) : [];
  },
};

function unusedVariables(document: ProjectDocument, uses: TemplateUses): ProjectProblem[] {
  const unused = declaredVariables(document).filter(({ key }) => !uses.has(key));
  return unused.map(({ key, path }) => {
    const message = `no template refers to the variable ${shownName(key)}`;
    return { file: document.file, ...keyRange(document, path), message, name: key };
  });
}

/** The variables that a document declares: its own, and those of its environments. */
function declaredVariables({ value }: ProjectDocument): { key: string; path: Path }[] {
  const declared = (holder: unknown, path: Path) => {
    const variables = memberOf(holder, "variables");
    if (typeof variables !== "object" || variables === null || Array.isArray(variables)) return [];
    const keys = Object.keys(variables).filter((key) => !key.startsWith("$"));
    return keys.map((key) => ({ key, path: [...path, "variables", key] }));
  };
  const environments = memberOf(value, "environments");
  return [
    ...declared(value, []),
    ...(Array.isArray(environments) ? environments : []).flatMap((each, i) => declared(each, ["environments", i])),
  ];
}
