/** Resolves one container in the kubelet's order: services, `envFrom`, `env`, mounts, command, args, probes. */

import { FAILED_TO_CREATE_CONTAINER } from "../../../events/recorder.ts";
import { compareStrings, quote } from "../../../text/go-string.ts";
import { stepInto } from "../path.ts";
import { MASK } from "../sources/secret-value.ts";
import { ContainerFailure } from "../sources/value-result.ts";
import type {
  ContainerError,
  ContainerEvent,
  ContainerKind,
  ExecCommands,
  ManifestPath,
  ResolvedContainer,
  ResolvedMount,
} from "../types.ts";
import type { ContainerScope, LookUp } from "./container-scope.ts";
import type { ContainerText, NameVerdict } from "./text.ts";
import { setSources, setVariables } from "./variables.ts";

/** Resolves a container in a new scope. */
export function resolveIn(scope: ContainerScope): ResolvedContainer {
  const { args, command } = scope.container;
  try {
    requireServices(scope);
    setSources(scope);
    setVariables(scope);
    const mounts = resolveMounts(scope);
    // A literal with spread parts takes several times as long as assignments.
    const resolved = identityOf(scope) as { -readonly [Member in keyof ResolvedContainer]: ResolvedContainer[Member] };
    resolved.env = scope.env;
    if (command) resolved.command = scope.expandWords(command, stepInto(scope.path, "command"));
    if (args) resolved.args = scope.expandWords(args, stepInto(scope.path, "args"));
    resolved.mounts = mounts;
    resolved.exec = resolveExec(scope);
    resolved.skipped = scope.skipped;
    resolved.unknown = scope.unknown;
    resolved.unresolved = scope.unresolved;
    resolved.changes = scope.changes;
    resolved.events = scope.events;
    return resolved;
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

function identityOf({ container, fieldPath, list, path }: ContainerScope) {
  return { name: container.name ?? "", kind: list.slice(0, -1) as ContainerKind, path, fieldPath };
}

/** Fails if the kubelet cannot build an environment because it does not know the services. */
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

/** Resolves every mount. The first invalid one fails the container. */
function resolveMounts(scope: ContainerScope): ResolvedMount[] {
  const { container, pod } = scope;
  const { volumeMounts = [] } = container;
  return volumeMounts.map(({ name = "", mountPath = "", subPath = "", subPathExpr }, i) => {
    const path = [...scope.path, "volumeMounts", i];
    if (pod.volume(name) === undefined) {
      const message = `cannot find volume ${quote(name)} to mount into container ${quote(container.name ?? "")}`;
      scope.fail("mounts", [...path, "name"], message);
    }
    scope.reportUnknownText(subPathExpr || subPath, [...path, subPathExpr ? "subPathExpr" : "subPath"]);
    if (!subPathExpr) {
      requireDescending(scope, [...path, "subPath"], subPath);
      return { name, mountPath, subPath };
    }
    const { value, isSecret, path: textPath } = expandSubPath(scope, subPathExpr, [...path, "subPathExpr"]);
    requireDescending(scope, textPath, value, isSecret ? MASK : value);
    return { name, mountPath, subPath: value };
  });
}

/** Expands a `subPathExpr`. A name without a value, or with an empty one, fails the container. */
function expandSubPath(scope: ContainerScope, subPathExpr: string, path: ManifestPath): ContainerText {
  const missing = new Set<string>();
  const expanded = scope.expandText(subPathExpr, path, (name) => {
    const found = scope.find(name);
    if (found !== undefined && "needs" in found) {
      scope.reportUnknown(name, found);
      return undefined;
    }
    if (found !== undefined && found.value !== "") return scope.use(found);
    missing.add(name);
    return undefined;
  });
  if (missing.size > 0) {
    scope.fail("mounts", path, `missing value for ${[...missing].sort(compareStrings).join(", ")}`);
  }
  return expanded;
}

/** @param shown the path for the message */
function requireDescending(scope: ContainerScope, at: ManifestPath, subPath: string, shown = subPath): void {
  if (subPath.startsWith("/")) {
    scope.fail("mounts", at, `error SubPath \`${shown}\` must not be an absolute path`);
  } else if (subPath.split("/").includes("..")) {
    scope.fail("mounts", at, `unable to provision SubPath \`${shown}\`: must not contain '..'`);
  }
}

export const PROBES = ["livenessProbe", "readinessProbe", "startupProbe"] as const;
const HOOKS = ["postStart", "preStop"] as const;
const ONLY_ENV: NameVerdict = { verdict: "undefined", reason: "not-in-env" };

/**
 * The commands of probes and lifecycle hooks. Commands of probes are expanded with the entries of `env` alone: a `value`
 * is not expanded first, and a `valueFrom` counts as the empty text. Commands of hooks are not expanded.
 */
function resolveExec(scope: ContainerScope): ExecCommands {
  const { container, path } = scope;
  const commands: { -readonly [K in keyof ExecCommands]: ExecCommands[K] } = {};
  let values: Map<string, string> | undefined;
  const lookUp: LookUp = (name) => {
    values ??= new Map(container.env?.map((entry) => [entry.name ?? "", entry.value ?? ""]));
    const value = values.get(name);
    const need = scope.pod.unknownTexts?.get(value ?? "");
    if (need !== undefined) {
      scope.reportUnknown(name, need);
      return undefined;
    }
    if (value === undefined) scope.reportUndefined(name, scope.find(name) && ONLY_ENV);
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
