/** Errors of pods that cannot be resolved at all. What keeps a single container from starting is a `ContainerError`. */

import { formatPath } from "./path.ts";
import type { ManifestPath } from "./types.ts";

/**
 * What is wrong with a pod: a member has the wrong type, the container asked for is not there, or it is no pod but
 * another object, which may have a pod template.
 */
export type PodErrorCode = "wrong-type" | "no-such-container" | "not-a-pod";

/** A pod that cannot be read. */
export class PodError extends Error {
  override readonly name = "PodError";
  readonly code: PodErrorCode;
  readonly path: ManifestPath;

  constructor(code: PodErrorCode, path: ManifestPath, message: string) {
    super(path.length === 0 ? message : `${formatPath(path)}: ${message}`);
    this.code = code;
    this.path = path;
  }
}

/** A pod whose references expand to more text than `expansionLimit` allows. */
export class ExpansionLimitError extends Error {
  override readonly name = "ExpansionLimitError";
  readonly code = "expansion-limit";
  /** The text whose expansion went over the limit. */
  readonly path: ManifestPath;
  /** In UTF-16 code units. */
  readonly limit: number;

  constructor(path: ManifestPath, limit: number) {
    super(`${formatPath(path)}: the pod's references expand to more than ${limit} characters`);
    this.path = path;
    this.limit = limit;
  }
}
