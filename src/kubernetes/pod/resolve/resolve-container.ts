/** One container, resolved step by step in the kubelet's order: sources, variables, texts, result. */

import { FAILED_TO_CREATE_CONTAINER } from "../../../events/reasons.ts";
import type { ContainerList } from "../container-lists.ts";
import { ExpansionLimitError } from "../error.ts";
import type { PodScope } from "../sources/pod-scope.ts";
import type { ServiceVariables } from "../sources/service-variables.ts";
import { ContainerFailure } from "../sources/value-result.ts";
import type { ContainerError, ContainerEvent, ContainerKind, ExecCommands, ResolvedContainer } from "../types.ts";
import type { ContainerScope, LookUp } from "./container-scope.ts";
import { resolveMounts } from "./mounts.ts";
import type { NameVerdict } from "./unresolved.ts";
import { setSources, setVariables } from "./variables.ts";

/**
 * The variables of services for one container of a pod.
 *
 * @throws ExpansionLimitError if they are too long, or too many for all containers together
 */
export function servicesFor(pod: PodScope): ServiceVariables {
  const { enableServiceLinks, expansionLimit, index, isManifest, namespace } = pod;
  const services = index.objects.serviceVariables(namespace, !!enableServiceLinks, isManifest, expansionLimit);
  const path = ["spec", "enableServiceLinks"];
  if (services.exceedsLimit) throw new ExpansionLimitError(path, expansionLimit);
  pod.countExpansion(services.known.length, path);
  return services;
}

type Resolving = { -readonly [K in keyof ResolvedContainer]: ResolvedContainer[K] };

/** Resolves a container in a new scope. */
export function resolveIn(scope: ContainerScope): ResolvedContainer {
  const { args, command } = scope.container;
  try {
    requireServices(scope);
    setSources(scope);
    setVariables(scope);
    const mounts = resolveMounts(scope);
    const resolved: Partial<Resolving> = identityOf(scope);
    resolved.env = scope.env;
    if (command) resolved.command = scope.expandWords(command, [...scope.path, "command"]);
    if (args) resolved.args = scope.expandWords(args, [...scope.path, "args"]);
    resolved.mounts = mounts;
    resolved.exec = resolveExec(scope);
    resolved.skipped = scope.skipped;
    resolved.unknown = scope.unknown;
    resolved.unresolved = scope.unresolved;
    resolved.changes = scope.changes;
    resolved.events = scope.events;
    return resolved as ResolvedContainer;
  } catch (failure) {
    if (!(failure instanceof ContainerFailure)) throw failure;
    return notStarted(scope, scope.events, failure);
  }
}

/** @param before the container's events before it failed */
export function notStarted(
  scope: ContainerScope,
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
  return { ...identityOf(scope), ...nothing, events: [...before, event], error };
}

const KINDS = {
  initContainers: "initContainer",
  containers: "container",
  ephemeralContainers: "ephemeralContainer",
} as const satisfies Record<ContainerList, ContainerKind>;

function identityOf({ container, fieldPath, list, path }: ContainerScope) {
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

export const PROBES = ["livenessProbe", "readinessProbe", "startupProbe"] as const;
const HOOKS = ["postStart", "preStop"] as const;
const ONLY_ENV: NameVerdict = { verdict: "undefined", reason: "a probe sees only what env sets" };

/**
 * The commands of probes and lifecycle hooks. Probes' commands are expanded with the entries of `env` alone: a `value` is
 * not expanded itself, and a `valueFrom` counts as the empty text. Hooks' commands are not expanded.
 */
function resolveExec(scope: ContainerScope): ExecCommands {
  const { container, path } = scope;
  const commands: { -readonly [K in keyof ExecCommands]: ExecCommands[K] } = {};
  let values: Map<string, string> | undefined;
  const lookUp: LookUp = (name, text) => {
    values ??= new Map(container.env?.map((entry) => [entry.name ?? "", entry.value ?? ""]));
    const value = values.get(name);
    if (value === undefined) scope.reportUndefined(name, text, scope.find(name) && ONLY_ENV);
    return value;
  };
  for (const probe of PROBES) {
    const command = container[probe]?.exec?.command;
    if (command) commands[probe] = scope.expandWords(command, [...path, probe, "exec", "command"], lookUp);
  }
  for (const hook of HOOKS) {
    const command = container.lifecycle?.[hook]?.exec?.command;
    if (command) commands[hook] = command;
  }
  return commands;
}
