/** Values of a project's variables that are overridden in every environment. */

import type { Project } from "../../../garden/project/project.ts";
import { VariablesError } from "../../../garden/variables/error.ts";
import { memberOf } from "../../../text/own-keys.ts";
import { tryOrUndefined } from "../../../text/try-or-undefined.ts";
import { shownName } from "../../pod-place.ts";
import type { ProjectProblem } from "../problem.ts";
import type { Rule } from "../rule.ts";
import { keyRange, PROJECT, project, RUN, type SeenProject } from "./project-document.ts";

/** More variables of a project are not explained. */
const MAX_VARIABLES = 200;

export const templateHiddenLevel: Rule<"project"> = {
  id: "template-hidden-level",
  severity: "note",
  short: "a variable's value is overridden in every environment",
  full: `In each of the project's environments, a level with higher precedence sets the variable, so this value is never used.`,
  triggers: project(PROJECT("  region: eu\n", "  variables:\n    region: us\n") + RUN("${var.region}")),
  passes: project(PROJECT("  zone: a\n", "  variables:\n    region: us\n") + RUN("${var.region}-${var.zone}")),
  sees: "project",
  check: hiddenLevels,
};

function hiddenLevels({ projects, root, uses }: SeenProject): ProjectProblem[] {
  const variables = memberOf(root.value, "variables");
  if (typeof variables !== "object" || variables === null || projects.length === 0) return [];
  const keys = Object.keys(variables).slice(0, MAX_VARIABLES);
  return keys.flatMap((key) => {
    // Another variable can use the value.
    if (key.startsWith("$") || uses.isUsedByVariables(key)) return [];
    const by = projects.map((project) => hidingLevel(project, key));
    if (by.some((level) => level === undefined)) return [];
    const levels = [...new Set(by)].join(", ");
    const message = `this value of ${shownName(key)} is never used: it is overridden in every environment, by ${levels}`;
    return [{ file: root.file, ...keyRange(root, ["variables", key]), message, name: key }];
  });
}

/** The level that overrides one of the project's own variables; undefined if none does or it is not known. */
function hidingLevel(project: Project, key: string): string | undefined {
  const [explanation] = tryOrUndefined(() => project.explain(`var.${key}`), VariablesError) ?? [];
  const { origins = [] } = explanation ?? {};
  const own = origins.find(({ level }) => level === "the project's variables");
  const above = origins.find(({ effect }) => effect !== "hidden");
  // An operator or a template whose result is not known does not have to set the variable.
  const isSet = above !== undefined && (!above.isLate || above.template !== undefined);
  return own?.effect === "hidden" && isSet ? above.level : undefined;
}
