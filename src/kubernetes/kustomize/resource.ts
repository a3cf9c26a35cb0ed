/** Objects on their way through kustomizations, and the names that they had. */

import { addTo } from "../../text/grouped.ts";
import { memberOf } from "../../text/own-keys.ts";
import { type Node, nodeAt } from "../../yaml/node.ts";
import { changedAt, fileAt, inFile, itemsOf, scalarAt } from "./tree.ts";

/** What identifies an object. */
export interface ObjectId {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace: string;
}

export class Resource {
  document: Node;
  /** The ids before each change of the name or namespace, the oldest first. */
  previousIds: readonly ObjectId[] = [];
  prefixes: readonly string[] = [];
  suffixes: readonly string[] = [];
  /** kustomize adds a hash to the name, which renderings do not contain. */
  hasHash = false;
  /** Something that is not supported may have changed the object. */
  isUnknown = false;
  /** A step that failed may have been meant to change the contents: what kustomize would refuse about them is not known. */
  isDoubtful = false;
  /** A transformer that is not supported may have changed the images and the number of replicas. */
  hasUnknownImages = false;
  /** The document is only what identifies the object. */
  isOutline = false;
  /** The current id, and the document that it is of. */
  private known: { readonly id: ObjectId; readonly document: Node } | undefined;

  constructor(document: Node) {
    this.document = document;
  }

  copy(): Resource {
    return Object.assign(new Resource(this.document), this, { known: { id: this.id, document: this.document } });
  }

  get id(): ObjectId {
    const { document } = this;
    if (this.known?.document !== document) this.known = { id: idOf(document.value), document };
    return this.known.id;
  }

  /** All ids that the object has had, the current one last. */
  get ids(): readonly ObjectId[] {
    return [...this.previousIds, this.id];
  }

  /** Whether a field has the value that it has in the document. */
  isKnownAt(fieldPath: string): boolean {
    return !this.isUnknown && !(this.hasUnknownImages && /(?:image|replicas)$/.test(fieldPath));
  }

  /** Sets the name or the namespace. The place of the new value is that of the old one. */
  rename(member: "name" | "namespace", value: string): void {
    this.previousIds = this.ids;
    const at = nodeAt(this.document, ["metadata"]) ?? this.document;
    this.document = changedAt(this.document, ["metadata", member], (node) => scalarAt(node ?? at, value))!;
  }
}

export function idOf(object: unknown): ObjectId {
  const apiVersion = textOfScalar(memberOf(object, "apiVersion"));
  const metadata = memberOf(object, "metadata");
  const type = { ...groupAndVersion(apiVersion), kind: textOfScalar(memberOf(object, "kind")) };
  const namespace = isClusterScoped(type) ? "" : textOfScalar(memberOf(metadata, "namespace"));
  return { ...type, name: textOfScalar(memberOf(metadata, "name")), namespace: namespace || "default" };
}

/** The kinds that do not have a namespace for kustomize, by their groups without `.k8s.io`. */
const CLUSTER_SCOPED = new Map(
  Object.entries({
    "": "ComponentStatus Namespace Node PersistentVolume",
    admissionregistration: "MutatingWebhookConfiguration ValidatingWebhookConfiguration",
    apiextensions: "CustomResourceDefinition",
    apiregistration: "APIService",
    certificates: "CertificateSigningRequest",
    "flowcontrol.apiserver": "FlowSchema PriorityLevelConfiguration",
    networking: "IngressClass",
    node: "RuntimeClass",
    policy: "PodSecurityPolicy",
    "rbac.authorization": "ClusterRole ClusterRoleBinding",
    scheduling: "PriorityClass",
    storage: "CSIDriver CSINode StorageClass VolumeAttachment",
  }).map(([group, kinds]) => [group, kinds.split(" ")]),
);

export function isClusterScoped({ group, kind }: Pick<ObjectId, "group" | "kind">): boolean {
  return CLUSTER_SCOPED.get(group.replace(/\.k8s\.io$/, ""))?.includes(kind) === true;
}

