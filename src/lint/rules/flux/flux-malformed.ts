/** Text that Flux cannot parse, where it replaces variables. */

import { type FluxPath, isExcluded } from "../../../kubernetes/flux/index.ts";
import { shownName } from "../../pod-place.ts";
import type { SetProblem } from "../problem.ts";
import type { Rule } from "../rule.ts";
import { type FluxText, placeOfName, problemAt, repository, type SeenFluxSet } from "./flux-place.ts";

export const fluxMalformed: Rule<"set"> = {
  id: "flux-malformed",
  severity: "error",
  short: "Flux cannot parse a reference",
  full: `A Flux Kustomization with \`postBuild\` replaces \`\${NAME}\` in everything that its path contains, including scripts in
ConfigMaps and their comments. It does not support everything that a shell does: \`\${list[@]}\`, \`\${NAME-word}\`, and
\`\${NAME+word}\` are errors, and Flux does not apply the Kustomization.

Write \`$\${list[@]}\`, which Flux applies as \`\${list[@]}\`. \`--fix\` does that, unless another Kustomization
applies the text without substitution. For a longer script, add the annotation
\`kustomize.toolkit.fluxcd.io/substitute: disabled\` to the object.

The rule also reports a variable whose name Flux rejects, because it stops the entire Kustomization, too. A name consists of
letters, digits, and \`_\`, and does not start with a digit. All keys of a ConfigMap or Secret in \`substituteFrom\` are names.`,
  triggers: repository(`run.sh: 'for host in "\${HOSTS[@]}"; do ping "$host.\${DOMAIN}"; done'\n`),
  passes: repository(`run.sh: 'for host in "$\${HOSTS[@]}"; do ping "$host.\${DOMAIN}"; done'\n`),
  isFixable: true,
  sees: "set",
  check({ isKept, path, texts }) {
    if (!path.isSubstituted) return [];
    return [...invalidNames(path), ...texts.flatMap((text) => malformedTexts(text, isKept))];
  },
};

function malformedTexts(text: FluxText, isKept: SeenFluxSet["isKept"]): SetProblem[] {
  return text.malformed.map((range) => {
    const problem = problemAt(text, range, `Flux cannot parse this: ${range.problem}`);
    const { end, start } = problem;
    const isVerbatim = text.file.text.slice(start, end) === text.text.slice(range.start, range.end);
    if (!isVerbatim || text.isKey || text.text[range.start - 1] === "$" || isKept(problem)) return problem;
    return { ...problem, fix: { description: "write $${", edits: [{ start, end: start, text: "$" }] } };
  });
}

/** The variables of a Kustomization whose names Flux rejects. */
function invalidNames({ kustomization, rendering, variables }: FluxPath): SetProblem[] {
  const invalid = [...variables.all.values()].filter(({ name }) => !/^[A-Z_a-z][0-9A-Z_a-z]*$/.test(name));
  // Without an object to substitute, Flux does not check the names.
  if (invalid.length === 0 || rendering.objects.every(({ document }) => isExcluded(document.value))) return [];
  return invalid.map((variable) => {
    const { from, name } = variable;
    const message = `Flux rejects the variable ${shownName(name)}: a name has only letters, digits, and _`;
    return { ...placeOfName(variable), message, object: shownName(from), name, owner: kustomization.document };
  });
}
