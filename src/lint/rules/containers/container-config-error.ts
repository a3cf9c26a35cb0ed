/** A container that will not start. */

import { formatPath } from "../../../kubernetes/pod/path.ts";
import { visitDollars } from "../../../kubernetes/pod/trace/uses.ts";
import type { ManifestPath } from "../../../kubernetes/pod/types.ts";
import { memberOf } from "../../../text/own-keys.ts";
import { shownName } from "../../pod-place.ts";
import { withSettings } from "../example.ts";
import type { Rule } from "../rule.ts";

export const containerConfigError: Rule<"container"> = {
  id: "container-config-error",
  severity: "error",
  short: "the container will not start",
  full: `Something that the container's variables or mounts need is missing or invalid, such as a key that a ConfigMap in these
manifests does not have, or a path that leaves its volume. The kubelet reports \`CreateContainerConfigError\` with the
same message, one at a time. All of them are reported, as notes in files such as \`web.template.yaml\`, which people fill in.`,
  triggers: withSettings(`env:
- name: HOST
  valueFrom: {configMapKeyRef: {name: settings, key: HOSTNAME}}`),
  passes: withSettings(`env:
- name: HOST
  valueFrom: {configMapKeyRef: {name: settings, key: HOST}}`),
  sees: "container",
  check({ pod: { isExample, isKustomized, place, problemPaths }, trace: { failures, resolved } }) {
    // A kustomization can add what is missing.
    if (isKustomized) return [];
    return failures.flatMap(({ message, path }) => {
      // The API server refuses some objects before the kubelet sees them.
      if (problemPaths.has(formatPath(path))) return [];
      // A parameter of a Template has no value yet.
      if (place.workload.ownerPath.at(-2) === "objects" && mentionsParameter(place.workload.pod, path)) return [];
      const at = typeof path.at(-1) === "number" ? place.atEntry(path) : place.at(path);
      const text = `container ${shownName(resolved.name)} will not start: ${message}`;
      return [{ ...at, message: text, same: message, ...(isExample && { atMost: "note" as const }) }];
    });
  },
};

/** Whether a string at or below a path contains a parameter of an OpenShift Template. */
function mentionsParameter(pod: unknown, path: ManifestPath): boolean {
  let found = false;
  visitDollars(path.reduce<unknown>(memberOf, pod), path, (text) => {
    found ||= text.includes("${");
  });
  return found;
}
