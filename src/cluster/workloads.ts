/** The kinds of objects that have a pod in them. A new kind is a row of the table. */

import { type KubernetesObject, type ObjectReference, objectReference } from "../events/reference.ts";
import type { Pod, Volume } from "../pod/objects.ts";
import { formatPath } from "../pod/path.ts";
import { isMapping, type Schema, STRING } from "../pod/pod-schema.ts";
import type { ManifestPath } from "../pod/types.ts";
import { memberOf } from "../text/own-keys.ts";
import { ManifestObjectError } from "./error.ts";
import { checked, MAPPING, METADATA } from "./object-schema.ts";

interface WorkloadKind {
  /** The API groups that have the kind; "" is the core group. */
  readonly groups: readonly string[];
  /** Where the pod, or the template of pods, stands in the object. */
  readonly podPath: ManifestPath;
  /** Where the volume claims stand that each pod gets a volume for. */
  readonly claimsPath?: ManifestPath;
}

const TEMPLATE: ManifestPath = ["spec", "template"];

const KINDS: Readonly<Record<string, WorkloadKind>> = {
  Pod: { groups: [""], podPath: [] },
  PodTemplate: { groups: [""], podPath: ["template"] },
  ReplicationController: { groups: [""], podPath: TEMPLATE },
  Deployment: { groups: ["apps", "extensions"], podPath: TEMPLATE },
  ReplicaSet: { groups: ["apps", "extensions"], podPath: TEMPLATE },
  StatefulSet: { groups: ["apps"], podPath: TEMPLATE, claimsPath: ["spec", "volumeClaimTemplates"] },
  DaemonSet: { groups: ["apps", "extensions"], podPath: TEMPLATE },
  Job: { groups: ["batch"], podPath: TEMPLATE },
  CronJob: { groups: ["batch"], podPath: ["spec", "jobTemplate", "spec", "template"] },
};

/** A Pod, or an object that holds the template of one. */
export interface Workload {
  /** The object: a Pod, a Deployment. */
  readonly owner: KubernetesObject;
  /** Where the owner stands in the document. */
  readonly ownerPath: ManifestPath;
  /** Where the pod stands in the owner. */
  readonly podPath: ManifestPath;
  /** The pod as it is written; a template's has its owner's namespace and the volumes that the owner claims for it. */
  readonly pod: Pod;
}

const CLAIMS: Schema = { list: { object: { metadata: { object: { name: STRING } } } } };

/**
 * @param group the API group that the object says; undefined if it says none
 * @returns undefined if the kind has no pods, or is another group's kind of the same name
 * @throws ManifestObjectError if there is no pod template, or a member has a wrong type
 */
export function readWorkload(
  object: object,
  kind: string,
  group: string | undefined,
  ownerPath: ManifestPath,
): Workload | undefined {
  const row = Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined;
  if (row === undefined || (group !== undefined && !row.groups.includes(group))) return undefined;
  const { podPath, claimsPath } = row;
  const owner: KubernetesObject = { ...checked(object, schemaAt(["metadata"], METADATA), ownerPath), kind };
  if (podPath.length === 0) return { owner, ownerPath, podPath, pod: object };

  let template: unknown = checked(object, schemaAt(podPath, MAPPING), ownerPath);
  for (const [i, step] of podPath.entries()) {
    template = memberOf(template, step);
    if (template !== undefined) continue;
    const message = `${formatPath(podPath.slice(0, i + 1))} is missing`;
    throw new ManifestObjectError("no-template", [...ownerPath, ...podPath.slice(0, i)], message);
  }
  const pod = inNamespace(template as Pod, owner.metadata?.namespace);
  if (claimsPath === undefined) return { owner, ownerPath, podPath, pod };
  const claims = claimsPath.reduce<unknown>(memberOf, checked(object, schemaAt(claimsPath, CLAIMS), ownerPath));
  return { owner, ownerPath, podPath, pod: withClaims(pod, (claims ?? []) as Claim[]) };
}

type Claim = Pick<Pod, "metadata">;

function schemaAt(path: ManifestPath, schema: Schema): Schema {
  return path.reduceRight<Schema>((inner, step) => ({ object: { [step]: inner } }), schema);
}

function inNamespace(pod: Pod, namespace: string | undefined): Pod {
  const { metadata } = pod;
  // Wrong types are reported when the pod is validated or resolved.
  if (namespace === undefined || !isMapping(metadata ?? {})) return pod;
  return { ...pod, metadata: { ...metadata, namespace } };
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

/** The reference, for events, to a workload's pod or to a container of it: in the owner, as there may be no pod yet. */
export function workloadReference({ owner, podPath }: Workload, fieldPath?: string): ObjectReference {
  const reference = objectReference({ metadata: {}, ...owner });
  if (fieldPath === undefined) return { ...reference };
  return { ...reference, fieldPath: [formatPath(podPath), fieldPath].filter(Boolean).join(".") };
}
