/** The objects that have pods in them. */

import { type KubernetesObject, type ObjectReference, objectReference } from "../../events/reference.ts";
import { memberOf } from "../../text/own-keys.ts";
import type { EnvVar, ObjectMeta, Pod, Volume } from "../pod/objects.ts";
import { formatPath } from "../pod/path.ts";
import { isMapping, type Schema, STRING } from "../pod/pod-schema.ts";
import type { ManifestPath } from "../pod/types.ts";
import { type FoundPod, type MovedPart, pathInObject } from "./found-pod.ts";
import { type ExtraKind, extraKind, type WorkloadKind, workloadKind } from "./kinds.ts";
import { pathTo } from "./locations.ts";
import { checked, MAPPING, METADATA } from "./object-schema.ts";
import { directiveIn } from "./patch-directive.ts";
import { podsByShape, podsOfKind } from "./pods-of-kind.ts";

/** A pod, or the template of one, in an object: a Deployment has one, a RayCluster several. */
export interface Workload {
  /** The object: a Pod, a Deployment. */
  readonly owner: KubernetesObject;
  /** The path of the owner in the document. */
  readonly ownerPath: ManifestPath;
  /** The path of the pod in the owner. */
  readonly podPath: ManifestPath;
  /** Parts of the pod that are not below `podPath`: Argo's `templates[].container` is `spec.containers[0]`. */
  readonly moved?: readonly MovedPart[];
  /**
   * The pod as it is written. A template's has its owner's namespace, no name of its own, the volumes that the owner
   * claims for it, and the variable that an Indexed Job sets.
   */
  readonly pod: Pod;
  /** The kind is Kubernetes' own: the API server checks the pod. Controllers of other kinds may change it before. */
  readonly isBuiltIn: boolean;
  /** The owner has other pods, too. */
  readonly isOneOfSeveral: boolean;
  /** A container has no image: the controller of a kind that is not built in completes it, with variables, too. */
  readonly isPartial?: true;
}

/** The pods of an object, or why it has none although its kind has. */
export type WorkloadsFound =
  | { readonly workloads: readonly Workload[] }
  | { readonly missing: ManifestPath }
  | { readonly directive: ManifestPath };

const CLAIMS: Schema = { list: { object: { metadata: { object: { name: STRING } } } } };

/**
 * @param group the API group that the object says; undefined if it says none
 * @param extraKinds kinds of other APIs that have pods, beside those of the table
 * @throws ManifestObjectError if a member has a wrong type
 */
