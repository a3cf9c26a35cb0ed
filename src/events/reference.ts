/** What an event is about: an ObjectReference, or a Kubernetes object from which one is built. */

/** The v1 ObjectReference, as it stands in `involvedObject`. */
export interface ObjectReference {
  readonly kind?: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly uid?: string;
  readonly apiVersion?: string;
  readonly resourceVersion?: string;
  /** The part of the object that is meant, for example `spec.containers{app}`. */
  readonly fieldPath?: string;
}

/** As much of a Kubernetes object as a reference to it needs. */
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

/** A container, as far as a reference to it needs one. */
export interface NamedContainer {
  readonly name?: string;
}

/** As much of a pod's spec as finding a container in it needs. */
export interface ContainerLists {
  readonly containers?: readonly NamedContainer[];
  readonly initContainers?: readonly NamedContainer[];
  readonly ephemeralContainers?: readonly NamedContainer[];
}

/**
 * The reference to an object. What already is a reference comes back as it is; a Kubernetes object is told from one by
 * its `metadata`.
 *
 * @returns undefined if no reference can be built, because an object does not say its `kind`
 * @example
 * objectReference({ apiVersion: "v1", kind: "Pod", metadata: { name: "web-0", namespace: "prod" } })
 * // { kind: "Pod", namespace: "prod", name: "web-0", apiVersion: "v1" }
 */
export function objectReference(object: ObjectReference | KubernetesObject): ObjectReference | undefined {
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
 * The kubelet's path to a container in a pod's spec: `spec.containers{name}`, `spec.initContainers{name}` or
 * `spec.ephemeralContainers{name}`, with `[index]` in place of `{name}` where the name is empty.
 *
 * @param container one of the spec's own containers, or anything with its name
 * @returns undefined if the spec has no such container
 */
export function containerFieldPath(spec: ContainerLists, container: NamedContainer): string | undefined {
  const name = container.name ?? "";
  return (
    findContainer(spec, (candidate) => candidate === container) ??
    findContainer(spec, (candidate) => (candidate.name ?? "") === name)
  );
}

function findContainer(spec: ContainerLists, matches: (candidate: NamedContainer) => boolean): string | undefined {
  for (const list of ["containers", "initContainers", "ephemeralContainers"] as const) {
    const index = spec[list]?.findIndex(matches) ?? -1;
    if (index < 0) continue;
    return containerFieldPathAt(list, index, spec[list]?.[index]?.name);
  }
  return undefined;
}

/** The same path for the container at an index of one of the spec's lists. */
export function containerFieldPathAt(list: keyof ContainerLists, index: number, name: string | undefined): string {
  return name ? `spec.${list}{${name}}` : `spec.${list}[${index}]`;
}

/**
 * The reference to one container of a pod, as the kubelet's container events have it.
 *
 * @returns undefined if the pod has no such container, or does not say its `kind`
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
