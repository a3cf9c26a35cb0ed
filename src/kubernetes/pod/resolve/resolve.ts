/** The public functions that resolve pods and containers. */

import { checkObject, checkString } from "../../../text/argument.ts";
import { memberOf } from "../../../text/own-keys.ts";
import { containersOf, type ListedContainer } from "../container-lists.ts";
import { PodError } from "../error.ts";
import type { Pod } from "../objects.ts";
import { type Inspected, inspectPod, isMapping } from "../pod-schema.ts";
import type { ClusterIndex } from "../sources/cluster-index.ts";
import { PodScope, type ScopeOptions } from "../sources/pod-scope.ts";
import type { Cluster, ResolvedContainer, ResolvedPod, ResolveOptions } from "../types.ts";
import { ContainerScope } from "./container-scope.ts";
import { resolveIn } from "./resolve-container.ts";

/**
 * Resolves what every container of a pod will see: environment, command, args, mounts and probes' commands.
 *
 * @param cluster the objects that the pod refers to; pass a `ClusterIndex` to resolve many pods
 * @param pod a Pod, or a pod template such as `deployment.spec.template`; `readManifestObjects` finds them
 * @throws PodError if a member has the wrong type, or this is a Deployment or another object without containers
 * @throws ExpansionLimitError if references expand to too much text
 * @throws TypeError if an argument is not an object
 * @example
 * const env = [{ name: "HOST", value: "db" }, { name: "URL", value: "http://$(HOST)" }];
 * resolvePod({ spec: { containers: [{ name: "app", env }] } }).containers[0]?.env[1]?.value // "http://db"
 */
export function resolvePod(pod: Pod, cluster: Cluster | ClusterIndex = {}, options: ResolveOptions = {}): ResolvedPod {
  checkPod(pod, cluster, options);
  return resolveInspected(inspectPod(pod), cluster, options);
}

/** Rejects objects other than pods. A workload has its pod in a template, and would look like a pod without containers. */
export function checkPod(pod: Pod, cluster: Cluster | ClusterIndex, options: ResolveOptions): void {
  checkObject(pod, "pod");
  checkObject(cluster, "cluster");
  checkObject(options, "options");
  const { kind, spec } = pod;
  if (spec?.containers || spec?.initContainers || spec?.ephemeralContainers) return;
  const template = ["template", "jobTemplate"].find((member) => isMapping(memberOf(spec, member)));
  if (template === undefined && (kind === undefined || kind === "Pod")) return;
  const why = typeof kind === "string" ? `its kind is ${kind}` : `spec.${template} is a pod template`;
  const advice = "pass the pod template, or read the object with readManifestObjects";
  throw new PodError("not-a-pod", [], `not a pod: ${why}; ${advice}`);
}

/** Resolves a pod whose types have been checked. */
export function resolveInspected(
  pod: Inspected<Pod>,
  cluster: Cluster | ClusterIndex,
  options: ScopeOptions,
): ResolvedPod {
  const scope = scopeOf(pod, cluster, options);
  const containers = containersOf(scope.pod.spec).map((listed) => resolveIn(new ContainerScope(scope, listed)));
  return { name: scope.pod.metadata?.name ?? "", namespace: scope.namespace, containers };
}

/**
 * Resolves one container: the first one with the name in `containers`, `initContainers` and `ephemeralContainers`.
 *
 * @throws PodError if there is no such container, or a member of the pod has the wrong type
 * @throws ExpansionLimitError if references expand to too much text
 * @example
 * const spec = { containers: [{ name: "app", args: ["--url=$(URL)"], env: [{ name: "URL", value: "http://db" }] }] };
 * resolveContainer({ spec }, "app").args // ["--url=http://db"]
 */
export function resolveContainer(
  pod: Pod,
  containerName: string,
  cluster: Cluster | ClusterIndex = {},
  options: ResolveOptions = {},
): ResolvedContainer {
  checkPod(pod, cluster, options);
  checkString(containerName, "containerName");
  const scope = scopeOf(inspectPod(pod), cluster, options);
  return resolveIn(new ContainerScope(scope, containerCalled(containerName, scope)));
}

/** @throws PodError if there is no such container */
export function containerCalled(name: string, { pod }: PodScope): ListedContainer {
  const containers = containersOf(pod.spec, ["containers", "initContainers", "ephemeralContainers"]);
  const found = containers.find(({ container }) => (container.name ?? "") === name);
  if (found === undefined) throw new PodError("no-such-container", ["spec"], `no container is called "${name}"`);
  return found;
}

/** @throws PodError if a member has a wrong type */
export function scopeOf(
  { value, wrong }: Inspected<Pod>,
  cluster: Cluster | ClusterIndex,
  options: ScopeOptions,
): PodScope {
  const first = wrong[0];
  if (first !== undefined) throw new PodError("wrong-type", first.path, first.message);
  return new PodScope(value, cluster, options);
}
