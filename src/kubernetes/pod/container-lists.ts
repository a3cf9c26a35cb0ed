/** The three lists of a pod that have containers. */

import type { Container, PodSpec } from "./objects.ts";
import type { ContainerKind, ManifestPath } from "./types.ts";

/** In the order in which their containers are resolved and validated. */
export const CONTAINER_LISTS: readonly ContainerList[] = ["initContainers", "containers", "ephemeralContainers"];

export type ContainerList = `${ContainerKind}s`;

/** A container, and where it stands in its pod. */
export interface ListedContainer {
  readonly container: Container;
  readonly list: ContainerList;
  readonly index: number;
  readonly path: ManifestPath;
}

/** The containers of all three lists, or of those that are named. */
export function containersOf(spec: PodSpec = {}, lists: readonly ContainerList[] = CONTAINER_LISTS): ListedContainer[] {
  const containers: ListedContainer[] = [];
  for (const list of lists) {
    const listed = spec[list];
    if (!listed) continue;
    for (let index = 0; index < listed.length; index++) {
      containers.push({ container: listed[index]!, list, index, path: ["spec", list, index] });
    }
  }
  return containers;
}
