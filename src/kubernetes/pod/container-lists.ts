/** The three lists of a pod that have containers. */

import { containerFieldPathAt } from "../../events/reference.ts";
import type { Container, PodSpec } from "./objects.ts";
import type { ContainerKind, ManifestPath } from "./types.ts";

/** In the order in which their containers are resolved and validated. */
export const CONTAINER_LISTS: readonly ContainerList[] = ["initContainers", "containers", "ephemeralContainers"];

export type ContainerList = `${ContainerKind}s`;

/** A container and its place in the pod. */
export interface ListedContainer {
  readonly container: Container;
  readonly list: ContainerList;
  readonly index: number;
  readonly path: ManifestPath;
  /** The kubelet's path to the container in events: `spec.containers{app}`. */
  readonly fieldPath: string;
}

/** The containers of all three lists, or of those that are named. */
export function containersOf(spec: PodSpec = {}, lists: readonly ContainerList[] = CONTAINER_LISTS): ListedContainer[] {
  const containers: ListedContainer[] = [];
  for (const list of lists) {
    const listed = spec[list];
    if (!listed) continue;
    for (let index = 0; index < listed.length; index++) {
      const container = listed[index]!;
      const fieldPath = containerFieldPathAt(list, index, container.name);
      containers.push({ container, list, index, path: ["spec", list, index], fieldPath });
    }
  }
  return containers;
}
