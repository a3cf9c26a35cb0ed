/** Objects that are patches: another file has the rest of them, and only both together say what a container gets. */

import { memberOf } from "../text/own-keys.ts";

/** What the API server requires of a kind, beside the containers. */
const REQUIRED: Readonly<Record<string, readonly (readonly string[])[]>> = {
  Deployment: [["spec", "selector"]],
  ReplicaSet: [["spec", "selector"]],
  StatefulSet: [["spec", "selector"]],
  DaemonSet: [["spec", "selector"]],
  CronJob: [["spec", "schedule"]],
};

const LISTS = ["containers", "initContainers"] as const;

/**
 * Whether an object is a patch, or what a test compares with: a container has neither a name nor an image; or, beside a
 * kustomization, one has no image, or the object lacks what its kind requires.
 *
 * @param pod the pod in it
 */
export function isPartial(object: unknown, pod: unknown, isKustomized: boolean): boolean {
  const spec = memberOf(pod, "spec");
  const containers = LISTS.flatMap((list) => {
    const found = memberOf(spec, list);
    return Array.isArray(found) ? found : [];
  });
  if (containers.some((container) => !memberOf(container, "image") && !memberOf(container, "name"))) return true;
  if (!isKustomized) return false;
  const kind = memberOf(object, "kind");
  const required = [["metadata", "name"], ...((typeof kind === "string" && REQUIRED[kind]) || [])];
  const lacks = required.some((path) => path.reduce<unknown>(memberOf, object) === undefined);
  return lacks || containers.some((container) => !memberOf(container, "image"));
}
