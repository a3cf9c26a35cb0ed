/** A variable that nothing in the repository sets, with almost the name of another one. */
import { closest } from "../../../text/closest.ts";
import { shownName } from "../../pod-place.ts";
import type { SetProblem } from "../problem.ts";
import type { Rule } from "../rule.ts";
import { type FluxText, problemAt, repository, type SeenFluxSet } from "./flux-place.ts";

/** A name with at most so many uses can be misspelled, and one with more is probably correct. */
const MAX_USES = 2;
/** Shorter names are often similar to each other. */
const MIN_LENGTH = 5;

const SECRETS = "  postBuild:\n    substituteFrom:\n      - kind: Secret\n        name: cluster-secrets\n";
const USES = "A: ${SECRET_DOMAIN}\nB: ${SECRET_DOMAIN}\nC: ${SECRET_DOMAIN}\n";

export const fluxSimilarName: Rule<"set"> = {
  id: "flux-similar-name",
  severity: "warning",
  short: "a variable is almost the name of another one, and nothing in the repository sets it",
  full: `If a ConfigMap or Secret of \`substituteFrom\` is not among the linted files, it can set any variable, so
\`flux-unset-variable\` does not report names. This rule reports a name that nothing in the repository sets and that occurs at
most twice, if another name differs in one character and is set in the repository or occurs more often. Names that differ only in
a digit, and references with a default, are not reported.

Correct the name. If both names are right, add the name to \`known\` in \`.varexpand.yaml\`.`,
  triggers: repository(`${USES}D: \${SECRET_DOMIAN}\n`, SECRETS),
  passes: repository(`${USES}D: \${SECRET_DOMAIN}\n`, SECRETS),
  sees: "set",
  check(seen) {
    const { isSubstituted, variables } = seen.path;
    return isSubstituted && !variables.isComplete ? seen.texts.flatMap((text) => similarNames(text, seen)) : [];
  },
};

function similarNames(text: FluxText, { commonNames, countOf, isKnown, isVariable }: SeenFluxSet): SetProblem[] {
  const rare = text.references.filter(({ hasDefault, name }) => {
    if (hasDefault || name.length < MIN_LENGTH || isVariable(name) || isKnown(name)) return false;
    return countOf(name) <= MAX_USES;
  });
  return rare.flatMap((reference) => {
    const { name } = reference;
    const meant = closest(name, commonNames(MAX_USES + 1), 1);
    if (meant === undefined || withoutDigits(meant) === withoutDigits(name)) return [];
    const message = `nothing in the repository sets \${${shownName(name)}}; did you mean ${shownName(meant)}?`;
    return [{ ...problemAt(text, reference, message), name, meant }];
  });
}

function withoutDigits(name: string): string {
  return name.replace(/[0-9]/g, "");
}
