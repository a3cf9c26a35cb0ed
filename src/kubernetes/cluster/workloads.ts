/** Reads the objects that contain pods. */

import { type KubernetesObject, type ObjectReference, objectReference } from "../../events/reference.ts";
import { getOrAdd } from "../../text/grouped.ts";
import { memberOf } from "../../text/own-keys.ts";
import type { EnvVar, ObjectMeta, Pod, Volume } from "../pod/objects.ts";
import { formatPath } from "../pod/path.ts";
import { isMapping, type Schema, STRING } from "../pod/pod-schema.ts";
import type { ManifestPath } from "../pod/types.ts";
import { type FoundPod, listOf, pathInObject, type RelocatedPath } from "./found-pod.ts";
import { type CustomKind, extraKind, pathTo, type WorkloadKind, workloadKind } from "./kinds.ts";
import { checked, MAPPING, METADATA } from "./object-schema.ts";
import { directiveIn } from "./patch-directive.ts";
import { podsByShape, podsOfKind } from "./pods-of-kind.ts";

/** A pod or pod template in an object. A Deployment has one, a RayCluster several. */
export interface Workload {
  /** The object, such as a Pod or a Deployment. */
  readonly owner: KubernetesObject;
  /** The path of the owner in the document. */
  readonly ownerPath: ManifestPath;
  /** The path of the pod in the owner. */
  readonly podPath: ManifestPath;
  /** Parts of the pod outside `podPath`; for example, Argo's `templates[].container` is `spec.containers[0]`. */
  readonly moved?: readonly RelocatedPath[];
  /**
   * The pod in the manifest. The pod of a template has its owner's namespace, no name, the volumes that the owner claims
   * for it, and the variable that an Indexed Job sets.
   */
  readonly pod: Pod;
  /** Whether the API server validates this pod. Controllers of kinds that are not built in may change it first. */
  readonly isBuiltIn: boolean;
  /** Whether the owner has more pods. */
  readonly isOneOfSeveral: boolean;
  /** A container has no image, so the controller completes it, and may add variables. */
  readonly isPartial?: true;
}

/** The pods of an object, or why it has none although its kind should. */
export type WorkloadsFound =
  | { readonly workloads: readonly Workload[] }
  | { readonly missing: ManifestPath }
  | { readonly directive: ManifestPath };

const CLAIMS: Schema = { list: { object: { metadata: { object: { name: STRING } } } } };

/**
 * @param group the object's API group; undefined if it has none
 * @param extraKinds kinds with pods in addition to the table
 * @throws ManifestObjectError if a member has a wrong type
 */
export function readWorkloads(
  object: object,
  kind: string,
  group: string | undefined,
  ownerPath: ManifestPath,
  extraKinds: readonly CustomKind[] = [],
): WorkloadsFound {
  const row = workloadKind(kind, group) ?? extraKind(kind, extraKinds);
  if (row?.isBuiltIn) return readBuiltIn(object, kind, row, ownerPath);
  const inPlaces = row === undefined ? [] : podsOfKind(object, row);
  const found = inPlaces.length > 0 ? inPlaces : podsByShape(object, kind, group);
  if (found.length === 0) return { workloads: [] };
  for (const place of found) {
    const directive = directiveIn(place.pod);
    if (directive !== undefined) return { directive: pathInObject(place, directive) };
  }
  const owner: KubernetesObject = { ...checked(object, OWNER, ownerPath), kind };
  const workloads = found.map(({ pod, ...place }: FoundPod): Workload => {
    const inOwner = withVolumes(podOf(pod, owner.metadata?.namespace));
    const workload = { owner, ownerPath, ...place, pod: inOwner, isBuiltIn: false, isOneOfSeveral: found.length > 1 };
    return lacksImage(inOwner) ? { ...workload, isPartial: true } : workload;
  });
  return { workloads };
}

const OWNER: Schema = { object: { metadata: METADATA } };
/** The schemas of objects down to their pod templates. Their checks are made once. */
const templateSchemas = /* @__PURE__ */ new WeakMap<WorkloadKind, Schema>();

function readBuiltIn(object: object, kind: string, row: WorkloadKind, ownerPath: ManifestPath): WorkloadsFound {
  const podPath = pathTo(row.pods![0]!);
  const owner: KubernetesObject = { ...checked(object, OWNER, ownerPath), kind };
  const schema = getOrAdd(templateSchemas, row, () => schemaAt(podPath, MAPPING));
  const template = checked(object, schema, ownerPath);
  const missing = missingStep(template, [...podPath, "spec", "containers"]);
  if (missing !== undefined) return { missing };
  const directive = directiveIn(podPath.reduce<unknown>(memberOf, template));
  if (directive !== undefined) return { directive: [...podPath, ...directive] };
  const workload = { owner, ownerPath, podPath, isBuiltIn: true, isOneOfSeveral: false };
  if (podPath.length === 0) return { workloads: [{ ...workload, pod: object }] };
  const pod = podOf(podPath.reduce<unknown>(memberOf, template) as Pod, owner.metadata?.namespace);
  const completionMode = [...podPath.slice(0, -1), "completionMode"].reduce<unknown>(memberOf, object);
  if ((kind === "Job" || kind === "CronJob") && completionMode === "Indexed") {
    return { workloads: [{ ...workload, pod: withCompletionIndex(pod) }] };
  }
  if (row.claims === undefined) return { workloads: [{ ...workload, pod }] };
  const claimsPath = pathTo(row.claims);
  const claims = claimsPath.reduce<unknown>(memberOf, checked(object, schemaAt(claimsPath, CLAIMS), ownerPath));
  return { workloads: [{ ...workload, pod: withClaims(pod, (claims ?? []) as Claim[]) }] };
}

