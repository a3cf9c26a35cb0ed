/** `fieldRef`: the downward API for variables. */

import { closest } from "../../../text/closest.ts";
import { compareStrings, quote } from "../../../text/go-string.ts";
import { serviceAccountOf } from "../defaults.ts";
import type { ObjectFieldSelector } from "../objects.ts";
import type { NeedKind } from "../types.ts";
import { qualifiedNameProblems } from "./names.ts";
import type { PodScope } from "./pod-scope.ts";
import type { Failure, ValueResult } from "./value-result.ts";

/** Fields whose values are maps. The API allows a variable to read one entry of them, with a subscript. */
const MAP_FIELDS = ["metadata.annotations", "metadata.labels"];

/** Paths that the API's converter accepts, but that a variable cannot read. */
const NOT_EXTRACTABLE = ["spec.restartPolicy", "spec.schedulerName", "status.phase"];

/** Labels and annotations that Kubernetes controllers set on their pods. */
const CONTROLLERS_KEYS = [
  "apps.kubernetes.io/pod-index",
  "batch.kubernetes.io/controller-uid",
  "batch.kubernetes.io/job-completion-index",
  "batch.kubernetes.io/job-name",
  "controller-revision-hash",
  "controller-uid",
  "job-name",
  "pod-template-generation",
  "pod-template-hash",
  "statefulset.kubernetes.io/pod-name",
];

/** Labels that a pod without them gets from its node when it is bound to it (since 1.35). */
export const NODES_LABELS: readonly string[] = ["topology.kubernetes.io/region", "topology.kubernetes.io/zone"];

/** The fields whose path the API accepts, with functions that return their values. */
const FIELDS: Readonly<Record<string, (scope: PodScope) => ValueResult>> = {
  "metadata.annotations": ({ pod }) => ({ value: formatMap(pod.metadata?.annotations) }),
  "metadata.labels": ({ pod }) => ({ value: formatMap(pod.metadata?.labels) }),
  "metadata.name": (scope) => known(scope, scope.pod.metadata?.name, "the pod's name", "cluster"),
  "metadata.namespace": (scope) => known(scope, scope.namespace || undefined, "the pod's namespace", "namespace"),
  "metadata.uid": (scope) => known(scope, scope.pod.metadata?.uid, "the pod's UID", "cluster"),
  "spec.nodeName": (scope) => known(scope, scope.pod.spec?.nodeName, "the node's name", "node"),
  "spec.serviceAccountName": ({ isManifest, pod: { spec } }) => {
    return { value: isManifest ? serviceAccountOf(spec) : (spec?.serviceAccountName ?? "") };
  },
  "status.hostIP": (scope) => known(scope, scope.addresses.hostIP, "the node's IP addresses", "node"),
  "status.hostIPs": (scope) => known(scope, scope.addresses.hostIPs, "the node's IP addresses", "node"),
  "status.podIP": (scope) => known(scope, scope.addresses.podIP, "the pod's IP addresses", "pod-ip"),
  "status.podIPs": (scope) => known(scope, scope.addresses.podIPs, "the pod's IP addresses", "pod-ip"),
};

/** The fields that a variable can read without a subscript. */
export const VARIABLE_FIELDS: readonly string[] = /* @__PURE__ */ Object.keys(FIELDS).filter(
  (field) => !MAP_FIELDS.includes(field),
);

/** The value of a field of the pod, or the kubelet's message for an invalid path. */
export function fieldValue(selector: ObjectFieldSelector, scope: PodScope): ValueResult | Failure {
  const isDefaulted = scope.isManifest && !selector.apiVersion;
  const { fieldPath = "" } = selector;
  if ((isDefaulted || selector.apiVersion === "v1") && Object.hasOwn(FIELDS, fieldPath)) {
    return FIELDS[fieldPath]!(scope);
  }
  const error = fieldPathProblem(isDefaulted ? { apiVersion: "v1", fieldPath } : selector);
  if (error !== undefined) return { error };
  const subscripted = splitSubscript(fieldPath);
  if (subscripted !== undefined) return subscriptedValue(fieldPath, subscripted, scope);
  if (NOT_EXTRACTABLE.includes(fieldPath)) return { error: `unsupported fieldPath: ${fieldPath}` };
  return FIELDS[fieldPath === "spec.host" ? "spec.nodeName" : fieldPath]!(scope);
}

