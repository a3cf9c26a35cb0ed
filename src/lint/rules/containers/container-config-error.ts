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
same message.`,
  triggers: withSettings(`env:
- name: HOST
  valueFrom: {configMapKeyRef: {name: settings, key: HOSTNAME}}`),
  passes: withSettings(`env:
- name: HOST
  valueFrom: {configMapKeyRef: {name: settings, key: HOST}}`),
  sees: "container",
  check({ pod: { isKustomized, place, problemPaths }, trace: { resolved } }) {
    const { error, name } = resolved;
    // A kustomization can add what is missing, and the API server refuses some objects before the kubelet sees them.
    if (error === undefined || isKustomized || problemPaths.has(formatPath(error.path))) return [];
    // A parameter of a Template has no value yet.
    if (place.workload.ownerPath.at(-2) === "objects" && mentionsParameter(place.workload.pod, error.path)) return [];
    const isEntry = typeof error.path.at(-1) === "number";
    const at = isEntry ? place.atEntry(error.path) : place.at(error.path);
    const message = `container ${shownName(name)} will not start: ${error.message}`;
    return [{ ...at, message, same: error.message }];
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
