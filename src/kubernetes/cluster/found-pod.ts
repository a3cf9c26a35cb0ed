/** Pods in objects of other APIs, which can store parts of a pod at other paths. */

import { memberOf } from "../../text/own-keys.ts";
import type { Pod } from "../pod/objects.ts";
import { isMapping } from "../pod/pod-schema.ts";
import type { ManifestPath } from "../pod/types.ts";

/** A part of a pod that is not below the pod's path in the object. The moved parts of a pod do not contain each other. */
export interface RelocatedPath {
  readonly inPod: ManifestPath;
  readonly inObject: ManifestPath;
}

/** A pod in an object, not validated yet. */
export interface FoundPod {
  readonly podPath: ManifestPath;
  readonly pod: Pod;
  readonly moved?: readonly RelocatedPath[];
}

/** Converts a path in the pod to the path in the object. */
export function pathInObject({ podPath, moved = [] }: Omit<FoundPod, "pod">, pathInPod: ManifestPath): ManifestPath {
  const part = moved.find(({ inPod }) => inPod.every((step, i) => step === pathInPod[i]));
  return part === undefined ? [...podPath, ...pathInPod] : [...part.inObject, ...pathInPod.slice(part.inPod.length)];
}

/** The same pod, if its object is at a path in another object. */
export function below(path: ManifestPath, { podPath, pod, moved }: FoundPod): FoundPod {
  return {
    podPath: [...path, ...podPath],
    pod,
    ...(moved && { moved: moved.map((part) => ({ ...part, inObject: [...path, ...part.inObject] })) }),
  };
}

/** A pod whose object contains only the pod's spec. */
export function podOfSpec(spec: object, path: ManifestPath): FoundPod {
  return { podPath: path, pod: { spec }, moved: [{ inPod: ["spec"], inObject: path }] };
}

/** Whether a value has a list of containers, as the spec of a pod does. */
export function isPodSpec(value: unknown): value is { readonly containers: readonly unknown[] } {
  return isMapping(value) && Array.isArray(value.containers) && value.containers.length > 0;
}

/** A member that is a list; empty if it is missing or not a list. */
export function listOf(value: unknown, member: string): readonly unknown[] {
  const list = memberOf(value, member);
  return Array.isArray(list) ? list : [];
}
