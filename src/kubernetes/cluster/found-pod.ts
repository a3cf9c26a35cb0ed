/** Pods in objects of other APIs, which can have parts of a pod in other places. */

import type { Pod } from "../pod/objects.ts";
import { isMapping } from "../pod/pod-schema.ts";
import type { ManifestPath } from "../pod/types.ts";

/** A part of a pod that is not below the pod's path in the object. */
export interface MovedPart {
  readonly inPod: ManifestPath;
  readonly inObject: ManifestPath;
}

/** A pod in an object. Nothing in it is checked yet. */
export interface FoundPod {
  readonly podPath: ManifestPath;
  readonly pod: Pod;
  readonly moved?: readonly MovedPart[];
}

/** The path in the object of a part of a pod in it. */
export function pathInObject({ podPath, moved = [] }: Omit<FoundPod, "pod">, pathInPod: ManifestPath): ManifestPath {
  let closest: MovedPart | undefined;
  for (const part of moved) {
    const isIn = part.inPod.every((step, i) => step === pathInPod[i]);
    if (isIn && (closest === undefined || part.inPod.length >= closest.inPod.length)) closest = part;
  }
  if (closest === undefined) return [...podPath, ...pathInPod];
  return [...closest.inObject, ...pathInPod.slice(closest.inPod.length)];
}

/** The same pod, in an object at a path of another object. */
export function below(path: ManifestPath, { podPath, pod, moved }: FoundPod): FoundPod {
  return {
    podPath: [...path, ...podPath],
    pod,
    ...(moved && { moved: moved.map((part) => ({ ...part, inObject: [...path, ...part.inObject] })) }),
  };
}

/** A pod of which there is only the spec. */
export function podOfSpec(spec: object, path: ManifestPath): FoundPod {
  return { podPath: path, pod: { spec }, moved: [{ inPod: ["spec"], inObject: path }] };
}

/** Whether a value has a list of containers, as the spec of a pod does. */
export function isPodSpec(value: unknown): value is { readonly containers: readonly unknown[] } {
  return isMapping(value) && Array.isArray(value.containers) && value.containers.length > 0;
}
