/** Values as the text of documents. */
import { dump } from "js-yaml";
import { InputError } from "./errors.ts";

/** What is undefined, as an optional value is that is not there, is null at the root and in lists, and left out of maps. */
export function jsonText(documents: readonly unknown[]): string {
  return documents.map((document) => `${JSON.stringify(document, undefined, 2) ?? "null"}\n`).join("");
}

/** @throws InputError for a string that is too long */
export function yamlText(documents: readonly unknown[]): string {
  try {
    return documents.map((document) => dump(document ?? null, { noRefs: true, lineWidth: -1 })).join("---\n");
  } catch (error) {
    // The library's patterns exhaust the stack.
    if (!(error instanceof RangeError)) throw error;
    throw new InputError("<stdout>: a string is too long to be written as YAML; write -o json");
  }
}
