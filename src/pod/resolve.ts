/** Pods and containers, resolved. */

import { FAILED } from "../events/reasons.ts";
import { containerFieldPathAt } from "../events/reference.ts";
import { checkObject, checkString } from "../text/argument.ts";
import { memberOf } from "../text/own-keys.ts";
import type { ClusterIndex } from "./cluster-index.ts";
import { containersOf, type ListedContainer } from "./container-lists.ts";
import { ContainerScope } from "./container-scope.ts";
import { ExpansionLimitError, PodError } from "./error.ts";
import { resolveExec } from "./exec.ts";
import { lazyMember } from "./lazy-member.ts";
import { resolveMounts } from "./mounts.ts";
import type { Pod } from "./objects.ts";
import { type Inspected, inspectPod, isMapping } from "./pod-schema.ts";
import { PodScope, type ScopeOptions } from "./pod-scope.ts";
import type {
  Cluster,
  ContainerError,
  ContainerKind,
  ResolvedContainer,
  ResolvedPod,
  ResolvedVariable,
  ResolveOptions,
} from "./types.ts";
import { ContainerFailure } from "./value-result.ts";
import { setVariables } from "./variables.ts";

const addEnv = /* @__PURE__ */ lazyMember("env");
const NO_VARIABLES: readonly ResolvedVariable[] = [];

/**
 * Resolves what every container of a pod will see: environment, command, args, mounts and probes' commands.
 *
 * @param cluster what the pod refers to; a `ClusterIndex` if there are many pods
 * @param pod a Pod, or a pod template such as `deployment.spec.template`; `readManifestObjects` finds them
 * @throws PodError if a member has a type that no pod's has, or this is a Deployment or another object without containers
 * @throws ExpansionLimitError if references expand to too much
 * @throws TypeError if an argument is no object
 * @example
 * const env = [{ name: "HOST", value: "db" }, { name: "URL", value: "http://$(HOST)" }];
 * resolvePod({ spec: { containers: [{ name: "app", env }] } }).containers[0]?.env[1]?.value // "http://db"
 */
export function resolvePod(pod: Pod, cluster: Cluster | ClusterIndex = {}, options: ResolveOptions = {}): ResolvedPod {
  checkPod(pod, cluster, options);
  return resolveInspected(inspectPod(pod), cluster, options);
}

/** Refuses what is no pod: a workload has its pod in a template, and would pass for a pod without containers. */
function checkPod(pod: Pod, cluster: Cluster | ClusterIndex, options: ResolveOptions): void {
  checkObject(pod, "pod");
  checkObject(cluster, "cluster");
  checkObject(options, "options");
  const { kind, spec } = pod;
  if (spec?.containers || spec?.initContainers || spec?.ephemeralContainers) return;
  const template = ["template", "jobTemplate"].find((member) => isMapping(memberOf(spec, member)));
  if (template === undefined && (kind === undefined || kind === "Pod")) return;
  const what = typeof kind === "string" ? `the kind is ${kind}` : `spec.${template} is the template of a pod`;
  throw new PodError(
    "not-a-pod",
    [],
    `this is no pod, as ${what}: pass the pod template, or read the object with readManifestObjects`,
  );
}

/** Resolves a pod whose types have been checked. */
export function resolveInspected(
  pod: Inspected<Pod>,
  cluster: Cluster | ClusterIndex,
  options: ScopeOptions,
): ResolvedPod {
  const scope = scopeOf(pod, cluster, options);
  const containers = containersOf(scope.pod.spec).map((listed) => resolve(scope, listed));
  return { name: scope.pod.metadata?.name ?? "", namespace: scope.namespace, containers };
}

/**
 * Resolves one container: of `containers`, `initContainers` and `ephemeralContainers` the first one with that name.
 *
 * @throws PodError if there is none, or a member of the pod has a type that no pod's has
 * @throws ExpansionLimitError if references expand to too much
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
  const found = containersOf(scope.pod.spec, ["containers", "initContainers", "ephemeralContainers"]).find(
    ({ container }) => (container.name ?? "") === containerName,
  );
  if (found === undefined) {
    throw new PodError("no-such-container", ["spec"], `no container is called "${containerName}"`);
  }
  return resolve(scope, found);
}

function scopeOf({ value, wrong }: Inspected<Pod>, cluster: Cluster | ClusterIndex, options: ScopeOptions): PodScope {
  const first = wrong[0];
  if (first !== undefined) throw new PodError("wrong-type", first.path, first.message);
  return new PodScope(value, cluster, options);
}

function resolve(pod: PodScope, { container, list, index, path }: ListedContainer): ResolvedContainer {
  const fieldPath = containerFieldPathAt(list, index, container.name);
  const identity = { name: container.name ?? "", kind: list.slice(0, -"s".length) as ContainerKind, path, fieldPath };
  const { enableServiceLinks } = pod.pod.spec ?? {};
  const { expansionLimit, namespace } = pod;
  const services = pod.index.objects.serviceVariables(namespace, !!enableServiceLinks, pod.isManifest, expansionLimit);
  if (services === undefined) throw new ExpansionLimitError(["spec", "enableServiceLinks"], expansionLimit);
  const scope = new ContainerScope(pod, container, path, fieldPath, services);
  const { changes, events, skipped, unknown, unresolved } = scope;
  try {
    requireServices(pod, path);
    setVariables(scope);
    const mounts = resolveMounts(scope);
    const { command, args } = container;
    const resolved = {
      ...identity,
      env: NO_VARIABLES,
      ...(command && { command: scope.expandList(command, [...path, "command"]) }),
      ...(args && { args: scope.expandList(args, [...path, "args"]) }),
      mounts,
      exec: resolveExec(scope),
      skipped,
      unknown,
      unresolved,
      changes,
      events,
    };
    // Every container has all the services' variables, and not everyone asks for them.
    return addEnv(resolved, () => scope.environment());
  } catch (failure) {
    if (!(failure instanceof ContainerFailure)) throw failure;
    const { message, stage } = failure;
    const event = { type: "Warning", reason: FAILED, message: `Error: ${message}`, fieldPath } as const;
    const error: ContainerError = {
      message,
      stage,
      waitingReason: "CreateContainerConfigError",
      event,
      path: failure.path,
    };
    events.push(event);
    const nothing = { env: [], mounts: [], exec: {}, skipped: [], unknown: [], unresolved: [], changes: [] };
    return { ...identity, ...nothing, events, error };
  }
}

/** The kubelet needs these before it builds an environment. */
function requireServices({ cluster, pod }: PodScope, path: ContainerScope["path"]): void {
  const { enableServiceLinks } = pod.spec ?? {};
  if (enableServiceLinks === undefined) {
    const message = "nil pod.spec.enableServiceLinks encountered, cannot construct envvars";
    throw new ContainerFailure("env", path, message);
  }
  const source = pod.metadata?.annotations?.["kubernetes.io/config.source"];
  const isStatic = source !== undefined && source !== "api";
  if (cluster.servicesSynced === false && !isStatic) {
    const message = "services have not yet been read at least once, cannot construct envvars";
    throw new ContainerFailure("env", path, message);
  }
}
