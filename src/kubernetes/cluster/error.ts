import type { ManifestPath } from "../pod/types.ts";

/**
 * Why an object of a manifest cannot be read: it is no object, does not say its kind, or has a member of a wrong type.
 */
export type ManifestObjectErrorCode = "not-an-object" | "no-kind" | "wrong-type";

/** An object of a manifest that cannot be read. */
export class ManifestObjectError extends Error {
  override readonly name = "ManifestObjectError";
  readonly code: ManifestObjectErrorCode;
  /** The wrong member, or the object that lacks one, in the document that was read. */
  readonly path: ManifestPath;

  constructor(code: ManifestObjectErrorCode, path: ManifestPath, message: string) {
    super(message);
    this.code = code;
    this.path = path;
  }
}
