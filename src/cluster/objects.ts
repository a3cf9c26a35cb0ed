/** The objects of a manifest that pods consist of or refer to. */

import type { ConfigMap, ObjectMeta, Secret, Service } from "../pod/objects.ts";
import { isMapping, type Schema, STRING, typeName } from "../pod/pod-schema.ts";
import type { ManifestPath } from "../pod/types.ts";
import { memberOf } from "../text/own-keys.ts";
import { ManifestObjectError } from "./error.ts";
import { checked, MAPPING, METADATA } from "./object-schema.ts";
import { readWorkload, type Workload } from "./workloads.ts";

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
 * Reads a parsed manifest: one object, or a List of objects. Kinds that have no pods and that pods do not refer to are
 * left out, and so are kinds of the same name in other API groups.
 *
 * @param manifest the parsed YAML or JSON of one document; null, as an empty document is, has no objects
 * @param listKind the kind of the List that the object is an item of, if it is read by itself
 * @throws ManifestObjectError for what is no object of Kubernetes, has no kind, or has a member of a wrong type; wrong
 *   types within pods are left to `validatePod` and `resolvePod`
 * @example
 * const objects = readManifestObjects({ kind: "List", items: [deployment, service] });
 * const index = new ClusterIndex(objects);
 * for (const { pod } of objects.workloads) resolvePod(pod, index);
 */
export function readManifestObjects(manifest: unknown, listKind?: string): ManifestObjects {
  const objects: ManifestObjects = { workloads: [], services: [], configMaps: [], secrets: [], nodes: [] };
  if (manifest !== null) readObject(manifest, [], listKind && kindOfItems(listKind), objects);
  return objects;
}

/** The kind of a List's items that do not say their own; "" if the List's kind does not say it. */
function kindOfItems(listKind: string): string {
  return listKind.slice(0, -"List".length);
}

function readObject(value: unknown, path: ManifestPath, kindInList: string | undefined, into: ManifestObjects): void {
  if (!isMapping(value)) {
    throw new ManifestObjectError("not-an-object", path, `a Kubernetes object is a mapping, not ${typeName(value)}`);
  }
  const kind = memberOf(value, "kind") ?? kindInList;
  if (typeof kind !== "string" || kind === "") {
    throw new ManifestObjectError("no-kind", path, "the object does not say its kind");
  }
  const items = kind.endsWith("List") ? memberOf(value, "items") : undefined;
  if (Array.isArray(items)) {
    for (const [i, item] of items.entries()) readObject(item, [...path, "items", i], kindOfItems(kind), into);
    return;
  }
  const group = groupOf(memberOf(value, "apiVersion"));
  const workload = readWorkload(value, kind, group, path);
  if (workload !== undefined) into.workloads.push(workload);
  else if (!group && Object.hasOwn(KINDS, kind)) {
    const { list, members } = KINDS[kind]!;
    into[list].push(checked(value, { object: { metadata: METADATA, ...members } }, path));
  }
}

/** The API group of an `apiVersion`: "" is the core group; undefined if there is no `apiVersion`. */
function groupOf(apiVersion: unknown): string | undefined {
  if (typeof apiVersion !== "string" || apiVersion === "") return undefined;
  return apiVersion.includes("/") ? apiVersion.slice(0, apiVersion.indexOf("/")) : "";
}
