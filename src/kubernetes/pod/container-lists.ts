/** The three lists of containers in a pod. */

import { containerFieldPathAt } from "../../events/reference.ts";
import type { Container, PodSpec } from "./objects.ts";
import type { ContainerKind, ManifestPath } from "./types.ts";

/** In the order of resolution and validation. */
export const CONTAINER_LISTS: readonly ContainerList[] = ["initContainers", "containers", "ephemeralContainers"];

export type ContainerList = `${ContainerKind}s`;

/** A container and its position in the pod. */
export interface ListedContainer {
  readonly container: Container;
  readonly list: ContainerList;
  readonly path: ManifestPath;
  /** The kubelet's path to the container in events, such as `spec.containers{app}`. */
  readonly fieldPath: string;
}

export function containersOf(spec: PodSpec = {}, lists: readonly ContainerList[] = CONTAINER_LISTS): ListedContainer[] {
  const containers: ListedContainer[] = [];
  for (const list of lists) {
    const listed = spec[list];
    if (!listed) continue;
    for (let index = 0; index < listed.length; index++) {
      const container = listed[index]!;
      const fieldPath = containerFieldPathAt(list, index, container.name);
      containers.push({ container, list, path: ["spec", list, index], fieldPath });
    }
  }
  return containers;
}
