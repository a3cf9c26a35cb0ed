/** Values as the text of documents. */

import { Budget, sharedBudget } from "../../template/functions/budget.ts";
import { LimitExceeded } from "../../template/functions/limits.ts";
import { documentOf } from "../../yaml/write/value.ts";
import { InputError } from "./errors.ts";
import { programJson } from "./program-json.ts";

/**
 * An undefined value, such as a missing optional one, is null at the root and in lists, and left out of maps.
 *
 * @throws InputError for documents that are too large
 */
export function jsonText(documents: readonly unknown[]): string {
  check(documents);
  return documents.map((document) => `${programJson(document)}\n`).join("");
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

/** Values that several places share are written in each of them. */
function check(documents: readonly unknown[]): void {
  try {
    (sharedBudget() ?? new Budget()).checkWritten(documents);
  } catch (error) {
    if (!(error instanceof LimitExceeded)) throw error;
    throw new InputError(`<stdout>: ${error.message}`);
  }
}
