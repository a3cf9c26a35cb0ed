/** One container, resolved step by step in the kubelet's order. */

import { FAILED_TO_CREATE_CONTAINER } from "../../../events/reasons.ts";
import { LazyMembers } from "../../../text/lazy-member.ts";
import type { ContainerList, ListedContainer } from "../container-lists.ts";
import { ExpansionLimitError } from "../error.ts";
import type { PodScope } from "../sources/pod-scope.ts";
import type { ServiceVariables } from "../sources/service-variables.ts";
import { ContainerFailure } from "../sources/value-result.ts";
import type { ContainerError, ContainerEvent, ContainerKind, ResolvedContainer } from "../types.ts";
import type { ContainerScope } from "./container-scope.ts";
import { resolveExec } from "./exec.ts";
import { resolveMounts } from "./mounts.ts";
import { setVariables } from "./variables.ts";

/**
 * What may cost as much as the rest is made when somebody asks for it. Most often it costs less than to put it off.
 *
 * Every container has all the services' variables, and texts of many parts are put together when they are looked at; where
 * references stand that are not expanded takes a second look at the texts.
 */
const LAZY = /* @__PURE__ */ new LazyMembers<ContainerScope>(["env", "unresolved", "changes", "events"]);

/** The variables of services that a pod's containers see. */
export function servicesFor(pod: PodScope): ServiceVariables {
  const { enableServiceLinks, expansionLimit, index, isManifest, namespace } = pod;
  const services = index.objects.serviceVariables(namespace, !!enableServiceLinks, isManifest);
  if (services.exceeds(expansionLimit)) throw new ExpansionLimitError(["spec", "enableServiceLinks"], expansionLimit);
  return services;
}

type Resolving = { -readonly [K in keyof ResolvedContainer]: ResolvedContainer[K] };

/** Resolves a container in a scope that is new. */
export function resolveIn(scope: ContainerScope, listed: ListedContainer): ResolvedContainer {
  const { container, skipped, unknown } = scope;
  try {
    requireServices(scope);
    setVariables(scope);
    const mounts = resolveMounts(scope);
    const { command, args } = container;
    // Member by member: a lazy one that takes the place of another costs as much as the rest.
    const resolved: Partial<Resolving> = identityOf(scope, listed);
    const hasOwnOnly = scope.hasOwnVariablesOnly;
    if (hasOwnOnly) resolved.env = scope.env;
    else LAZY.add(resolved, "env");
    if (command) resolved.command = scope.expandList(command, "command");
    if (args) resolved.args = scope.expandList(args, "args");
    resolved.mounts = mounts;
    resolved.exec = resolveExec(scope);
    resolved.skipped = skipped;
    resolved.unknown = unknown;
    const { isSettled } = scope;
    if (isSettled) {
      resolved.unresolved = scope.unresolved;
      resolved.changes = scope.changes;
      resolved.events = scope.events;
      if (hasOwnOnly) return resolved as ResolvedContainer;
    } else {
      LAZY.add(resolved, "unresolved");
      LAZY.add(resolved, "changes");
      LAZY.add(resolved, "events");
    }
    return LAZY.bind(resolved, scope) as ResolvedContainer;
  } catch (failure) {
    if (!(failure instanceof ContainerFailure)) throw failure;
    return notStarted(scope, listed, scope.events, failure);
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
  const event = {
    type: "Warning",
    reason: FAILED_TO_CREATE_CONTAINER,
    message: `Error: ${message}`,
    fieldPath,
  } as const;
  const error: ContainerError = { message, stage, waitingReason: "CreateContainerConfigError", event, path };
  const nothing = { env: [], mounts: [], exec: {}, skipped: [], unknown: [], unresolved: [], changes: [] };
  return { ...identityOf(scope, listed), ...nothing, events: [...before, event], error };
}

const KINDS = {
  initContainers: "initContainer",
  containers: "container",
  ephemeralContainers: "ephemeralContainer",
} as const satisfies Record<ContainerList, ContainerKind>;

function identityOf({ container, fieldPath, path }: ContainerScope, { list }: ListedContainer) {
  return { name: container.name ?? "", kind: KINDS[list], path, fieldPath };
}

/** The kubelet needs these before it builds an environment. */
function requireServices(scope: ContainerScope): void {
  const { cluster, enableServiceLinks, pod } = scope.pod;
  if (enableServiceLinks === undefined) {
    scope.fail("env", scope.path, "nil pod.spec.enableServiceLinks encountered, cannot construct envvars");
  }
  const source = pod.metadata?.annotations?.["kubernetes.io/config.source"];
  const isStatic = source !== undefined && source !== "api";
  if (cluster.servicesSynced === false && !isStatic) {
    scope.fail("env", scope.path, "services have not yet been read at least once, cannot construct envvars");
  }
}
