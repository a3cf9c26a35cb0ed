import type { Position } from "../text/position.ts";
import { doubleQuoted } from "./double-quoted.ts";

/** What can be wrong with a manifest's text. */
export type ManifestErrorCode =
  | "SYNTAX"
  | "DUPLICATE_KEY"
  | "KEY_NOT_SCALAR"
  | "BAD_ALIAS"
  | "BAD_MERGE"
  | "BAD_TAG"
  | "NOT_UTF8"
  | "TOO_LARGE";

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

/** How much of a key a message shows. */
const LONGEST_KEY = 200;

export function duplicateKey(key: string, offset: number): ManifestError {
  const shown = doubleQuoted(key.length > LONGEST_KEY ? `${key.slice(0, LONGEST_KEY)}...` : key);
  return new ManifestError("DUPLICATE_KEY", `the key ${shown} is there twice`, offset);
}

/** Something stands behind a document that is neither its own nor the next one's. */
export function noSeparator(offset: number): ManifestError {
  return new ManifestError("SYNTAX", "end of the stream or a document separator is expected", offset);
}

/** @param limit in bytes */
export function tooLarge(limit: number): ManifestError {
  return new ManifestError("TOO_LARGE", `the document has more than ${limit} bytes`, 0);
}

/** A manifest cannot be read that is read piece by piece. The message does not say the file. */
export class PlacedManifestError extends Error {
  readonly code: ManifestErrorCode;
  readonly position: Position;

  constructor(code: ManifestErrorCode, message: string, position: Position) {
    super(message);
    this.name = "PlacedManifestError";
    this.code = code;
    this.position = position;
  }
}
