/** What a `valueFrom` gives: a value, none, or an error. */

import type { ContainerError, ManifestPath, Need } from "../types.ts";

/** No value: it is missing and `optional`, or it depends on something unknown. */
export type Unresolved = { readonly skipped: true } | Need;

/** A value, or none. */
export type ValueResult = KnownValue | Unresolved;

/** A value, with its bytes if they are not UTF-8. `isSecret` is set only where the source does not show it. */
export interface KnownValue {
  readonly value: string;
  readonly bytes?: Uint8Array;
  readonly isSecret?: true;
}

/** Why the container will not be started. */
export type Failure = { readonly error: string };

export const SKIPPED: Unresolved = /* @__PURE__ */ Object.freeze({ skipped: true });

/** Thrown when a container cannot be started. Only this room sees it: the result has a `ContainerError`. */
export class ContainerFailure extends Error {
  readonly stage: ContainerError["stage"];
  readonly path: ManifestPath;

  constructor(stage: ContainerError["stage"], path: ManifestPath, message: string) {
    super(message);
    this.stage = stage;
    this.path = path;
  }
}
