/** Checks the types of members of Kubernetes objects other than pods, for which see `pod/pod-schema.ts`. */

import { formatPath } from "../pod/path.ts";
import { inspect, type Schema, STRING } from "../pod/pod-schema.ts";
import type { ManifestPath } from "../pod/types.ts";

export const MAPPING: Schema = { object: {} };
export const METADATA: Schema = { object: { name: STRING, namespace: STRING } };

/**
 * The object without members that are null.
 *
 * @param at the path of the object in its document
 * @throws ManifestObjectError for the first member whose type does not match the schema
 */
export function checked<T extends object>(object: T, schema: Schema, at: ManifestPath): T {
  const { value, wrong } = inspect(object, schema);
  const [first] = wrong;
  if (first === undefined) return value;
  const { path, message } = first;
  throw new ManifestObjectError("wrong-type", [...at, ...path], `${formatPath(path)}: ${message}`);
}

/**
 * Why an object of a manifest cannot be read: it is not a mapping, has no `kind`, has a member of the wrong type, or is
 * in too many Lists.
 */
export type ManifestObjectErrorCode = "not-an-object" | "no-kind" | "wrong-type" | "too-deep";

/** An object of a manifest that cannot be read. */
export class ManifestObjectError extends Error {
  override readonly name = "ManifestObjectError";
  readonly code: ManifestObjectErrorCode;
  /** The path of the wrong member, or of the object that lacks one, in the document. */
  readonly path: ManifestPath;

  constructor(code: ManifestObjectErrorCode, path: ManifestPath, message: string) {
    super(message);
    this.code = code;
    this.path = path;
  }
}
