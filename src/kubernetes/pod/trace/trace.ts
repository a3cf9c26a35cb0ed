/** The trace of pods and containers: the outcomes of resolution, and every `$` that resolution does not expand. */

import { checkString } from "../../../text/argument.ts";
import { CONTAINER_LISTS, containersOf, type ListedContainer } from "../container-lists.ts";
import { defaultPod } from "../defaults.ts";
import type { Pod } from "../objects.ts";
import { type Inspected, inspectPod } from "../pod-schema.ts";
import { checkPod, containerCalled, scopeOf } from "../resolve/resolve.ts";
import { notStarted, resolveIn } from "../resolve/resolve-container.ts";
import type { ClusterIndex } from "../sources/cluster-index.ts";
import { PodScope, type ScopeOptions } from "../sources/pod-scope.ts";
import type { Cluster, ResolveOptions } from "../types.ts";
import { suggestionsFrom } from "./suggestions.ts";
import { TracedScope } from "./traced-scope.ts";
import type { ContainerTrace, PodTrace, TracedUse } from "./types.ts";
import { containerUses, usesOutside } from "./uses.ts";

/**
 * Reports the outcome of every `$` sequence in every string of a pod, including fields that are not expanded.
 *
 * @param pod as for `resolvePod`
 * @param cluster the objects that the pod refers to; pass a `ClusterIndex` to trace many pods
 * @throws PodError if a member has the wrong type, or this is a Deployment or another object without containers
 * @throws ExpansionLimitError if references expand to too much text
 * @throws TypeError if an argument is not an object
 * @example
 * const env = [{ name: "URL", value: "http://$(HOST)" }, { name: "HOST", value: "db" }];
 * tracePod({ spec: { containers: [{ name: "app", env }] } }).containers[0]?.uses[0]?.verdict // "declared-later"
 */
export function tracePod(pod: Pod, cluster: Cluster | ClusterIndex = {}, options: ResolveOptions = {}): PodTrace {
  checkPod(pod, cluster, options);
  return traceInspected(inspectPod(pod), cluster, options);
}

/**
 * Traces one container: the first one with the name in `containers`, `initContainers` and `ephemeralContainers`.
 *
 * @throws PodError if there is no such container, or a member of the pod has the wrong type
 * @throws ExpansionLimitError if references expand to too much text
 * @example
 * const spec = { containers: [{ name: "app", args: ["--url=$(URL)"], env: [{ name: "URL", value: "http://db" }] }] };
 * traceContainer({ spec }, "app").uses[0]?.verdict // "expanded"
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

/** Traces a pod whose types have been checked. */
export function traceInspected(pod: Inspected<Pod>, cluster: Cluster | ClusterIndex, options: ScopeOptions): PodTrace {
  const scope = tracedPod(pod, cluster, options);
  const containers = containersOf(scope.pod.spec).map((listed) => traceListed(scope, listed));
  const { name = "" } = scope.pod.metadata ?? {};
  return { name, namespace: scope.namespace, containers, uses: usesOfPod(scope) };
}

/** The scope of the pod with the API server's defaults, which are traced too. */
function tracedPod(pod: Inspected<Pod>, cluster: Cluster | ClusterIndex, options: ScopeOptions): PodScope {
  const scope = scopeOf(pod, cluster, options);
  return scope.isManifest ? new PodScope(defaultPod(scope.pod), cluster, options) : scope;
}

function traceListed(pod: PodScope, listed: ListedContainer): ContainerTrace {
  const scope = new TracedScope(pod, listed);
  const whole = resolveIn(scope);
  const { before, definitions, failures, services } = scope;
  const [first] = failures;
  const resolved = first === undefined ? whole : notStarted(scope, before, first);
  return {
    resolved,
    failures,
    definitions,
    uses: containerUses(scope),
    definitionOf: (name) => scope.definitionOf(name),
    needOf: (name) => {
      const found = scope.find(name);
      return found !== undefined && "needs" in found ? { needs: found.needs, needsKind: found.needsKind } : undefined;
    },
    closestTo: suggestionsFrom(() => definitions.map(({ name }) => name), services.all),
  };
}

/** The uses in strings outside the pod's containers. */
function usesOfPod(scope: PodScope): TracedUse[] {
  const { pod } = scope;
  const spec: Record<string, unknown> = { ...pod.spec };
  for (const list of CONTAINER_LISTS) delete spec[list];
  return usesOutside({ ...pod, spec }, scope);
}
