/** A variable of a Kustomization that nothing refers to. */

import type { FluxPath, FluxVariable } from "../../../kubernetes/flux/index.ts";
import { shownName } from "../../pod-place.ts";
import type { SetProblem } from "../problem.ts";
import type { Rule } from "../rule.ts";
import { ownVariables, placeOfName, repository, SUBSTITUTE } from "./flux-place.ts";

export const fluxUnusedVariable: Rule<"set"> = {
  id: "flux-unused-variable",
  severity: "note",
  short: "nothing in the path of a Kustomization refers to a variable that it sets",
  full: `Remove the variable from \`substitute\`, or correct the reference that should use it. The rule does not report a variable if
a part of the path is not available, such as a remote resource or an encrypted Secret. It ignores values that are aliases, such
as \`APP: *app\`, which belong to a template of the Kustomization.`,
  triggers: repository("URL: https://${DOMAIN}\n", `${SUBSTITUTE}      REGION: eu\n`),
  passes: repository("URL: https://${DOMAIN}.${REGION}\n", `${SUBSTITUTE}      REGION: eu\n`),
  sees: "set",
  check({ isUsed, path }) {
    const unused = ownVariables(path).filter((variable) => variable.node.kind !== "alias" && !isUsed(variable));
    return unused.map((variable) => unusedVariable(variable, path.kustomization));
  },
};

function unusedVariable(variable: FluxVariable, { document, name: own }: FluxPath["kustomization"]): SetProblem {
  const { name } = variable;
  const message = `nothing in the path of the Kustomization refers to ${shownName(name)}`;
  const object = `Kustomization/${shownName(own)}`;
  return { ...placeOfName(variable), message, object, name, owner: document };
}