export function readWorkloads(
  object: object,
  kind: string,
  group: string | undefined,
  ownerPath: ManifestPath,
  extraKinds: readonly ExtraKind[] = [],
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

/** Where a kind of Kubernetes has its pod, and what must be on the way there. */
interface PodPlaces {
  readonly podPath: ManifestPath;
  readonly schema: Schema;
  readonly containersPath: ManifestPath;
}

const places = /* @__PURE__ */ new Map<WorkloadKind, PodPlaces>();

function placesOf(row: WorkloadKind): PodPlaces {
  const known = places.get(row);
  if (known !== undefined) return known;
  const podPath = pathTo(row.pods![0]!);
  const found = { podPath, schema: schemaAt(podPath, MAPPING), containersPath: [...podPath, "spec", "containers"] };
  places.set(row, found);
  return found;
}

function readBuiltIn(object: object, kind: string, row: WorkloadKind, ownerPath: ManifestPath): WorkloadsFound {
  const { podPath, schema, containersPath } = placesOf(row);
  const owner: KubernetesObject = { ...checked(object, OWNER, ownerPath), kind };
  const template = checked(object, schema, ownerPath);
  const missing = missingStep(template, containersPath);
  if (missing !== undefined) return { missing };
  const directive = directiveIn(podPath.reduce<unknown>(memberOf, template));
  if (directive !== undefined) return { directive: [...podPath, ...directive] };
  const workload = { owner, ownerPath, podPath, isBuiltIn: true, isOneOfSeveral: false };
  if (podPath.length === 0) return { workloads: [{ ...workload, pod: object }] };
  const pod = podOf(podPath.reduce<unknown>(memberOf, template) as Pod, owner.metadata?.namespace);
  if ((kind === "Job" || kind === "CronJob") && isIndexed(podPath.slice(0, -1).reduce<unknown>(memberOf, object))) {
    return { workloads: [{ ...workload, pod: withCompletionIndex(pod) }] };
  }
  if (row.claims === undefined) return { workloads: [{ ...workload, pod }] };
  const claimsPath = pathTo(row.claims);
  const claims = claimsPath.reduce<unknown>(memberOf, checked(object, schemaAt(claimsPath, CLAIMS), ownerPath));
  return { workloads: [{ ...workload, pod: withClaims(pod, (claims ?? []) as Claim[]) }] };
}

/** The first part of a path that an object, which may be a patch, does not have. Wrong types are validation's matter. */
function missingStep(object: object, path: ManifestPath): ManifestPath | undefined {
  let value: unknown = object;
  for (let i = 0; i < path.length; i++) {
    if (!isMapping(value)) return undefined;
    value = memberOf(value, path[i]!);
    if (value === undefined || (value === null && i < path.length - 1)) return path.slice(0, i + 1);
  }
  return undefined;
}

/** The path in the owner of a part of the workload's pod. */
export function pathInOwner(workload: Workload, pathInPod: ManifestPath): ManifestPath {
  return pathInObject(workload, pathInPod);
}

type Claim = Pick<Pod, "metadata">;

function schemaAt(path: ManifestPath, schema: Schema): Schema {
  return path.reduceRight<Schema>((inner, step) => ({ object: { [step]: inner } }), schema);
}

/** The pod of a template: the API server makes its name and UID, and it is in its owner's namespace. */
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

/** The pod with a volume for each claim, in place of its own volume of the same name. */
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

/** The pod with a volume for each mount: what makes the pod may add volumes that the object does not say. */
function withVolumes(pod: Pod): Pod {
  const { spec } = pod;
  const volumes = memberOf(spec, "volumes") ?? [];
  if (!isMapping(spec) || !Array.isArray(volumes)) return pod;
  const names = new Set<unknown>(volumes.map((volume) => memberOf(volume, "name")));
  const added: Volume[] = [];
  for (const name of mountedNames(spec)) {
    if (typeof name !== "string" || names.has(name)) continue;
    names.add(name);
    added.push({ name, persistentVolumeClaim: {} });
  }
  return added.length === 0 ? pod : { ...pod, spec: { ...spec, volumes: [...volumes, ...added] } };
}

function lacksImage({ spec }: Pod): boolean {
  const containers: unknown = memberOf(spec, "containers");
  return !Array.isArray(containers) || containers.some((container) => !memberOf(container, "image"));
}

function mountedNames(spec: Readonly<Record<string, unknown>>): unknown[] {
  const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
  const containers = [...list(spec.initContainers), ...list(spec.containers)];
  return containers.flatMap((container) =>
    list(memberOf(container, "volumeMounts")).map((mount) => memberOf(mount, "name")),
  );
}

/**
 * The reference, for events, to a workload's pod or to a container of it: in the owner, as there may be no pod yet.
 *
 * @param container the path of the container in the pod, and the kubelet's path to it
 */
export function workloadReference(
  workload: Workload,
  container?: { readonly path: ManifestPath; readonly fieldPath: string },
): ObjectReference {
  const reference = objectReference({ metadata: {}, ...workload.owner });
  if (container === undefined) return { ...reference };
  return { ...reference, fieldPath: containerFieldPathInOwner(workload, container) };
}

function containerFieldPathInOwner(
  workload: Workload,
  { path, fieldPath }: { readonly path: ManifestPath; readonly fieldPath: string },
): string {
  const isMovedAlone = workload.moved?.some(
    ({ inPod }) => inPod.length === path.length && inPod.every((step, i) => step === path[i]),
  );
  if (isMovedAlone) return formatPath(pathInObject(workload, path));
  const list = path.slice(0, -1);
  return formatPath(pathInObject(workload, list)) + fieldPath.slice(formatPath(list).length);
}

const COMPLETION_INDEX_NAME = "JOB_COMPLETION_INDEX";
const COMPLETION_INDEX: EnvVar = {
  name: COMPLETION_INDEX_NAME,
  valueFrom: {
    fieldRef: { apiVersion: "v1", fieldPath: "metadata.labels['batch.kubernetes.io/job-completion-index']" },
  },
};

/** Whether a Job's spec asks for a completion index. */
function isIndexed(jobSpec: unknown): boolean {
  return memberOf(jobSpec, "completionMode") === "Indexed";
}

/** The pod as the Job controller makes it: the index is the last entry of `env`, unless an entry has its name. */
function withCompletionIndex(pod: Pod): Pod {
  const { spec } = pod;
  // Wrong types are reported when the pod is validated or resolved.
  if (!isMapping(spec)) return pod;
  const { containers, initContainers } = spec;
  return {
    ...pod,
    spec: {
      ...spec,
      ...(Array.isArray(containers) && { containers: containers.map(withIndex) }),
      ...(Array.isArray(initContainers) && { initContainers: initContainers.map(withIndex) }),
    },
  };
}

function withIndex<T>(container: T): T {
  const env = memberOf(container, "env") ?? [];
  if (!isMapping(container) || !Array.isArray(env)) return container;
  return env.some((entry) => memberOf(entry, "name") === COMPLETION_INDEX_NAME)
    ? container
    : { ...container, env: [...env, COMPLETION_INDEX] };
}