/** Why the API's converter rejects a field's version and path; undefined if it accepts them. */
export function fieldPathProblem({ apiVersion = "", fieldPath = "" }: ObjectFieldSelector): string | undefined {
  if (apiVersion !== "v1") return `unsupported pod version: ${apiVersion}`;
  const subscripted = splitSubscript(fieldPath);
  if (subscripted !== undefined) {
    if (MAP_FIELDS.includes(subscripted.path)) return undefined;
    return `field label does not support subscript: ${fieldPath}`;
  }
  if (Object.hasOwn(FIELDS, fieldPath) || fieldPath === "spec.host" || NOT_EXTRACTABLE.includes(fieldPath)) {
    return undefined;
  }
  return `field label not supported: ${fieldPath}`;
}

/** The path that a field's path is most likely a typo of. */
export function similarFieldPath(fieldPath: string): string | undefined {
  const { path, key } = splitSubscript(fieldPath) ?? { path: fieldPath, key: undefined };
  const similar = closest(path, key === undefined ? Object.keys(FIELDS) : MAP_FIELDS);
  return similar === undefined || key === undefined ? similar : `${similar}['${key}']`;
}

/** Splits `metadata.labels['app']` into path and key; undefined if the path has no subscript. */
export function splitSubscript(fieldPath: string): { path: string; key: string } | undefined {
  if (!fieldPath.endsWith("']")) return undefined;
  const open = fieldPath.indexOf("['");
  if (open <= 0) return undefined;
  return { path: fieldPath.slice(0, open), key: fieldPath.slice(open + 2, -2) };
}

/** The problems of the key in a subscript. Keys of annotations can contain capital letters. */
export function subscriptProblems({ path, key }: { path: string; key: string }): string[] {
  return qualifiedNameProblems(path === "metadata.annotations" ? key.toLowerCase() : key);
}

function subscriptedValue(
  fieldPath: string,
  subscripted: { path: string; key: string },
  { cluster, isManifest, isInputIncomplete, pod }: PodScope,
): ValueResult | Failure {
  const problems = subscriptProblems(subscripted);
  if (problems.length > 0) return { error: `invalid key subscript in ${fieldPath}: ${problems.join(";")}` };
  const { path, key } = subscripted;
  const values = path === "metadata.labels" ? pod.metadata?.labels : pod.metadata?.annotations;
  if (values && Object.hasOwn(values, key)) return { value: values[key]! };
  if (isManifest && CONTROLLERS_KEYS.includes(key)) {
    return { needs: `what a controller sets ${fieldPath} to`, needsKind: "cluster" };
  }
  if (isManifest && path === "metadata.labels" && NODES_LABELS.includes(key)) {
    if (cluster.node === undefined) return { needs: `the node's label ${key}`, needsKind: "node" };
    const { labels } = cluster.node;
    if (labels && Object.hasOwn(labels, key)) return { value: labels[key]! };
  }
  return isInputIncomplete
    ? { needs: `${fieldPath}, which the manifest does not set`, needsKind: "cluster" }
    : { value: "" };
}

/** A missing member is unknown in a manifest, because the cluster will set it, and empty in a kubelet's pod. */
function known(scope: PodScope, value: string | undefined, needs: string, needsKind: NeedKind): ValueResult {
  if (value === undefined && scope.isManifest) return { needs, needsKind };
  return { value: value ?? "" };
}

/** Formats sorted pairs as Go source, one on each line: `app="web"`. */
function formatMap(map: Readonly<Record<string, string>> | undefined): string {
  const keys = Object.keys(map ?? {}).sort(compareStrings);
  return keys.map((key) => `${key}=${quote(map![key]!)}`).join("\n");
}
