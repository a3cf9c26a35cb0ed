/** The three lists of a pod that have containers. */

import type { Container, PodSpec } from "./objects.ts";
import type { ManifestPath } from "./types.ts";

/** In the order in which their containers are resolved and validated. */
export const CONTAINER_LISTS = ["initContainers", "containers", "ephemeralContainers"] as const;

export type ContainerList = (typeof CONTAINER_LISTS)[number];

/** A container, and where it stands in its pod. */
export interface ListedContainer {
  readonly container: Container;
  readonly list: ContainerList;
  readonly index: number;
  readonly path: ManifestPath;
}

/** The containers of all three lists, or of those that are named. */
export function containersOf(spec: PodSpec = {}, lists: readonly ContainerList[] = CONTAINER_LISTS): ListedContainer[] {
  return lists.flatMap((list) =>
    (spec[list] ?? []).map((container, index) => ({ container, list, index, path: ["spec", list, index] })),
  );
}
