import type { Position } from "../text/position.ts";
import { doubleQuoted } from "./write/double-quoted.ts";

/** What can be wrong with the text of documents. */
export type DocumentErrorCode =
  | "syntax"
  | "duplicate-key"
  | "key-not-scalar"
  | "bad-alias"
  | "circular-alias"
  | "bad-merge"
  | "bad-tag"
  | "not-json"
  | "not-utf8"
  | "too-large";

/** A text of documents that cannot be read. The message says neither the file nor the place. */
export class DocumentError extends Error {
  readonly code: DocumentErrorCode;
  /** Where in the text, in UTF-16 units from 0. */
  readonly offset: number;

  constructor(code: DocumentErrorCode, message: string, offset: number) {
    super(message);
    this.name = "DocumentError";
    this.code = code;
    this.offset = offset;
  }
}

/** How much of a key a message shows. */
const LONGEST_KEY = 200;

export function duplicateKey(key: string, offset: number): DocumentError {
  const shown = doubleQuoted(key.length > LONGEST_KEY ? `${key.slice(0, LONGEST_KEY)}...` : key);
  return new DocumentError("duplicate-key", `the key ${shown} is there twice`, offset);
}

/** Something stands behind a document that is neither its own nor the next one's. */
export function noSeparator(offset: number): DocumentError {
  return new DocumentError("syntax", "end of the stream or a document separator is expected", offset);
}

/** @param limit in bytes */
export function tooLarge(limit: number): DocumentError {
  return new DocumentError("too-large", `the document has more than ${limit} bytes`, 0);
}

/** A `DocumentError` in a text that is read in parts. The message does not say the file. */
export class PlacedDocumentError extends Error {
  readonly code: DocumentErrorCode;
  readonly position: Position;

  constructor(code: DocumentErrorCode, message: string, position: Position) {
    super(message);
    this.name = "PlacedDocumentError";
    this.code = code;
    this.position = position;
  }
}
