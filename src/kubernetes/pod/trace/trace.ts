/** The trace of pods and containers: resolution says what becomes of what it expands, and this adds everything else. */

import { checkString } from "../../../text/argument.ts";
import { CONTAINER_LISTS, containersOf, type ListedContainer } from "../container-lists.ts";
import { defaultPod } from "../defaults.ts";
import type { Pod } from "../objects.ts";
import { type Inspected, inspectPod } from "../pod-schema.ts";
import { checkPod, containerCalled, scopeOf } from "../resolve/resolve.ts";
import { notStarted, resolveIn, servicesFor } from "../resolve/resolve-container.ts";
import type { ClusterIndex } from "../sources/cluster-index.ts";
import { PodScope, type ScopeOptions } from "../sources/pod-scope.ts";
import type { Cluster, ResolveOptions } from "../types.ts";
import { Suggestions } from "./suggestions.ts";
import { TracedScope } from "./traced-scope.ts";
import type { ContainerTrace, PodTrace, TracedUse } from "./types.ts";
import { containerUses, usesOutside } from "./uses.ts";

/**
 * Says of every `$` sequence in every string of a pod what becomes of it, in fields that are expanded and in others.
 *
 * @param pod as for `resolvePod`
 * @param cluster what the pod refers to; a `ClusterIndex` if there are many pods
 * @throws PodError if a member has a type that no pod's has, or this is a Deployment or another object without containers
 * @throws ExpansionLimitError if references expand to too much
 * @throws TypeError if an argument is no object
 * @example
 * const env = [{ name: "URL", value: "http://$(HOST)" }, { name: "HOST", value: "db" }];
 * tracePod({ spec: { containers: [{ name: "app", env }] } }).containers[0]?.uses[0]?.verdict // "declared-later"
 */
export function tracePod(pod: Pod, cluster: Cluster | ClusterIndex = {}, options: ResolveOptions = {}): PodTrace {
  checkPod(pod, cluster, options);
  return traceInspected(inspectPod(pod), cluster, options);
}

/**
 * The trace of one container: of `containers`, `initContainers` and `ephemeralContainers` the first one with that name.
 *
 * @throws PodError if there is none, or a member of the pod has a type that no pod's has
 * @throws ExpansionLimitError if references expand to too much
 */
export function traceContainer(
  pod: Pod,
  containerName: string,
  cluster: Cluster | ClusterIndex = {},
  options: ResolveOptions = {},
): ContainerTrace {
  checkPod(pod, cluster, options);
  checkString(containerName, "containerName");
  const scope = tracedPod(inspectPod(pod), cluster, options);
  return traceListed(scope, containerCalled(containerName, scope));
}

/** The trace of a pod whose types have been checked. */
export function traceInspected(pod: Inspected<Pod>, cluster: Cluster | ClusterIndex, options: ScopeOptions): PodTrace {
  const scope = tracedPod(pod, cluster, options);
  const containers = containersOf(scope.pod.spec).map((listed) => traceListed(scope, listed));
  const { name = "" } = scope.pod.metadata ?? {};
  return { name, namespace: scope.namespace, containers, uses: usesOfPod(scope.pod) };
}

/** The pod with everything that is in it once an API server has taken it: that is traced, too. */
function tracedPod(pod: Inspected<Pod>, cluster: Cluster | ClusterIndex, options: ScopeOptions): PodScope {
  const scope = scopeOf(pod, cluster, options);
  return scope.isManifest ? new PodScope(defaultPod(scope.pod), cluster, options) : scope;
}

function traceListed(pod: PodScope, listed: ListedContainer): ContainerTrace {
  const services = servicesFor(pod);
  const scope = new TracedScope(pod, listed, services);
  const whole = resolveIn(scope);
  const { definitions, failure } = scope;
  const resolved = failure === undefined ? whole : notStarted(scope, failure.before, failure.error);
  const suggestions = new Suggestions(() => [...definitions.map(({ name }) => name), ...services.keys()]);
  return {
    resolved,
    definitions,
    uses: containerUses(scope),
    definitionOf: (name) => scope.definitionOf(name),
    needOf: (name) => {
      const found = scope.find(name);
      return found !== undefined && "needs" in found ? { needs: found.needs, needsKind: found.needsKind } : undefined;
    },
    closestTo: (name) => suggestions.of(name),
  };
}

/** The strings of a pod that are in no container. */
function usesOfPod(pod: Pod): TracedUse[] {
  const spec: Record<string, unknown> = { ...pod.spec };
  for (const list of CONTAINER_LISTS) delete spec[list];
  return usesOutside({ ...pod, spec });
}
