/** Formats the values of templates for reading. */

import {
  chainReason,
  resolveLate,
  type TemplateContext,
  TemplateError,
  Unresolved,
} from "../../garden/template/internal.ts";
import { shownJson } from "../../garden/template/limits.ts";
import { isMap } from "../../garden/template/values.ts";
import { MASK } from "../../kubernetes/pod/sources/secret-value.ts";
import { printable } from "../../text/printable.ts";

export const LATE_TEXT = "(not known yet)";

/** The longest value that is formatted, and the longest text that is shown. */
const WRITTEN = 65_536;
const SHOWN = 500;

/** The result of a template: its value with its type, or why it has none. */
export function outcomeText(source: string, context: TemplateContext): string {
  try {
    const { isSecret, value } = resolveLate(source, context, []);
    if (value instanceof Unresolved) return LATE_TEXT;
    return typedText({ value, isSecret });
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    // Only the loop knows the item.
    if (error.key === "item") return "an item of the $forEach collection";
    return `no value: ${printable(reasonOf(error), 1000)}`;
  }
}

/** Without the path in the context of a nested error: its first key, the number of a document, means nothing to users. */
function reasonOf({ cause, chain, reason }: TemplateError): string {
  return chain.length > 0 && cause instanceof TemplateError ? chainReason(chain, cause.reason) : reason;
}

export function valueText({ isSecret, value }: { readonly value: unknown; readonly isSecret: boolean }): string {
  if (isSecret) return MASK;
  if (value instanceof Unresolved) return LATE_TEXT;
  return printable(shownJson(value, WRITTEN), SHOWN);
}

/** A value with its type. */
export function typedText(shown: Parameters<typeof valueText>[0]): string {
  if (shown.isSecret) return MASK;
  return shown.value === undefined ? "not set" : `${valueText(shown)} (${typeName(shown.value)})`;
}

function typeName(value: unknown): string {
  if (Array.isArray(value)) return "list";
  return isMap(value) ? "map" : value === null ? "null" : typeof value;
}
