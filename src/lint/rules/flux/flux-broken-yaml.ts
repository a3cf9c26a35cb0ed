/** A value that breaks the YAML around it, or of which a part is a comment. */

import { type FluxVariables, roleOf, substitutedValue, withSecrets } from "../../../kubernetes/flux/index.ts";
import type { SetProblem } from "../problem.ts";
import type { Rule } from "../rule.ts";
import { type FluxText, problemWith, repository } from "./flux-place.ts";

const NOTE = (value: string) => `  postBuild:\n    substitute:\n      NOTE: ${value}\n`;

export const fluxBrokenYaml: Rule<"set"> = {
  id: "flux-broken-yaml",
  severity: "error",
  short: "the object is not valid YAML after substitution",
  full: `Flux writes the object as YAML without the quotes of the file, replaces variables in that text, and reads it again. A
value that contains \`: \`, or that starts with \`*\` or another character with a meaning in YAML, makes the text invalid, and Flux
does not apply the Kustomization. After \` #\`, the rest of a value is a comment, and is lost; this is a warning.

Add a variable \`quote: '"'\` and write \`\${quote}\${NOTE}\${quote}\`, as Flux's documentation suggests. In a block (\`|\`) of
several lines, values do not have to be quoted.`,
  triggers: repository("NOTE: ${NOTE}\n", NOTE("'build: 7'")),
  passes: repository("NOTE: ${NOTE}\n", NOTE("build 7")),
  sees: "set",
  check({ path, texts }) {
    const variables = withSecrets(path.variables);
    return path.isSubstituted ? texts.flatMap((text) => brokenYaml(text, variables)) : [];
  },
};

function brokenYaml(text: FluxText, variables: FluxVariables): SetProblem[] {
  const result = substitutedValue(text.text, variables, roleOf(text));
  if (result.kind === "invalid") {
    return [problemWith(text, "the object is not valid YAML after substitution: the value needs quotes")];
  }
  if (result.kind !== "known" || !result.isCut) return [];
  const message = "a part of the value is a comment after substitution, and is lost: the value needs quotes";
  return [{ ...problemWith(text, message), atMost: "warning" }];
}
