/** A variable of Flux where nothing replaces it. */

import { shownName } from "../../pod-place.ts";
import type { SetProblem } from "../problem.ts";
import type { Rule } from "../rule.ts";
import { type FluxText, kustomization, problemAt, repository, type SeenFluxSet, SUBSTITUTE } from "./flux-place.ts";

const OTHER = kustomization(SUBSTITUTE).replace("name: apps", "name: infra").replace("./apps", "./infra");

export const fluxNotSubstituted: Rule<"set"> = {
  id: "flux-not-substituted",
  severity: "note",
  short: "a variable is applied unchanged, because the Kustomization has no postBuild",
  full: `Flux replaces variables only if the Kustomization that applies the object has \`postBuild\`. The rule reports
\`\${NAME}\` in the path of a Kustomization without it, if another Kustomization of the repository has a variable with this
name. It ignores a script that sets \`NAME\` itself.

Add \`postBuild\` to the Kustomization, or write the value.`,
  triggers: [
    ...repository("URL: https://${DOMAIN}\n", ""),
    { name: "clusters/infra.yaml", text: OTHER },
    { name: "infra/settings.yaml", text: repository("A: b\n")[1]!.text },
  ],
  passes: repository("URL: https://${DOMAIN}\n"),
  sees: "set",
  check({ isSubstitutedIn, isVariable, path, texts }) {
    if (path.isSubstituted || path.kustomization.postBuild !== undefined) return [];
    const open = texts.filter(({ file }) => !isSubstitutedIn(file.path));
    return open.flatMap((text) => unsubstituted(text, isVariable));
  },
};

function unsubstituted(text: FluxText, isVariable: SeenFluxSet["isVariable"]): SetProblem[] {
  const variables = text.references.filter(({ name }) => isVariable(name));
  const own = new Set(variables.length === 0 ? [] : namesSetIn(text.text));
  const found = variables.filter(({ name }) => !own.has(name));
  return found.map((reference) => {
    const { name } = reference;
    const message = `\${${shownName(name)}} is applied unchanged: the Kustomization has no postBuild`;
    return { ...problemAt(text, reference, message), name };
  });
}

/** The names that a script sets: `NAME=`, and words after `for`, `read`, or `local`. */
function namesSetIn(text: string): string[] {
  const assigned = Array.from(text.matchAll(/(\w+)=?/g), ([word, name]) => (word === name ? [] : [name!]));
  const others = Array.from(text.matchAll(/\b(?:for|read|local)\b(.*)/g), ([, rest]) => rest!.match(/\w+/g) ?? []);
  return [...assigned, ...others].flat();
}
