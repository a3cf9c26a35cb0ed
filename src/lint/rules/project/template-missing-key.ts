/** A template that refers to a key that does not exist. */

import { missingKeys } from "../../../garden/project/errors.ts";
import type { ProjectProblem } from "../problem.ts";
import type { Rule } from "../rule.ts";
import { isMissingKey, PROJECT, type ProjectFault, project, RUN, type SeenProject } from "./project-document.ts";

export const templateMissingKey: Rule<"project"> = {
  id: "template-missing-key",
  severity: "error",
  short: "a template refers to a key that does not exist",
  full: `The project cannot be resolved: Garden stops with an error. The rule checks every environment. Secrets, environment
variables, and outputs are known only when the project runs, so the rule does not report them.`,
  triggers: project(PROJECT("  region: eu\n") + RUN("${var.regoin}")),
  passes: project(PROJECT("  region: eu\n") + RUN("${var.region}")),
  sees: "project",
  check({ faults, isKnown }) {
    const found = faults.filter(isMissingKey).flatMap((fault) => missingKey(fault, isKnown));
    // The messages list the keys of one environment.
    return [...new Map(found.reverse().map((each) => [`${each.start} ${each.file}`, each])).values()].reverse();
  },
};

function missingKey({ error, source }: ProjectFault, isKnown: SeenProject["isKnown"]): ProjectProblem[] {
  const [context, variable, ...rest] = missingKeys(error.cause) ?? [];
  const isVariable = (context === "var" || context === "variables") && rest.length === 0;
  if (isVariable && isKnown(`${variable}`)) return [];
  const text = source!.text.slice(error.offset, source!.lineEnd(error.offset!));
  // A key in brackets can be in quotes, which YAML can escape.
  const [all, name, inQuotes = ""] = /^(?:([\w-]+)| *\\?["']+([^\\"'\]]*))?/.exec(text)!;
  const end = error.offset! + all.length;
  return [{ file: error.file!, start: end - (name ?? inQuotes).length, end, message: error.reason }];
}
