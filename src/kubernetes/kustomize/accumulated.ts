/** What kustomizations consist of while they are rendered: objects, variables, and the fields that refer to names. */
import { memberOf } from "../../text/own-keys.ts";
import { type Node, nodeAt } from "../../yaml/node.ts";
import {
  type FieldSpec,
  fixNames,
  NAME_REFERENCES,
  type NameReference,
  replaceVariables,
  setMetadata,
  VARIABLE_FIELDS,
  type Variable,
} from "./references.ts";
import { isSameId, type Resource, type ResourceIndex } from "./resource.ts";
import { itemsOf, type SourceFile } from "./tree.ts";

/** What a kustomization consists of before names are fixed. */
export interface Accumulated {
  resources: Resource[];
  variables: Variable[];
  references: NameReference[];
  variableFields: FieldSpec[];
  isComplete: boolean;
  readonly files: Set<string>;
}

/** An object as kustomize prints it. The nodes of its document know their files: see `fileAt`. */
export interface RenderedObject {
  readonly document: Node;
  /** Something that is not supported may have changed it. */
  readonly isUnknown: boolean;
}

export interface Rendering {
  /** The kustomization's file. */
  readonly file: string;
  readonly objects: readonly RenderedObject[];
  /** It is only part of others, which can change its objects. */
  readonly isComponent: boolean;
  /** There may be other objects: something cannot be read, as remote entries, or is not supported, as Helm charts. */
  readonly isComplete: boolean;
  /** The files that it consists of: kustomizations, manifests, and patches. */
  readonly files: ReadonlySet<string>;
}

/** The most objects of a kustomization: others are left out. */
const MOST_OBJECTS = 20_000;

/**
 * Adds an object. kustomize refuses several with one id.
 *
 * @param known the objects that are there
 */
export function append(resource: Resource, into: Accumulated, known: ResourceIndex): void {
  const same = known.withId(resource.id).find(({ id }) => isSameId(id, resource.id));
  if (same !== undefined) same.isUnknown = true;
  else if (into.resources.length < MOST_OBJECTS) {
    into.resources.push(resource);
    known.add(resource);
  } else into.isComplete = false;
}

/** A copy whose objects can be changed. */
export function copied(accumulated: Accumulated): Accumulated {
  const copies = new Map(accumulated.resources.map((resource) => [resource, resource.copy()]));
  const variables = accumulated.variables.map(({ target, ...variable }) => ({
    ...variable,
    target: target && copies.get(target),
  }));
  return { ...accumulated, resources: [...copies.values()], variables };
}

/** Kinds whose names stay. */
const NAMED = ["CustomResourceDefinition", "APIService", "Namespace"];

/** The kinds of Kubernetes that do not have a namespace. */
const CLUSTER_SCOPED = (
  "APIService CertificateSigningRequest ClusterRole ClusterRoleBinding CSIDriver CSINode CustomResourceDefinition " +
  "FlowSchema IngressClass MutatingWebhookConfiguration Namespace Node PersistentVolume PriorityClass " +
  "PriorityLevelConfiguration RuntimeClass StorageClass ValidatingWebhookConfiguration VolumeAttachment"
).split(" ");

export function setNamespace(resources: readonly Resource[], namespace: string): void {
  for (const resource of resources) {
    const { group, kind } = resource.id;
    const isBuiltIn = group === "" || group.endsWith(".k8s.io");
    if (!isBuiltIn || !CLUSTER_SCOPED.includes(kind)) resource.rename("namespace", namespace);
  }
}

/** Adds the labels and annotations of a kustomization. */
export function addMetadata(resources: readonly Resource[], kustomization: Node, file: SourceFile): void {
  for (const resource of resources) {
    for (const entry of itemsOf(nodeAt(kustomization, ["labels"]))) {
      if (nodeAt(entry, ["fields"]) !== undefined) resource.isUnknown = true;
      const isInTemplates = ["includeTemplates", "includeSelectors"].some(
        (name) => memberOf(entry.value, name) === true,
      );
      setMetadata(resource, "labels", nodeAt(entry, ["pairs"]), isInTemplates, file);
    }
    setMetadata(resource, "labels", nodeAt(kustomization, ["commonLabels"]), true, file);
    setMetadata(resource, "annotations", nodeAt(kustomization, ["commonAnnotations"]), true, file);
  }
}

export function rename(resources: readonly Resource[], prefix: unknown = "", suffix: unknown = ""): void {
  for (const resource of resources) {
    if (NAMED.includes(resource.ids[0]!.kind)) continue;
    if (prefix !== "") resource.rename("name", `${prefix}${resource.id.name}`);
    if (prefix !== "") resource.prefixes = [...resource.prefixes, `${prefix}`];
    if (suffix !== "") resource.rename("name", `${resource.id.name}${suffix}`);
    if (suffix !== "") resource.suffixes = [...resource.suffixes, `${suffix}`];
  }
}

/** Fixes names and variables in what a kustomization consists of. */
export function rendered(file: string, accumulated: Accumulated, isComponent: boolean): Rendering {
  const { files, isComplete, references, resources, variableFields, variables } = accumulated;
  fixNames(resources, [...NAME_REFERENCES, ...references]);
  replaceVariables(resources, variables, [...VARIABLE_FIELDS, ...variableFields]);
  const objects = resources.filter(({ document }) => !isLocal(document.value));
  return { file, isComponent, objects, isComplete, files };
}

function isLocal(object: unknown): boolean {
  const annotations = memberOf(memberOf(object, "metadata"), "annotations");
  return memberOf(annotations, "config.kubernetes.io/local-config") === "true";
}
