/** A variable without a value, where Flux replaces variables. */

import type { FluxReference } from "../../../kubernetes/flux/index.ts";
import { closest } from "../../../text/closest.ts";
import { grouped } from "../../../text/grouped.ts";
import { shownName } from "../../pod-place.ts";
import type { SetProblem } from "../problem.ts";
import type { Rule } from "../rule.ts";
import { type FluxText, problemAt, repository, type SeenFluxSet } from "./flux-place.ts";
import { foreignIn, foreignProblems, MAX_SINGLE } from "./foreign-problems.ts";

export const fluxUnsetVariable: Rule<"set"> = {
  id: "flux-unset-variable",
  severity: "error",
  short: "Flux replaces a variable that is not set",
  full: `A Flux Kustomization with \`postBuild\` replaces \`\${NAME}\` in everything that its path contains. Since Flux 2.9, a
variable without a value is an error, and Flux does not apply the Kustomization. The rule reports a variable that
neither \`substitute\` nor a ConfigMap or Secret of \`substituteFrom\` sets. If one of these objects is not among the linted
files, the variable is unknown and is not reported. The keys of a Secret that is encrypted with SOPS are read. A Secret
in plain text counts only if it is in the path or the folder of a Kustomization: others are often placeholders for a
Secret that is not in the repository.

A reference that certainly belongs to something else is reported even if unknown objects could set the variable, because Flux
replaces it in any case: a variable that the same script sets, a parameter of a shell, a variable of a Grafana dashboard, or one
that the \`env\` of the container sets for its shell. If an object has more than three, or
more than three references to one name, they are one finding.

Set the variable, or give it a default: \`\${NAME:=default}\`. In a script, write \`$\${NAME}\`, which Flux applies as
\`\${NAME}\`. To exclude an object from substitution, add the annotation
\`kustomize.toolkit.fluxcd.io/substitute: disabled\`.`,
  triggers: repository("URL: https://${HOST}.${DOMAIN}\n"),
  passes: repository("URL: https://${HOST:=www}.${DOMAIN}\n"),
  isFixable: true,
  sees: "set",
  check(seen) {
    const { isKnown, path, texts } = seen;
    if (!path.isSubstituted) return [];
    const foreign = foreignIn(seen);
    const problems = foreignProblems(foreign, seen);
    if (!path.variables.isComplete) return problems;
    const reported = new Set(foreign.map(({ reference }) => reference));
    const unset = texts.flatMap((text) => unsetVariables(text, isKnown, reported));
    return [...problems, ...merged(unset)];
  },
};

/** Many references to one name in an object are one problem. */
function merged(unset: readonly SetProblem[]): SetProblem[] {
  const byObject = grouped(unset, ({ owner }) => owner);
  const byName = [...byObject.values()].flatMap((problems) => [...grouped(problems, ({ name }) => name).values()]);
  return byName.flatMap((problems) => {
    const [first] = problems as [SetProblem];
    if (problems.length <= MAX_SINGLE) return problems;
    return [{ ...first, message: `${first.message} (${problems.length} times in this object)` }];
  });
}

function unsetVariables(
  text: FluxText,
  isKnown: SeenFluxSet["isKnown"],
  reported: ReadonlySet<FluxReference>,
): SetProblem[] {
  const { all } = text.in.variables;
  const unset = text.references.filter((reference) => {
    const { hasDefault, name } = reference;
    return !hasDefault && !all.has(name) && !isKnown(name) && !reported.has(reference);
  });
  return unset.map((reference) => {
    const { name } = reference;
    const meant = closest(name, [...all.keys()]);
    const shown = shownReference(text.text, reference);
    const hint = meant === undefined ? `write $${shown} to keep the text` : `did you mean ${shownName(meant)}?`;
    const message = `Flux replaces ${shown}, which is not set; ${hint}`;
    return { ...problemAt(text, reference, message), name, ...(meant && { meant }) };
  });
}

/** `${NAME}`; with a position, the whole reference, which probably belongs to another program: `${env:NAME}`. */
function shownReference(text: string, { end, name, operator, start }: FluxReference): string {
  const whole = text.slice(start, end);
  return operator === ":" && /^\$\{[\w:.-]{1,60}\}$/.test(whole) ? whole : `\${${shownName(name)}}`;
}
