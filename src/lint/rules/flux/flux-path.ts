/** A Kustomization of Flux whose path does not exist. */

import { fileAt } from "../../../kubernetes/kustomize/index.ts";
import { nearestNodeAt } from "../../../yaml/node.ts";
import { shownName } from "../../pod-place.ts";
import type { Rule } from "../rule.ts";
import { kustomization, repository, SUBSTITUTE } from "./flux-place.ts";

const OTHER = kustomization(SUBSTITUTE).replace("name: apps", "name: web");

export const fluxPath: Rule<"kustomization"> = {
  id: "flux-path",
  severity: "error",
  short: "the path of a Kustomization does not exist",
  full: `Flux cannot apply a Kustomization whose \`spec.path\` is not a folder of its source. The rule reports a path that the
repository does not have, if the source is a GitRepository and the repository has most of the paths of its Kustomizations. If
nothing in the repository applies the Kustomization, the rule reports only a path that differs in one character from one that
exists, as a warning. A path in another source is unknown, and is counted in the summary.

Correct the path. It is relative to the root of the repository.`,
  triggers: [
    ...repository("URL: https://${DOMAIN}\n"),
    { name: "clusters/web.yaml", text: OTHER.replace("./apps", "./web") },
  ],
  passes: [...repository("URL: https://${DOMAIN}\n"), { name: "clusters/web.yaml", text: OTHER }],
  sees: "kustomization",
  check({ kustomization: { document, file, name, path: folder }, reason, similarPath }) {
    if (reason !== "missing-path" && similarPath === undefined) return [];
    const path = ["spec", "path"];
    const { end, start } = nearestNodeAt(document, path);
    const hint = similarPath === undefined ? "" : `; did you mean ${shownName(similarPath)}?`;
    const message = `the repository does not have the path ${shownName(`${folder}`)}${hint}`;
    const object = `Kustomization/${shownName(name)}`;
    const problem = { start, end, inFile: fileAt(document, path) ?? file, path, message, object, name };
    return [reason === "missing-path" ? problem : { ...problem, atMost: "warning" as const }];
  },
};
