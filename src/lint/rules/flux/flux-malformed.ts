/** Text that Flux cannot parse, where it replaces variables. */

import type { RawFinding } from "../../finding.ts";
import type { Rule } from "../rule.ts";
import { type FluxText, findingAt, repository } from "./flux-place.ts";

export const fluxMalformed: Rule = {
  id: "flux-malformed",
  severity: "error",
  short: "Flux cannot parse a reference",
  full: `A Flux Kustomization with \`postBuild\` replaces \`\${NAME}\` in everything that its path contains, including scripts in
ConfigMaps and their comments. It does not support all that a shell does: \`\${list[@]}\`, \`\${NAME-word}\`, and
\`\${NAME+word}\` are errors, and nothing of the Kustomization is applied.

Write \`$\${list[@]}\`, which Flux applies as \`\${list[@]}\`. For a longer script, add the annotation
\`kustomize.toolkit.fluxcd.io/substitute: disabled\` to the object.`,
  triggers: repository(`run.sh: 'for host in "\${HOSTS[@]}"; do ping "$host.\${DOMAIN}"; done'\n`),
  passes: repository(`run.sh: 'for host in "$\${HOSTS[@]}"; do ping "$host.\${DOMAIN}"; done'\n`),
};

export function malformedTexts(text: FluxText): RawFinding[] {
  return text.malformed.map((range) => {
    const finding = findingAt(fluxMalformed.id, text, range, `Flux cannot parse this: ${range.problem}`);
    const { inFile, start } = finding;
    const isVerbatim = inFile?.text.startsWith("${", start) === true && text.text[range.start - 1] !== "$";
    const edit = { start, end: start, text: "$" };
    return { ...finding, ...(isVerbatim && { fix: { description: "write $${", edits: [edit] } }) };
  });
}
