/** What a stream of Kubernetes objects has for pods: the pods and pod templates, and what they refer to. */

import type { Node, Path } from "../document/node.ts";
import type { KubernetesObject } from "../events/reference.ts";
import type { ConfigMap, Pod, Secret, Service, Volume } from "../pod/objects.ts";
import { formatPath } from "../pod/path.ts";
import { memberOf } from "../text/own-keys.ts";
import { printable } from "../text/printable.ts";
import { InputError } from "./errors.ts";
import type { ManifestPart } from "./manifest-file.ts";

/** A pod, or anything that holds the template of one. */
export interface Workload {
  readonly file: ManifestPart;
  readonly document: Node;
  /** What the manifest has: a Pod, a Deployment. */
  readonly owner: KubernetesObject;
  /** Where the owner is in the document, and where the pod is in the owner. */
  readonly ownerPath: Path;
  readonly podPath: Path;
  /** The pod; of a template, in the owner's namespace. */
  readonly pod: Pod;
}

/** A Node, as far as a pod on it can see. */
export interface NodeObject {
  readonly metadata?: { readonly name?: string };
  readonly status?: {
    readonly addresses?: readonly { readonly type?: string; readonly address?: string }[];
    readonly allocatable?: Readonly<Record<string, string>>;
  };
}

/** What pods refer to. */
export interface ClusterObjects {
  readonly services: Service[];
  readonly configMaps: ConfigMap[];
  readonly secrets: Secret[];
  readonly nodes: NodeObject[];
}

export interface ManifestObjects extends ClusterObjects {
  readonly workloads: Workload[];
}

const TEMPLATE: Path = ["spec", "template"];

/** Where each kind has its pod, and the API groups that the kind is in. */
const PODS: Readonly<Record<string, { readonly groups: readonly string[]; readonly path: Path }>> = {
  Pod: { groups: [""], path: [] },
  PodTemplate: { groups: [""], path: ["template"] },
  ReplicationController: { groups: [""], path: TEMPLATE },
  Deployment: { groups: ["apps", "extensions"], path: TEMPLATE },
  ReplicaSet: { groups: ["apps", "extensions"], path: TEMPLATE },
  StatefulSet: { groups: ["apps"], path: TEMPLATE },
  DaemonSet: { groups: ["apps", "extensions"], path: TEMPLATE },
  Job: { groups: ["batch"], path: TEMPLATE },
  CronJob: { groups: ["batch"], path: ["spec", "jobTemplate", "spec", "template"] },
};

/**
 * The objects of every document, those in lists included. Kinds that neither have pods nor tell them anything are left
 * out, and so are kinds of the same name in other API groups.
 *
 * @throws InputError for a document that is no object, or has something else where its kind has a mapping or a text.
 */
export function readObjects(file: ManifestPart): ManifestObjects {
  const objects: ManifestObjects = { workloads: [], services: [], configMaps: [], secrets: [], nodes: [] };
  const kindInList = file.list && kindOfItems(file.list.kind);
  for (const document of file.documents) {
    // Nothing stands between two `---`.
    if (document.value !== null) readObject(new Place(file, document, []), document.value, kindInList, objects);
  }
  return objects;
}

/** What the items of a list are that do not say it themselves. */
function kindOfItems(kind: string): string | undefined {
  return kind.slice(0, -"List".length) || undefined;
}

function readObject(place: Place, value: unknown, kindInList: string | undefined, objects: ManifestObjects): void {
  if (!isMapping(value)) throw place.error([], `a Kubernetes object is a mapping, not ${describe(value)}`);
  const kind = memberOf(value, "kind") ?? kindInList;
  if (typeof kind !== "string" || kind === "") throw place.error([], "the object does not say its kind");
  const items = kind.endsWith("List") ? memberOf(value, "items") : undefined;
  if (Array.isArray(items)) {
    const itemKind = kindOfItems(kind);
    for (const [i, item] of items.entries()) readObject(place.inside(["items", i]), item, itemKind, objects);
    return;
  }
  const group = groupOf(memberOf(value, "apiVersion"));
  const pod = Object.hasOwn(PODS, kind) ? PODS[kind] : undefined;
  if (pod !== undefined) {
    if (group === undefined || pod.groups.includes(group))
      objects.workloads.push(readWorkload(place, value, kind, pod.path));
  } else if (group === undefined || group === "") {
    readCoreObject(place, value, kind, objects);
  }
}

function readWorkload(place: Place, value: object, kind: string, podPath: Path): Workload {
  checkMetadata(place, value);
  const { file, document, path: ownerPath } = place;
  const owner: KubernetesObject = { ...value, kind };
  if (podPath.length === 0) return { file, document, owner, ownerPath, podPath, pod: value };

  let template: unknown = value;
  for (let i = 0; i < podPath.length; i++) {
    template = place.check(value, podPath.slice(0, i + 1), "mapping");
    if (template === undefined)
      throw place.error(podPath.slice(0, i), `${formatPath(podPath.slice(0, i + 1))} is missing`);
  }
  const { metadata } = template as Pod;
  const namespace = owner.metadata?.namespace;
  const isInNamespace = namespace !== undefined && isMapping(metadata ?? {});
  const placed = isInNamespace ? { ...(template as Pod), metadata: { ...metadata, namespace } } : (template as Pod);
  const pod = kind === "StatefulSet" ? withClaims(place, value, placed) : placed;
  return { file, document, owner, ownerPath, podPath, pod };
}

