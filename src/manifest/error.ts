/** What can be wrong with a manifest's text. */
export type ManifestErrorCode = "SYNTAX" | "DUPLICATE_KEY" | "KEY_NOT_SCALAR" | "BAD_ALIAS" | "BAD_MERGE" | "BAD_TAG";

/** A manifest cannot be read. The message says neither the file nor the place. */
export class ManifestError extends Error {
  readonly code: ManifestErrorCode;
  /** Where in the text, in UTF-16 units from 0. */
  readonly offset: number;

  constructor(code: ManifestErrorCode, message: string, offset: number) {
    super(message);
    this.name = "ManifestError";
    this.code = code;
    this.offset = offset;
  }
}

export function duplicateKey(key: string, offset: number): ManifestError {
  return new ManifestError("DUPLICATE_KEY", `the key ${JSON.stringify(key)} is there twice`, offset);
}
