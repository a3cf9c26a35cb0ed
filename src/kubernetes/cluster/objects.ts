/** Reads the objects of a manifest: workloads, and the objects that pods refer to. */

import { memberOf } from "../../text/own-keys.ts";
import { printable } from "../../text/printable.ts";
import type { ConfigMap, ObjectMeta, Secret, Service } from "../pod/objects.ts";
import { isMapping, type Schema, STRING, typeName } from "../pod/pod-schema.ts";
import type { ManifestPath } from "../pod/types.ts";
import { listOf } from "./found-pod.ts";
import { type CustomKind, extraKind, groupOf, isInWrongGroup, mayHavePods, workloadKind } from "./kinds.ts";
import { checked, MAPPING, ManifestObjectError, METADATA } from "./object-schema.ts";
import { readWorkloads, type Workload } from "./workloads.ts";

/** A core/v1 Node, with the members that a pod can read. */
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
  readonly skipped: SkippedObject[];
}

/** An object that contains no pod, and that no pod can refer to. */
export interface SkippedObject {
  readonly kind: string;
  /** The API group: "" for the core group; undefined if `apiVersion` is missing. */
  readonly group?: string;
  /** The path of the object in the document. */
  readonly path: ManifestPath;
  /** For a built-in kind with a pod: the member that this object, which may be a patch, lacks. */
  readonly missing?: ManifestPath;
  /** For a strategic merge patch: the directive in it, such as `$patch`. */
  readonly directive?: ManifestPath;
}

interface ClusterKind {
  readonly list: keyof ClusterObjects;
  /** The members other than `metadata`. */
  readonly members: Readonly<Record<string, Schema>>;
}

const PORTS: Schema = { list: { object: { name: STRING, port: { scalar: "number" }, protocol: STRING } } };
const ADDRESSES: Schema = { list: { object: { type: STRING, address: STRING } } };

/** The core kinds that pods refer to. Values in `data` and `allocatable` are checked when they are used. */
const KINDS: Readonly<Record<string, ClusterKind>> = {
  Service: { list: "services", members: { spec: { object: { clusterIP: STRING, ports: PORTS } } } },
  ConfigMap: { list: "configMaps", members: { data: MAPPING } },
  Secret: { list: "secrets", members: { data: MAPPING, stringData: MAPPING } },
  Node: { list: "nodes", members: { status: { object: { allocatable: MAPPING, addresses: ADDRESSES } } } },
};

/** The options of `readManifestObjects`. */
export interface ReadOptions {
  /** The kind of the List that contains the object, if an item of a List is read by itself. */
  readonly listKind?: string | undefined;
  /** The namespace of objects without one. Default: unknown. */
  readonly namespace?: string | undefined;
  /** More kinds with pods, and their locations: `{ kind: "Site", location: "spec.podTemplate" }`. */
  readonly customKinds?: readonly CustomKind[] | undefined;
  /** Receives the errors of objects, which are then left out. Without it, the first error is thrown. */
  readonly onError?: ((error: ManifestObjectError) => void) | undefined;
}

/**
 * Reads a parsed manifest: one object, a List of objects, or an OpenShift Template. Objects that contain no pod and that
 * pods cannot refer to are `skipped`. Kinds are compared with their API group: Knative's Service is not a core Service.
 *
 * Pods are found in built-in kinds, in kinds of widely used APIs (Argo, Knative, KServe, OpenShift, Ray, JobSet,
 * LeaderWorkerSet, Strimzi, and others), and elsewhere by their shape: `template.spec.containers` that all have a name
 * and an image. Policies and patches, which only describe or change pods, contain none.
 *
 * @param manifest the parsed YAML or JSON of one document; null (an empty document) contains no objects
 * @throws ManifestObjectError for a value that is not a mapping, has no kind, has a member of the wrong type, or is in
 *   more than 100 Lists; wrong types in pods are reported by `validatePod` and `resolvePod`
 * @example
 * const objects = readManifestObjects({ kind: "List", items: [deployment, service] });
 * const index = new ClusterIndex(objects);
 * for (const { pod } of objects.workloads) resolvePod(pod, index);
 */
export function readManifestObjects(manifest: unknown, options: ReadOptions = {}): ManifestObjects {
  const { listKind } = options;
  const into: ManifestObjects = { workloads: [], services: [], configMaps: [], secrets: [], nodes: [], skipped: [] };
  if (manifest !== null) {
    new ObjectReader(options, into).read(manifest, [], listKind && kindOfItems(listKind));
  }
  return into;
}

/** The kind of a List's items without a kind; "" for a plain `List`. */
function kindOfItems(listKind: string): string {
  return listKind.slice(0, -"List".length);
}

/** The maximum number of Lists in each other. */
const MAX_LISTS = 100;

/** The API groups of OpenShift's Template. */
const TEMPLATE_GROUPS: readonly (string | undefined)[] = ["template.openshift.io", ""];

class ObjectReader {
  private readonly namespace: string | undefined;
  private readonly customKinds: readonly CustomKind[];
  private readonly onError: ((error: ManifestObjectError) => void) | undefined;
  private readonly into: ManifestObjects;

  constructor({ namespace, customKinds = [], onError }: ReadOptions, into: ManifestObjects) {
    this.namespace = namespace;
    this.customKinds = customKinds;
    this.onError = onError;
    this.into = into;
  }

