/** A variable of Flux where nothing replaces it. */

import { isBuiltIn, isGeneratedByFlux } from "../../../kubernetes/flux/index.ts";
import { listIn, memberOf } from "../../../text/own-keys.ts";
import type { Node, Path } from "../../../yaml/node.ts";
import { shownName } from "../../pod-place.ts";
import type { SetProblem } from "../problem.ts";
import type { Rule } from "../rule.ts";
import { type FluxText, kustomization, problemAt, repository, type SeenFluxSet, SUBSTITUTE } from "./flux-place.ts";

const OTHER = kustomization(SUBSTITUTE).replace("name: apps", "name: infra").replace("./apps", "./infra");

export const fluxNotSubstituted: Rule<"set"> = {
  id: "flux-not-substituted",
  severity: "error",
  short: "a variable is applied unchanged, because the Kustomization has no variables",
  full: `Flux replaces variables only if the Kustomization that applies the object has variables: without \`postBuild\`, or with an
empty one, \`\${NAME}\` and \`\${NAME:=default}\` are applied unchanged. The rule reports an error where the API server rejects the
text: in a name, a namespace, or a label. It reports a note for \`\${NAME}\` if another Kustomization of the repository has a
variable with this name, and for a default in other fields of Kubernetes' own kinds. It ignores scripts and containers that set
\`NAME\` themselves, and the files that \`flux bootstrap\` generates.

Add \`postBuild\` with a variable to the Kustomization, or \`substituteStrategy: Always\`, or write the value.`,
  triggers: [
    ...repository("URL: https://${DOMAIN}\n", ""),
    { name: "clusters/infra.yaml", text: OTHER },
    { name: "infra/settings.yaml", text: repository("A: b\n")[1]!.text },
  ],
  passes: repository("URL: https://${DOMAIN}\n"),
  sees: "set",
  check(seen) {
    const { isSubstitutedIn, path, texts } = seen;
    if (path.isSubstituted !== false) return [];
    const open = texts.filter(({ file }) => !isSubstitutedIn(file.path) && !isGeneratedByFlux(file.text));
    const inContainers = new Set(open.length === 0 ? [] : path.rendering.objects.flatMap(containerNames));
    return open.flatMap((text) => unsubstituted(text, seen, inContainers));
  },
};

function unsubstituted(text: FluxText, seen: SeenFluxSet, inContainers: ReadonlySet<string>): SetProblem[] {
  const isRejected = !text.isKey && isName(text.path);
  const isField = isRejected || isOwnField(text);
  const { postBuild } = seen.path.kustomization;
  const candidates = text.references.filter(({ hasDefault, name }) => {
    if (isRejected || (hasDefault && isField)) return true;
    return postBuild === undefined && seen.isVariable(name) && !inContainers.has(name);
  });
  const own = new Set(candidates.length === 0 || isField ? [] : namesSetIn(text.text));
  const reason = postBuild === undefined ? "the Kustomization has no postBuild" : "the Kustomization has no variables";
  return candidates
    .filter(({ name }) => !own.has(name))
    .map((reference) => {
      const { name } = reference;
      const shown = `\${${shownName(name)}${reference.hasDefault ? "…" : ""}}`;
      const rejected = isRejected ? ", and the API server rejects it" : "";
      const problem = problemAt(text, reference, `${shown} is applied unchanged${rejected}: ${reason}`);
      return { ...problem, name, ...(!isRejected && { atMost: "note" as const }) };
    });
}

/** Whether a path is of a name, a namespace, or a label, none of which can contain `$`. */
function isName(path: Path): boolean {
  const [first, second] = path;
  if (first !== "metadata") return false;
  return (
    (path.length === 2 && (second === "name" || second === "namespace")) || (path.length === 3 && second === "labels")
  );
}

/** The fields of Kubernetes' own kinds that are read by programs, which can replace references. */
const READ_BY_PROGRAMS = new Set(["annotations", "args", "binaryData", "command", "data", "stringData"]);

function isOwnField({ isKey, path, text, value }: FluxText): boolean {
  if (isKey || text.includes("\n") || !isBuiltIn(value)) return false;
  return !path.some((step) => READ_BY_PROGRAMS.has(`${step}`));
}

/** The names in `env` of all containers. */
function containerNames({ document }: { readonly document: Node }): string[] {
  const names: string[] = [];
  const search = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    for (const entry of listIn(value, "env")) names.push(`${memberOf(entry, "name")}`);
    for (const part of Object.values(value)) search(part);
  };
  search(document.value);
  return names;
}

/** The names that a script sets: `NAME=`, and words after `for`, `read`, or `local`. */
function namesSetIn(text: string): string[] {
  const assigned = Array.from(text.matchAll(/(\w+)=?/g), ([word, name]) => (word === name ? [] : [name!]));
  const others = Array.from(text.matchAll(/\b(?:for|read|local)\b(.*)/g), ([, rest]) => rest!.match(/\w+/g) ?? []);
  return [...assigned, ...others].flat();
}
