/** Values as JSON and YAML. */

import { Budget } from "../../garden/template/functions/budget.ts";
import { LimitExceeded } from "../../garden/template/limits.ts";
import { visibleLines } from "../../text/printable.ts";
import { documentOf } from "../../yaml/write/value.ts";
import { InputError } from "./errors.ts";

/** JSON for programs. Invisible characters are escaped, because a terminal can show it, too. */
export function programJson(value: unknown): string {
  return visibleLines(jsonOf(value) ?? "null");
}

function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value, undefined, 2);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    // JSON.stringify does not support bigints: write them as marked strings first.
    const mark = crypto.randomUUID();
    const marked = (_: string, member: unknown) => (typeof member === "bigint" ? `${mark}${member}` : member);
    const [first, ...others] = JSON.stringify(value, marked, 2).split(`"${mark}`);
    return [first, ...others.map((piece) => piece.replace('"', ""))].join("");
  }
}

/**
 * An undefined value, such as a missing optional one, is null at the root and in lists. Maps omit it.
 *
 * @throws InputError for documents that are too large
 */
export function jsonText(documents: readonly unknown[], budget?: Budget): string {
  checkSize(documents, budget);
  return documents.map((document) => `${programJson(document)}\n`).join("");
}

/** @throws InputError for documents or strings that are too large */
export function yamlText(documents: readonly unknown[], budget?: Budget): string {
  checkSize(documents, budget);
  try {
    return documents.map((document) => documentOf(document ?? null)).join("---\n");
  } catch (error) {
    // The library's patterns exhaust the stack.
    if (!(error instanceof RangeError)) throw error;
    throw new InputError("<stdout>: a string is too long for YAML; use -o json");
  }
}

/** A value that occurs in several places counts in each of them. */
function checkSize(documents: readonly unknown[], budget = new Budget()): void {
  try {
    budget.checkWritten(documents);
  } catch (error) {
    if (!(error instanceof LimitExceeded)) throw error;
    throw new InputError(`<stdout>: ${error.message}`);
  }
}
