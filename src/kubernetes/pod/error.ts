/** Errors for pods that cannot be resolved. A problem that affects a single container is a `ContainerError`. */

import { formatPath } from "./path.ts";
import type { ManifestPath } from "./types.ts";

/**
 * Why a pod cannot be read: a member has the wrong type, it has no container of the requested name, or it is an object of
 * another kind, which may contain a pod template.
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

/** A pod whose references are more, or expand to more text, than `expansionLimit` allows. */
export class ExpansionLimitError extends Error {
  override readonly name = "ExpansionLimitError";
  readonly code = "expansion-limit";
  /** The text whose expansion exceeds the limit. */
  readonly path: ManifestPath;
  /** In UTF-16 code units; or a number of references. */
  readonly limit: number;

  constructor(path: ManifestPath, limit: number, unit: "characters" | "references" = "characters") {
    const what = unit === "characters" ? "the pod's references expand to" : "the pod has";
    super(`${formatPath(path)}: ${what} more than ${limit} ${unit}`);
    this.path = path;
    this.limit = limit;
  }
}
