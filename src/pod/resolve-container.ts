/** One container, resolved step by step in the kubelet's order. */

import { FAILED } from "../events/reasons.ts";
import type { ListedContainer } from "./container-lists.ts";
import type { ContainerScope } from "./container-scope.ts";
import { ExpansionLimitError } from "./error.ts";
import { resolveExec } from "./exec.ts";
import { lazyMember } from "./lazy-member.ts";
import { resolveMounts } from "./mounts.ts";
import type { PodScope } from "./pod-scope.ts";
import type { ServiceVariable } from "./service-variables.ts";
import type { ContainerError, ContainerEvent, ContainerKind, ResolvedContainer } from "./types.ts";
import { ContainerFailure } from "./value-result.ts";
import { setVariables } from "./variables.ts";

const addEnv = /* @__PURE__ */ lazyMember("env");
const addChanges = /* @__PURE__ */ lazyMember("changes");
const NONE: readonly never[] = [];

/** The variables of services that a pod's containers see. */
export function servicesFor(pod: PodScope): ReadonlyMap<string, ServiceVariable> {
  const { enableServiceLinks } = pod.pod.spec ?? {};
  const { expansionLimit, namespace } = pod;
  const services = pod.index.objects.serviceVariables(namespace, !!enableServiceLinks, pod.isManifest, expansionLimit);
  if (services === undefined) throw new ExpansionLimitError(["spec", "enableServiceLinks"], expansionLimit);
  return services;
}

/** Resolves a container in a scope that is new. */
export function resolveIn(scope: ContainerScope, listed: ListedContainer): ResolvedContainer {
  const { container, events, path, skipped, unknown, unresolved } = scope;
  const identity = identityOf(scope, listed);
  try {
    requireServices(scope);
    setVariables(scope);
    const mounts = resolveMounts(scope);
    const { command, args } = container;
    const resolved = {
      ...identity,
      env: NONE,
      ...(command && { command: scope.expandList(command, [...path, "command"]) }),
      ...(args && { args: scope.expandList(args, [...path, "args"]) }),
      mounts,
      exec: resolveExec(scope),
      skipped,
      unknown,
      unresolved,
      changes: NONE,
      events,
    };
    // Every container has all the services' variables, and texts of many parts are put together when they are looked at.
    return addChanges(
      addEnv(resolved, () => scope.environment()),
      () => scope.changes(),
    );
  } catch (failure) {
    if (!(failure instanceof ContainerFailure)) throw failure;
    return notStarted(scope, listed, events, failure);
  }
}

/** @param before the container's events before it failed */
export function notStarted(
  scope: ContainerScope,
  listed: ListedContainer,
  before: readonly ContainerEvent[],
  { message, path, stage }: ContainerFailure,
): ResolvedContainer {
  const { fieldPath } = scope;
  const event = { type: "Warning", reason: FAILED, message: `Error: ${message}`, fieldPath } as const;
  const error: ContainerError = { message, stage, waitingReason: "CreateContainerConfigError", event, path };
  const nothing = { env: [], mounts: [], exec: {}, skipped: [], unknown: [], unresolved: [], changes: [] };
  return { ...identityOf(scope, listed), ...nothing, events: [...before, event], error };
}

function identityOf({ container, fieldPath, path }: ContainerScope, { list }: ListedContainer) {
  return { name: container.name ?? "", kind: list.slice(0, -"s".length) as ContainerKind, path, fieldPath };
}

/** The kubelet needs these before it builds an environment. */
function requireServices(scope: ContainerScope): void {
  const { cluster, pod } = scope.pod;
  const { enableServiceLinks } = pod.spec ?? {};
  if (enableServiceLinks === undefined) {
    scope.fail("env", scope.path, "nil pod.spec.enableServiceLinks encountered, cannot construct envvars");
  }
  const source = pod.metadata?.annotations?.["kubernetes.io/config.source"];
  const isStatic = source !== undefined && source !== "api";
  if (cluster.servicesSynced === false && !isStatic) {
    scope.fail("env", scope.path, "services have not yet been read at least once, cannot construct envvars");
  }
}
