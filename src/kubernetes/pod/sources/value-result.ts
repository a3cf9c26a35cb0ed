/** The result of reading a `valueFrom`: a value, no value, or an error. */

import type { ContainerError, ManifestPath, Need } from "../types.ts";

/** No value: its `optional` source is missing, or it depends on something unknown. */
export type Unresolved = { readonly skipped: true } | Need;

/** `bytes` is set if the value is not valid UTF-8, and `isSecret` only where the kind of the source does not show it. */
export type ValueResult =
  | { readonly value: string; readonly bytes?: Uint8Array; readonly isSecret?: true }
  | Unresolved;

/** Why the container will not be started. */
export type Failure = { readonly error: string };

export const SKIPPED: Unresolved = /* @__PURE__ */ Object.freeze({ skipped: true });

/** Thrown if a container cannot be started, and caught when its result is built, as a `ContainerError`. */
export class ContainerFailure extends Error {
  readonly stage: ContainerError["stage"];
  readonly path: ManifestPath;

  constructor(stage: ContainerError["stage"], path: ManifestPath, message: string) {
    super(message);
    this.stage = stage;
    this.path = path;
  }
}
