/** Values as the text of documents. */
import { documentOf } from "../manifest/write-value.ts";
import { checkSize, LimitExceeded } from "../template/functions/limits.ts";
import { InputError } from "./errors.ts";

/** Characters of all documents together, about. Values that several places share are written in each of them. */
const OUTPUT_LIMIT = 134_217_728;

/** What JSON may hold as it is, but would move a terminal's cursor, or turn its direction of writing. */
const UNPRINTABLE = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/**
 * What is undefined, as an optional value is that is not there, is null at the root and in lists, and left out of maps.
 *
 * @throws InputError for documents that are too large
 */
export function jsonText(documents: readonly unknown[]): string {
  check(documents);
  return documents
    .map((document) => `${JSON.stringify(document, undefined, 2) ?? "null"}\n`)
    .join("")
    .replace(UNPRINTABLE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** @throws InputError for documents or strings that are too large */
export function yamlText(documents: readonly unknown[]): string {
  check(documents);
  try {
    return documents.map((document) => documentOf(document ?? null)).join("---\n");
  } catch (error) {
    // The library's patterns exhaust the stack.
    if (!(error instanceof RangeError)) throw error;
    throw new InputError("<stdout>: a string is too long to be written as YAML; write -o json");
  }
}

function check(documents: readonly unknown[]): void {
  try {
    checkSize(documents, OUTPUT_LIMIT);
  } catch (error) {
    if (!(error instanceof LimitExceeded)) throw error;
    throw new InputError(`<stdout>: ${error.message}`);
  }
}
