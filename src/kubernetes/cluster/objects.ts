/** The objects of a manifest that pods consist of or refer to. */

import { memberOf } from "../../text/own-keys.ts";
import type { ConfigMap, ObjectMeta, Secret, Service } from "../pod/objects.ts";
import { isMapping, type Schema, STRING, typeName } from "../pod/pod-schema.ts";
import type { ManifestPath } from "../pod/types.ts";
import type { ExtraKind } from "./kinds.ts";
import { groupOf } from "./kinds.ts";
import { checked, MAPPING, ManifestObjectError, METADATA } from "./object-schema.ts";
import { readWorkloads, type Workload } from "./workloads.ts";

/** A core/v1 Node: the members that a pod on it can see. */
export interface NodeObject {
  readonly metadata?: ObjectMeta;
  readonly status?: {
    readonly addresses?: readonly { readonly type?: string; readonly address?: string }[];
    readonly allocatable?: Readonly<Record<string, string>>;
  };
}

/** The objects that pods refer to. */
export interface ClusterObjects {
  readonly services: Service[];
  readonly configMaps: ConfigMap[];
  readonly secrets: Secret[];
  readonly nodes: NodeObject[];
}

/** The objects of a manifest. */
export interface ManifestObjects extends ClusterObjects {
  readonly workloads: Workload[];
  /** The objects that have no pod, and that no pod refers to. */
  readonly skipped: SkippedObject[];
}

/** An object that has no pod, and that no pod refers to. */
export interface SkippedObject {
  readonly kind: string;
  /** The API group: "" is the core group; undefined if the object does not say it. */
  readonly group?: string;
  /** The path of the object in the document. */
  readonly path: ManifestPath;
  /** Of a kind of Kubernetes that has a pod: what this object, maybe a patch, lacks of it. */
  readonly missing?: ManifestPath;
  /** A strategic merge patch: the directive in it that says so, `$patch` for example. */
  readonly directive?: ManifestPath;
}

interface ClusterKind {
  readonly list: keyof ClusterObjects;
  /** The members beside `metadata`. */
  readonly members: Readonly<Record<string, Schema>>;
}

const PORTS: Schema = { list: { object: { name: STRING, port: { scalar: "number" }, protocol: STRING } } };
const ADDRESSES: Schema = { list: { object: { type: STRING, address: STRING } } };

/** The kinds of the core group that pods refer to. Values in `data` and `allocatable` are checked where they are used. */
const KINDS: Readonly<Record<string, ClusterKind>> = {
  Service: { list: "services", members: { spec: { object: { clusterIP: STRING, ports: PORTS } } } },
  ConfigMap: { list: "configMaps", members: { data: MAPPING } },
  Secret: { list: "secrets", members: { data: MAPPING, stringData: MAPPING } },
  Node: { list: "nodes", members: { status: { object: { allocatable: MAPPING, addresses: ADDRESSES } } } },
};

/**
 * Reads a parsed manifest: one object, a List of objects, or an OpenShift Template of them. Objects that have no pod and
 * that pods do not refer to are `skipped`. A kind counts with its API group: Knative's Service is none of the core's.
 *
 * Pods are found in the kinds of Kubernetes and of widely used APIs (Argo, Knative, KServe, OpenShift, Ray, JobSet,
 * LeaderWorkerSet, Strimzi and others), and in further ones by their shape: `template.spec.containers` with a name and
 * an image each. Policies and patches, which only describe pods or change them, have none.
 *
 * @param manifest the parsed YAML or JSON of one document; null, as an empty document is, has no objects
 * @param listKind the kind of the List that the object is an item of, if it is read by itself
 * @param namespace the namespace of the objects that do not say theirs; not known if it is undefined
 * @param extraKinds kinds of other APIs that have pods, and where: `{ kind: "Site", location: "spec.podTemplate" }`
 * @throws ManifestObjectError for what is no object of Kubernetes, has no kind, or has a member of a wrong type; wrong
 *   types within pods are left to `validatePod` and `resolvePod`
 * @example
 * const objects = readManifestObjects({ kind: "List", items: [deployment, service] });
 * const index = new ClusterIndex(objects);
 * for (const { pod } of objects.workloads) resolvePod(pod, index);
 */