  read(value: unknown, path: ManifestPath, kindInList: string | undefined): void {
    try {
      this.add(value, path, kindInList);
    } catch (error) {
      if (this.onError === undefined || !(error instanceof ManifestObjectError)) throw error;
      this.onError(error);
    }
  }

  private add(value: unknown, path: ManifestPath, kindInList: string | undefined): void {
    if (!isMapping(value)) {
      throw new ManifestObjectError("not-an-object", path, `a Kubernetes object is a mapping, not ${typeName(value)}`);
    }
    const kind = memberOf(value, "kind") ?? kindInList;
    if (typeof kind !== "string" || kind === "") {
      throw new ManifestObjectError("no-kind", path, "the object has no kind");
    }
    const items = kind.endsWith("List") ? memberOf(value, "items") : undefined;
    if (Array.isArray(items)) {
      if (path.length >= 2 * MAX_LISTS) {
        throw new ManifestObjectError("too-deep", path, `Lists are nested more than ${MAX_LISTS} levels deep`);
      }
      for (const [i, item] of items.entries()) this.read(item, [...path, "items", i], kindOfItems(kind));
      return;
    }
    const group = groupOf(memberOf(value, "apiVersion"));
    if (kind === "Template" && TEMPLATE_GROUPS.includes(group)) {
      this.addTemplate(value, path);
      return;
    }
    const { into } = this;
    const object = this.inNamespace(value);
    const skipped = { kind, ...(group !== undefined && { group }), path };
    const found = readWorkloads(object, kind, group, path, this.customKinds);
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

  /**
   * Reads the pods in an OpenShift Template. Its texts can contain parameters (`${NAME}`) anywhere, so names of other
   * objects are unknown, and the API server's validation does not apply.
   */
  private addTemplate(template: object, path: ManifestPath): void {
    for (const [i, object] of listOf(template, "objects").entries()) {
      const kind = memberOf(object, "kind");
      if (!isMapping(object) || typeof kind !== "string") continue;
      const group = groupOf(object.apiVersion);
      const found = readWorkloads(this.inNamespace(object), kind, group, [...path, "objects", i], this.customKinds);
      if (!("workloads" in found)) continue;
      for (const workload of found.workloads) this.into.workloads.push({ ...workload, isBuiltIn: false });
    }
  }

  /** The object with a namespace, if it has none. Members with a wrong type are kept, to be reported. */
  private inNamespace(object: object): object {
    const { namespace } = this;
    const metadata = memberOf(object, "metadata") ?? {};
    return namespace !== undefined && isMapping(metadata) && !memberOf(metadata, "namespace")
      ? { ...object, metadata: { ...metadata, namespace } }
      : object;
  }
}

/** Whether an object contains no pod, and no pod can refer to it, whatever other members it has. */
export function isAlwaysSkipped(
  kind: string | undefined,
  apiVersion: unknown,
  extraKinds: readonly CustomKind[],
): boolean {
  if (kind === undefined) return true;
  if (kind === "" || kind === "Template" || kind.endsWith("List") || Object.hasOwn(KINDS, kind)) return false;
  const group = groupOf(apiVersion);
  return !mayHavePods(kind, group) && (workloadKind(kind, group) ?? extraKind(kind, extraKinds)) === undefined;
}

/** Whether a document is empty or has a kind. Documents of other file types have no kind. */
export function mayBeObject(value: unknown): boolean {
  const kind = memberOf(value, "kind");
  return value === null || (typeof kind === "string" && kind !== "");
}

/** How many kinds are counted separately, and how many of those are named. */
const COUNTED = 1000;
const NAMED = 10;
const MAX_KIND_LENGTH = 100;

/** Counts the skipped objects, to report them on one line. */
export class SkippedObjects {
  private total = 0;
  private readonly counts = new Map<string, number>();

  add({ kind, group }: SkippedObject): void {
    this.total++;
    const hint =
      group !== undefined && isInWrongGroup(kind, group) ? ` (not a kind of the ${group || "core"} group)` : "";
    this.count(printable(kind, MAX_KIND_LENGTH) + hint, 1);
  }

  /** Adds those that were counted separately. */
  addAll({ counts, total }: SkippedObjects): void {
    this.total += total;
    for (const [name, count] of counts) this.count(name, count);
  }

  private count(name: string, count: number): void {
    const known = this.counts.get(name);
    if (known !== undefined) this.counts.set(name, known + count);
    // A copy, because a slice would retain the whole manifest.
    else if (this.counts.size < COUNTED) this.counts.set(structuredClone(name), count);
  }

  /** `skipped 3 objects without a pod: 2 Kustomization, 1 PodMonitor`, the most frequent kinds first. */
  lines(): string[] {
    if (this.total === 0) return [];
    const named = [...this.counts].sort((a, b) => b[1] - a[1]).slice(0, NAMED);
    const kinds = named.map(([kind, count]) => `${count} ${kind}`);
    const others = named.reduce((rest, [, count]) => rest - count, this.total);
    if (others > 0) kinds.push(`${others} of other kinds`);
    return [`skipped ${this.total} object${this.total === 1 ? "" : "s"} without a pod: ${kinds.join(", ")}`];
  }
}
