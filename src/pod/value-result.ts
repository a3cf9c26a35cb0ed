/** What becomes of a `valueFrom`. */

import type { ContainerError, ManifestPath } from "./types.ts";

/** No value: because there is none and it is optional, or because it is not known here. */
export type Unresolved = { readonly skipped: true } | { readonly needs: string };

/** A value, with its bytes if they are not UTF-8; or none. `isSecret` is only there where the source does not tell. */
export type ValueResult =
  | { readonly value: string; readonly bytes?: Uint8Array; readonly isSecret?: true }
  | Unresolved;

/** Why the container will not be started. */
export type Failure = { readonly error: string };

export const SKIPPED: Unresolved = /* @__PURE__ */ Object.freeze({ skipped: true });

/** Ends the building of a container: it will not be started. Never leaves this room. */
export class ContainerFailure extends Error {
  readonly stage: ContainerError["stage"];
  readonly path: ManifestPath;

  constructor(stage: ContainerError["stage"], path: ManifestPath, message: string) {
    super(message);
    this.stage = stage;
    this.path = path;
  }
}