/** Whether an object is one that kustomize takes: with a kind and a name, unless it is a list. */
export function isResource(object: unknown): boolean {
  const { kind, name } = idOf(object);
  return kind !== "" && name !== "";
}

/** The items of a list, which kustomize takes apart, whatever the list's metadata is; undefined for another object. */
export function listedIn(document: Node): readonly Node[] | undefined {
  const items = nodeAt(document, ["items"]);
  return textOfScalar(memberOf(document.value, "kind")).endsWith("List") && items !== undefined
    ? itemsOf(items)
    : undefined;
}

/** The objects in a document of a file. */
export function objectsIn(document: Node): readonly Node[] {
  const file = fileAt(document, [])!;
  return listedIn(document)?.flatMap((item) => objectsIn(inFile(item, file))) ?? [document];
}

export function groupAndVersion(apiVersion: string): { group: string; version: string } {
  const slash = apiVersion.indexOf("/");
  return { group: apiVersion.slice(0, Math.max(slash, 0)), version: apiVersion.slice(slash + 1) };
}

/** An id in the words of kustomize: `Deployment.v1.apps/web.[noNs]`. */
export function idText({ group, kind, name, namespace, version }: ObjectId): string {
  const isDefault = namespace === "default" || namespace === "";
  const gvk = [kind || "[noKind]", version || "[noVer]", group || "[noGrp]"].join(".");
  return `${gvk}/${name || "[noName]"}.${isDefault ? "[noNs]" : namespace}`;
}

export function textOfScalar(value: unknown): string {
  return typeof value === "string" ? value : typeof value === "number" || typeof value === "boolean" ? `${value}` : "";
}

export function isSameId(a: ObjectId, b: ObjectId): boolean {
  return (
    a.name === b.name &&
    a.kind === b.kind &&
    a.group === b.group &&
    a.version === b.version &&
    a.namespace === b.namespace
  );
}

/** Objects by each id that they have or had. */
export class ResourceIndex {
  private readonly byId = new Map<string, Resource[]>();
  private readonly byName = new Map<string, Resource[]>();

  constructor(resources: readonly Resource[]) {
    for (const resource of resources) this.add(resource);
  }

  add(resource: Resource): void {
    for (const id of new Set(resource.ids.map(keyOf))) addTo(this.byId, id, resource);
    for (const name of new Set(resource.ids.map(({ name }) => name))) addTo(this.byName, name, resource);
  }

  /** The objects that have or had a name. */
  named(name: string): readonly Resource[] {
    return this.byName.get(name) ?? [];
  }

  /** The objects that have or had an id. */
  withId(id: ObjectId): readonly Resource[] {
    const found = this.byId.get(keyOf(id)) ?? [];
    return found.filter(({ ids }) => ids.some((each) => isSameId(each, id)));
  }

  /** The object that has or had an id; undefined unless there is exactly one. */
  only(id: ObjectId): Resource | undefined {
    const found = this.withId(id);
    return found.length === 1 ? found[0] : undefined;
  }
}

function keyOf({ group, kind, name, namespace, version }: ObjectId): string {
  return `${group}/${version}/${kind}/${namespace}/${name}`;
}

/** Whether a document is empty, an object with a name, or a list of them. */
export function isObject(document: Node): boolean {
  return document.value === null || (listedIn(document)?.every(isObject) ?? isResource(document.value));
}

/** Why kustomize refuses a file with one of these documents, in its words. */
export function objectProblem(documents: readonly Node[]): string {
  const value = documents.find((document) => !isObject(document))?.value;
  return memberOf(value, "kind") === undefined ? "missing kind in object" : "missing metadata.name in object";
}

/** What kustomize says of a key that a mapping has twice. */
export function duplicateProblem({
  first,
  key,
  last,
}: Record<"first" | "last", number> & { readonly key: string }): string {
  return `line ${last}: mapping key "${key}" already defined at line ${first}`;
}