export function readManifestObjects(
  manifest: unknown,
  listKind?: string,
  namespace?: string,
  extraKinds: readonly ExtraKind[] = [],
): ManifestObjects {
  const objects: ManifestObjects = {
    workloads: [],
    services: [],
    configMaps: [],
    secrets: [],
    nodes: [],
    skipped: [],
  };
  const world = { namespace, extraKinds };
  if (manifest !== null) readObject(manifest, [], listKind && kindOfItems(listKind), world, objects);
  return objects;
}

/** What is known of all objects. */
interface World {
  readonly namespace: string | undefined;
  readonly extraKinds: readonly ExtraKind[];
}

/** The kind of a List's items that do not say their own; "" if the List's kind does not say it. */
function kindOfItems(listKind: string): string {
  return listKind.slice(0, -"List".length);
}

function readObject(
  value: unknown,
  path: ManifestPath,
  kindInList: string | undefined,
  world: World,
  into: ManifestObjects,
): void {
  if (!isMapping(value)) {
    throw new ManifestObjectError("not-an-object", path, `a Kubernetes object is a mapping, not ${typeName(value)}`);
  }
  const kind = memberOf(value, "kind") ?? kindInList;
  if (typeof kind !== "string" || kind === "") {
    throw new ManifestObjectError("no-kind", path, "the object does not say its kind");
  }
  const items = kind.endsWith("List") ? memberOf(value, "items") : undefined;
  if (Array.isArray(items)) {
    for (const [i, item] of items.entries()) {
      readObject(item, [...path, "items", i], kindOfItems(kind), world, into);
    }
    return;
  }
  const object = inNamespace(value, world);
  const group = groupOf(memberOf(value, "apiVersion"));
  if (kind === "Template" && TEMPLATE_GROUPS.includes(group)) {
    readTemplate(value, path, world, into);
    return;
  }
  const skipped = { kind, ...(group !== undefined && { group }), path };
  const found = readWorkloads(object, kind, group, path, world.extraKinds);
  if (!("workloads" in found)) {
    into.skipped.push({ ...skipped, ...found });
  } else if (found.workloads.length > 0) {
    for (const workload of found.workloads) into.workloads.push(workload);
  } else if (!group && Object.hasOwn(KINDS, kind)) {
    const { list, members } = KINDS[kind]!;
    into[list].push(checked(object, { object: { metadata: METADATA, ...members } }, path));
  } else {
    into.skipped.push(skipped);
  }
}

/** The object with a namespace, if it does not say its own. What has a wrong type stays, and is reported. */
function inNamespace(object: object, { namespace }: World): object {
  const metadata = memberOf(object, "metadata") ?? {};
  return namespace !== undefined && isMapping(metadata) && !memberOf(metadata, "namespace")
    ? { ...object, metadata: { ...metadata, namespace } }
    : object;
}

/** The API groups of OpenShift's Template. */
const TEMPLATE_GROUPS: readonly (string | undefined)[] = ["template.openshift.io", ""];

/**
 * The pods of an OpenShift Template's objects. Texts in them have parameters, `${NAME}`, in any place: so no other
 * object is known by what is written, and nothing is checked as the API server would.
 */
function readTemplate(template: object, path: ManifestPath, world: World, into: ManifestObjects): void {
  const objects = memberOf(template, "objects");
  if (!Array.isArray(objects)) return;
  for (const [i, object] of objects.entries()) {
    const kind = memberOf(object, "kind");
    if (!isMapping(object) || typeof kind !== "string") continue;
    const group = groupOf(object.apiVersion);
    const found = readWorkloads(inNamespace(object, world), kind, group, [...path, "objects", i], world.extraKinds);
    if ("workloads" in found) {
      for (const workload of found.workloads) into.workloads.push({ ...workload, isBuiltIn: false });
    }
  }
}

/** Whether a document may be an object of Kubernetes, or is empty: one of any other kind of file has no kind. */
export function mayBeObject(value: unknown): boolean {
  const kind = memberOf(value, "kind");
  return value === null || (typeof kind === "string" && kind !== "");
}