/** The pod with the volumes that its StatefulSet claims for it, in place of its own of the same name. */
function withClaims(place: Place, statefulSet: object, pod: Pod): Pod {
  const path = ["spec", "volumeClaimTemplates"];
  const claims = place.checkList(statefulSet, path).map((i): Volume => {
    place.check(statefulSet, [...path, i, "metadata"], "mapping");
    const name = place.check(statefulSet, [...path, i, "metadata", "name"], "string") as string | undefined;
    return { ...(name !== undefined && { name }), persistentVolumeClaim: {} };
  });
  const { spec } = pod;
  const volumes = spec?.volumes ?? [];
  // What has a wrong type is told when the pod is resolved.
  if (claims.length === 0 || !isMapping(spec) || !Array.isArray(volumes)) return pod;
  const claimed = new Set(claims.map(({ name }) => name));
  const others = volumes.filter((volume) => !claimed.has(memberOf(volume, "name") as string | undefined));
  return { ...pod, spec: { ...spec, volumes: [...others, ...claims] } };
}

function readCoreObject(place: Place, value: object, kind: string, objects: ManifestObjects): void {
  switch (kind) {
    case "Service":
      checkMetadata(place, value);
      place.check(value, ["spec"], "mapping");
      place.check(value, ["spec", "clusterIP"], "string");
      for (const i of place.checkList(value, ["spec", "ports"])) {
        place.check(value, ["spec", "ports", i, "name"], "string");
        place.check(value, ["spec", "ports", i, "port"], "number");
        place.check(value, ["spec", "ports", i, "protocol"], "string");
      }
      objects.services.push(value);
      break;
    case "ConfigMap":
      checkMetadata(place, value);
      place.check(value, ["data"], "mapping");
      objects.configMaps.push(value);
      break;
    case "Secret":
      checkMetadata(place, value);
      place.check(value, ["data"], "mapping");
      place.check(value, ["stringData"], "mapping");
      objects.secrets.push(value);
      break;
    case "Node":
      checkMetadata(place, value);
      place.check(value, ["status"], "mapping");
      place.check(value, ["status", "allocatable"], "mapping");
      for (const i of place.checkList(value, ["status", "addresses"])) {
        place.check(value, ["status", "addresses", i, "type"], "string");
        place.check(value, ["status", "addresses", i, "address"], "string");
      }
      objects.nodes.push(value);
  }
}

function checkMetadata(place: Place, value: object): void {
  place.check(value, ["metadata"], "mapping");
  place.check(value, ["metadata", "name"], "string");
  place.check(value, ["metadata", "namespace"], "string");
}

/** An object's place in a manifest: what is wrong with it is said with file, line and column. */
class Place {
  readonly file: ManifestPart;
  readonly document: Node;
  readonly path: Path;

  constructor(file: ManifestPart, document: Node, path: Path) {
    this.file = file;
    this.document = document;
    this.path = path;
  }

  inside(path: Path): Place {
    return new Place(this.file, this.document, [...this.path, ...path]);
  }

  error(path: Path, message: string): InputError {
    return new InputError(`${this.file.placeOf(this.document, [...this.path, ...path])}: ${message}`);
  }

  /** The member that a path leads to, which must have the type, or else not be there. */
  check(value: unknown, path: Path, type: "mapping" | "string" | "number"): unknown {
    let member = value;
    for (const step of path) member = memberOf(member, step);
    if (member === undefined || member === null) return undefined;
    const isRight = type === "mapping" ? isMapping(member) : typeof member === type;
    if (!isRight) throw this.error(path, `${formatPath(path)}: expected a ${type}, found ${describe(member)}`);
    return member;
  }

  /** The numbers of a list's items, each of which must be a mapping. */
  checkList(value: unknown, path: Path): number[] {
    let list = value;
    for (const step of path) list = memberOf(list, step);
    if (list === undefined || list === null) return [];
    if (!Array.isArray(list)) throw this.error(path, `${formatPath(path)}: expected a list, found ${describe(list)}`);
    for (const [i, item] of list.entries()) {
      const here = [...path, i];
      if (!isMapping(item)) throw this.error(here, `${formatPath(here)}: expected a mapping, found ${describe(item)}`);
    }
    return [...list.keys()];
  }
}

/** The API group of an `apiVersion`: "" for the core's; undefined if there is none. */
function groupOf(apiVersion: unknown): string | undefined {
  if (typeof apiVersion !== "string" || apiVersion === "") return undefined;
  return apiVersion.includes("/") ? apiVersion.slice(0, apiVersion.indexOf("/")) : "";
}

function isMapping(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function describe(value: unknown): string {
  if (value === null) return "nothing";
  if (Array.isArray(value)) return "a list";
  return isMapping(value) ? "a mapping" : `a ${typeof value}`;
}

/** How messages call the object that a workload's pod is in: printable. */
export function ownerName({ owner }: Workload): string {
  const { namespace, name } = owner.metadata ?? {};
  return `${owner.kind}/${namespace === undefined ? "" : `${printable(namespace)}/`}${printable(name ?? "?")}`;
}

/** `file:line:column` of a part of a workload's pod. */
export function placeInPod({ file, document, ownerPath, podPath }: Workload, path: Path): string {
  return file.placeOf(document, [...ownerPath, ...podPath, ...path]);
}