/** The first part of a path that an object lacks, because it is a patch for example. Wrong types are reported later. */
function missingStep(object: object, path: ManifestPath): ManifestPath | undefined {
  let value: unknown = object;
  for (let i = 0; i < path.length; i++) {
    if (!isMapping(value)) return undefined;
    value = memberOf(value, path[i]!);
    if (value === undefined || (value === null && i < path.length - 1)) return path.slice(0, i + 1);
  }
  return undefined;
}

/**
 * Converts a path in the workload's pod to the path in the owner.
 *
 * @example
 * const { workloads } = readManifestObjects(deployment);
 * pathInOwner(workloads[0], ["spec", "containers", 0]) // ["spec", "template", "spec", "containers", 0]
 */
export function pathInOwner(workload: Workload, pathInPod: ManifestPath): ManifestPath {
  return pathInObject(workload, pathInPod);
}

type Claim = Pick<Pod, "metadata">;

function schemaAt(path: ManifestPath, schema: Schema): Schema {
  return path.reduceRight<Schema>((inner, step) => ({ object: { [step]: inner } }), schema);
}

/** The pod of a template, in its owner's namespace. The API server generates its name and UID. */
function podOf(template: Pod, ownersNamespace: string | undefined): Pod {
  const { metadata } = template;
  // Wrong types are reported when the pod is validated or resolved.
  if (!isMapping(metadata ?? {})) return template;
  const own: { -readonly [K in keyof ObjectMeta]: ObjectMeta[K] } = { ...metadata };
  delete own.name;
  delete own.namespace;
  delete own.uid;
  if (ownersNamespace) own.namespace = ownersNamespace;
  return { ...template, metadata: own };
}

/** The pod with a volume for each claim, which replaces a volume of the same name. */
function withClaims(pod: Pod, claims: readonly Claim[]): Pod {
  const { spec } = pod;
  const volumes = spec?.volumes ?? [];
  if (claims.length === 0 || !isMapping(spec) || !Array.isArray(volumes)) return pod;
  const claimed = claims.map(({ metadata: { name } = {} }): Volume => {
    return { ...(name !== undefined && { name }), persistentVolumeClaim: {} };
  });
  const names = new Set<unknown>(claimed.map(({ name }) => name));
  const others = volumes.filter((volume) => !names.has(memberOf(volume, "name")));
  return { ...pod, spec: { ...spec, volumes: [...others, ...claimed] } };
}

/** The pod with a volume for each mount, because its controller may add volumes. */
function withVolumes(pod: Pod): Pod {
  const { spec } = pod;
  const volumes = memberOf(spec, "volumes") ?? [];
  if (!isMapping(spec) || !Array.isArray(volumes)) return pod;
  const containers = ["initContainers", "containers"].flatMap((list) => listOf(spec, list));
  const mounts = containers.flatMap((container) => listOf(container, "volumeMounts"));
  const names = new Set(mounts.map((mount) => memberOf(mount, "name")));
  for (const volume of volumes) names.delete(memberOf(volume, "name"));
  const added = [...names].flatMap((name): Volume[] => {
    return typeof name === "string" ? [{ name, persistentVolumeClaim: {} }] : [];
  });
  return added.length === 0 ? pod : { ...pod, spec: { ...spec, volumes: [...volumes, ...added] } };
}

function lacksImage({ spec }: Pod): boolean {
  const containers: unknown = memberOf(spec, "containers");
  return !Array.isArray(containers) || containers.some((container) => !memberOf(container, "image"));
}

/**
 * The reference for events about a workload's pod or container. It refers to the owner, as the pod may not exist yet.
 *
 * @param container the path of the container in the pod, and the kubelet's path to it
 */
export function workloadReference(
  workload: Workload,
  container?: { readonly path: ManifestPath; readonly fieldPath: string },
): ObjectReference {
  const reference = objectReference({ metadata: {}, ...workload.owner });
  if (container === undefined) return { ...reference };
  const { path, fieldPath } = container;
  const isMovedAlone = workload.moved?.some(({ inPod }) => formatPath(inPod) === formatPath(path));
  if (isMovedAlone) return { ...reference, fieldPath: formatPath(pathInObject(workload, path)) };
  const list = path.slice(0, -1);
  const inOwner = formatPath(pathInObject(workload, list));
  return { ...reference, fieldPath: inOwner + fieldPath.slice(formatPath(list).length) };
}

const COMPLETION_INDEX: EnvVar = {
  name: "JOB_COMPLETION_INDEX",
  valueFrom: {
    fieldRef: { apiVersion: "v1", fieldPath: "metadata.labels['batch.kubernetes.io/job-completion-index']" },
  },
};

/** The pod with the completion index as the last entry of `env`, like the Job controller adds it. */
function withCompletionIndex(pod: Pod): Pod {
  const { spec } = pod;
  // Wrong types are reported when the pod is validated or resolved.
  if (!isMapping(spec)) return pod;
  const indexed: Record<string, unknown> = { ...spec };
  for (const list of ["containers", "initContainers"]) {
    const containers = indexed[list];
    if (Array.isArray(containers)) indexed[list] = containers.map(withIndex);
  }
  return { ...pod, spec: indexed };
}

function withIndex<T>(container: T): T {
  const env = memberOf(container, "env") ?? [];
  if (!isMapping(container) || !Array.isArray(env)) return container;
  return env.some((entry) => memberOf(entry, "name") === COMPLETION_INDEX.name)
    ? container
    : { ...container, env: [...env, COMPLETION_INDEX] };
}
