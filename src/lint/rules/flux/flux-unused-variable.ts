/** A variable of a Kustomization that nothing refers to. */

import type { FluxPath, FluxVariable } from "../../../kubernetes/flux/index.ts";
import type { RawFinding } from "../../finding.ts";
import { shownName } from "../../pod-place.ts";
import type { Rule } from "../rule.ts";
import { placeOfName, repository, SUBSTITUTE } from "./flux-place.ts";

export const fluxUnusedVariable: Rule = {
  id: "flux-unused-variable",
  severity: "note",
  short: "nothing in the path of a Kustomization refers to a variable that it sets",
  full: `Remove the variable from \`substitute\`, or correct the reference that should use it. The rule does not report a variable if
a part of the path is not available, such as a remote resource or an encrypted Secret.`,
  triggers: repository("URL: https://${DOMAIN}\n", `${SUBSTITUTE}      REGION: eu\n`),
  passes: repository("URL: https://${DOMAIN}.${REGION}\n", `${SUBSTITUTE}      REGION: eu\n`),
};

/** The variables that a Kustomization sets in its own file. */
export function ownVariables({ kustomization, variables }: FluxPath): FluxVariable[] {
  const { document, file } = kustomization;
  return [...variables.all.values()].filter(({ file: { path }, node }) => {
    return path === file.path && node.start >= document.start && node.end <= document.end;
  });
}

export function unusedVariable(variable: FluxVariable, kustomization: string): RawFinding {
  const { name } = variable;
  const message = `nothing in the path of the Kustomization refers to ${shownName(name)}`;
  const object = `Kustomization/${shownName(kustomization)}`;
  return { rule: fluxUnusedVariable.id, ...placeOfName(variable), message, object, name };
}
