/** The object of an event, as a reference or as the object itself. */

/** A core/v1 ObjectReference, the type of an event's `involvedObject`. */
export interface ObjectReference {
  readonly kind?: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly uid?: string;
  readonly apiVersion?: string;
  readonly resourceVersion?: string;
  /** The part of the object, for example `spec.containers{app}`. */
  readonly fieldPath?: string;
}

/** The fields of a Kubernetes object that a reference to it needs. */
export interface KubernetesObject {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata?: {
    readonly name?: string;
    readonly namespace?: string;
    readonly uid?: string;
    readonly resourceVersion?: string;
  };
}

/** The object of an event. A value with `metadata` is a Kubernetes object, which must have a `kind`. */
export type InvolvedObject = ObjectReference | KubernetesObject;

/** The fields of a container that a reference to it needs. */
export interface NamedContainer {
  readonly name?: string;
}

/** The fields of a pod's spec that finding a container needs. */
export interface ContainerLists {
  readonly containers?: readonly NamedContainer[];
  readonly initContainers?: readonly NamedContainer[];
  readonly ephemeralContainers?: readonly NamedContainer[];
}

/**
 * The reference to an object. A reference is returned unchanged.
 *
 * @returns undefined if a Kubernetes object has no `kind`
 * @example
 * objectReference({ apiVersion: "v1", kind: "Pod", metadata: { name: "web-0", namespace: "prod" } })
 * // { kind: "Pod", namespace: "prod", name: "web-0", apiVersion: "v1" }
 */
export function objectReference(object: InvolvedObject): ObjectReference | undefined {
  if (!("metadata" in object)) return object as ObjectReference;
  const { kind, apiVersion, metadata } = object;
  if (!kind) return undefined;
  return {
    kind,
    ...(metadata?.namespace && { namespace: metadata.namespace }),
    ...(metadata?.name && { name: metadata.name }),
    ...(metadata?.uid && { uid: metadata.uid }),
    ...(apiVersion && { apiVersion }),
    ...(metadata?.resourceVersion && { resourceVersion: metadata.resourceVersion }),
  };
}

/**
 * The path to a container in a pod's spec, in the kubelet's notation: `spec.containers{name}`,
 * `spec.initContainers{name}` or `spec.ephemeralContainers{name}`; `[index]` replaces `{name}` if the name is empty.
 *
 * @param container one of the spec's container objects, or any object with its name
 * @returns undefined if the spec has no such container
 * @example
 * containerFieldPath({ initContainers: [{ name: "setup" }] }, { name: "setup" }) // "spec.initContainers{setup}"
 */
export function containerFieldPath(spec: ContainerLists, container: NamedContainer): string | undefined {
  const candidates = (["containers", "initContainers", "ephemeralContainers"] as const).flatMap((list) =>
    (spec[list] ?? []).map((candidate, index) => ({ candidate, list, index })),
  );
  const found =
    candidates.find(({ candidate }) => candidate === container) ??
    candidates.find(({ candidate }) => (candidate.name ?? "") === (container.name ?? ""));
  return found && containerFieldPathAt(found.list, found.index, found.candidate.name);
}

/** Like `containerFieldPath`, for the container at an index of one of the lists. */
export function containerFieldPathAt(list: keyof ContainerLists, index: number, name: string | undefined): string {
  return name ? `spec.${list}{${name}}` : `spec.${list}[${index}]`;
}

/**
 * The reference to a container of a pod, like in the kubelet's events about containers.
 *
 * @returns undefined if the pod has no such container, or has no `kind`
 * @example
 * containerReference(pod, { name: "app" }) // { kind: "Pod", …, fieldPath: "spec.containers{app}" }
 */
export function containerReference(
  pod: KubernetesObject & { readonly spec?: ContainerLists },
  container: NamedContainer,
): ObjectReference | undefined {
  const reference = objectReference(pod);
  const fieldPath = containerFieldPath(pod.spec ?? {}, container);
  return reference && fieldPath !== undefined ? { ...reference, fieldPath } : undefined;
}
