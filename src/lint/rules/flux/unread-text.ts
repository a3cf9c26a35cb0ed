/** Text that nothing reads, in which a variable without a value does no harm before Flux 2.9. */

import { memberOf } from "../../../text/own-keys.ts";
import type { FluxText } from "./flux-place.ts";

/** Whether a range is in a comment, or in the description of a custom resource, and Flux accepts variables that are not set. */
export function isUnread({ in: path, isKey, text, value }: FluxText, { start }: { readonly start: number }): boolean {
  if (path.isStrict || isKey) return false;
  const lineStart = text.lastIndexOf("\n", start) + 1;
  return /^\s*#/.test(text.slice(lineStart, start)) || memberOf(value, "kind") === "CustomResourceDefinition";
}
