/** An operator that means something else in Flux than in a shell. */

import { shownName } from "../../pod-place.ts";
import type { SetProblem } from "../problem.ts";
import type { Rule } from "../rule.ts";
import { type FluxText, problemAt, repository } from "./flux-place.ts";

export const fluxOperator: Rule<"set"> = {
  id: "flux-operator",
  severity: "warning",
  short: "an operator means something else in Flux than in a shell",
  full: `In Flux, \`:+\` and \`:?\` mean the same as \`:-\`: the word is used if the variable is not set or empty. In a shell,
\`\${NAME:+word}\` is the word if the variable is set, and \`\${NAME:?message}\` is an error if it is not.

Write \`:=\` or \`:-\` for a default. Without a default, Flux reports a variable that is not set. For an operator that a
shell evaluates, write \`$\${NAME:+word}\`.`,
  triggers: repository("URL: https://${DOMAIN}/${PREFIX:+app}\n"),
  passes: repository("URL: https://${DOMAIN}/${PREFIX:-app}\n"),
  sees: "set",
  check: ({ path, texts }) => (path.isSubstituted ? texts.flatMap(misleadingOperators) : []),
};

function misleadingOperators(text: FluxText): SetProblem[] {
  const found = text.references.filter(({ operator }) => operator === ":+" || operator === ":?");
  return found.map((reference) => {
    const { name, operator } = reference;
    const shown = shownName(name);
    const shell = operator === ":+" ? `a shell uses the word if ${shown} is set` : "in a shell, it is an error";
    const message = `\${${shown}${operator}…}: Flux uses the word if ${shown} is not set; ${shell}`;
    return { ...problemAt(text, reference, message), name };
  });
}
