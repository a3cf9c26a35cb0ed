/** An entry of `substituteFrom` that names no object of the repository. */

import type { FluxPath, UnknownSource } from "../../../kubernetes/flux/index.ts";
import { fileAt } from "../../../kubernetes/kustomize/index.ts";
import { nearestNodeAt } from "../../../yaml/node.ts";
import { shownName } from "../../pod-place.ts";
import type { SetProblem } from "../problem.ts";
import type { Rule } from "../rule.ts";
import { kustomization, repository } from "./flux-place.ts";

const from = (name: string) => `  postBuild:\n    substituteFrom:\n      - kind: ConfigMap\n        name: ${name}\n`;

const SETTINGS = {
  name: "clusters/cluster-settings.yaml",
  text: `apiVersion: v1
kind: ConfigMap
metadata:
  name: cluster-settings
  namespace: flux-system
data:
  DOMAIN: example.com
`,
};

export const fluxSource: Rule<"set"> = {
  id: "flux-source",
  severity: "error",
  short: "substituteFrom names an object that the repository does not have",
  full: `A ConfigMap or Secret of \`substituteFrom\` that does not exist stops the Kustomization, unless it is \`optional\`. It can be
created outside of the repository, so the rule reports only evidence: a name that differs in one character from an object of the
repository (a warning), and an object that exists only in other namespaces (a note), because Flux reads the namespace of the
Kustomization. With \`--complete\`, every source that does not exist is an error.

Correct the name. For a source that is not in the repository, state its keys as \`sources\` in \`.varexpand.yaml\`.`,
  triggers: [
    { name: "clusters/apps.yaml", text: kustomization(from("cluster-setings")) },
    repository("A: ${DOMAIN}\n")[1]!,
    SETTINGS,
  ],
  passes: [
    { name: "clusters/apps.yaml", text: kustomization(from("cluster-settings")) },
    repository("A: ${DOMAIN}\n")[1]!,
    SETTINGS,
  ],
  sees: "set",
  check: ({ isClosed, path }) =>
    path.variables.unknownSources.flatMap((source) => missingSource(source, path, isClosed)),
};

function missingSource(source: UnknownSource, { kustomization }: FluxPath, isClosed: boolean): SetProblem[] {
  const { index, isInRepository, namespaces, reference, similar, title } = source;
  if (reference === undefined || isInRepository) return [];
  const { document: owner, file, name: own } = kustomization;
  const path = ["spec", "postBuild", "substituteFrom", index, "name"];
  const { end, start } = nearestNodeAt(owner, path);
  const { kind, isOptional, name } = reference;
  const inFile = fileAt(owner, path) ?? file;
  const problem = { start, end, inFile, path, name, object: `Kustomization/${shownName(own)}`, owner };
  const meant = similar && { meant: similar };
  const hint = similar === undefined ? "" : `; did you mean ${shownName(similar)}?`;
  if (isClosed && !isOptional) return [{ ...problem, ...meant, message: `${title} does not exist${hint}` }];
  if (similar !== undefined) {
    return [{ ...problem, ...meant, message: `the repository does not have ${title}${hint}`, atMost: "warning" }];
  }
  if (namespaces.length === 0) return [];
  const where = namespaces.map((each) => shownName(each)).join(", ");
  const message = `${kind} ${shownName(name)} is in namespace ${where}, but Flux reads ${title}`;
  return [{ ...problem, message, atMost: "note" }];
}
