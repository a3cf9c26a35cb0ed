import type { Position } from "../text/position.ts";
import { doubleQuoted } from "./write/string.ts";

/** The problems that a text of documents can have. */
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

/** The error for text that cannot be read as documents. The message does not name the file or the position. */
export class DocumentError extends Error {
  readonly code: DocumentErrorCode;
  /** In UTF-16 units from 0. */
  readonly offset: number;
  /** The position in the whole text, if that is read in parts. */
  readonly position: Position | undefined;

  constructor(code: DocumentErrorCode, message: string, offset: number, position?: Position) {
    super(message);
    this.name = "DocumentError";
    this.code = code;
    this.offset = offset;
    this.position = position;
  }
}

/** The most characters of a key in a message. */
const MAX_KEY_LENGTH = 200;

export function duplicateKey(key: string, offset: number): DocumentError {
  const shown = doubleQuoted(key.length > MAX_KEY_LENGTH ? `${key.slice(0, MAX_KEY_LENGTH)}...` : key);
  return new DocumentError("duplicate-key", `duplicate key ${shown}`, offset);
}

/** The error for text after a document that does not start another one. */
export function noSeparator(offset: number): DocumentError {
  return new DocumentError("syntax", "expected the end of the stream or a document separator", offset);
}

/** @param limit in bytes */
export function tooLarge(limit: number): DocumentError {
  return new DocumentError("too-large", `the document has more than ${limit} bytes`, 0);
}
