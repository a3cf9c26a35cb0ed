/** Values in place of unknown variables that validators accept. */
import { compileText } from "../../expansion/compiled/compiled-text.ts";
import { SubstitutionError } from "../../expansion/dialects/evaluation.ts";
import { isBlock, type ScalarNode } from "../../yaml/node.ts";
import type { Replacement } from "../../yaml/write/edit.ts";
import type { FieldType } from "./field-types.ts";
import type { FluxReference } from "./references.ts";

/** Where placeholders are necessary. */
export interface Placeholders {
  /** Returns the value of a variable; undefined if it is unknown. */
  valueOf(name: string): string | undefined;
  /** Receives each unknown variable that is replaced. */
  onUnknown(name: string): void;
}

/**
 * The edit that replaces a reference; none if its variables are known.
 *
 * @param scalar the string that contains it; undefined for a reference elsewhere
 */
export function placeholderEdit(
  text: string,
  { start, end }: FluxReference,
  scalar: { readonly node: ScalarNode; readonly type: FieldType } | undefined,
  { onUnknown, valueOf }: Placeholders,
): Replacement[] {
  const source = text.slice(start, end);
  const { node, type = "string" } = scalar ?? {};
  const isWhole = node?.value === source;
  const isQuoted = isWhole && type !== "string" && type !== "host" && !isBlock(node!.style) && node!.style !== "plain";
  const range = isQuoted ? { start: node!.start, end: node!.end } : { start, end };
  const unknown = new Set<string>();
  try {
    const reference = compileText(source, { syntax: "flux", strict: false });
    const known = reference.expand(valueOf, ({ name }) => unknown.add(name));
    if (unknown.size === 0) {
      const isTyped = type === "boolean" ? /^(?:true|false)$/ : /^-?[0-9]+$/;
      return isQuoted && isTyped.test(known) ? [{ ...range, text: known }] : [];
    }
    for (const name of unknown) onUnknown(name);
    const value = reference.expand(
      (name) => valueOf(name) ?? (unknown.has(name) ? placeholder(type, name, isWhole) : undefined),
      () => {},
    );
    return [{ ...range, text: value.replaceAll("$", "$$$$") }];
  } catch (error) {
    // The expansion reports it.
    if (error instanceof SubstitutionError) return [];
    throw error;
  }
}

/** @param isWhole whether the reference is all of the field */
function placeholder(type: FieldType, name: string, isWhole: boolean): string {
  switch (type) {
    case "number":
      return "1";
    case "boolean":
      return "true";
    case "host":
      return `placeholder-${name.toLowerCase().replaceAll("_", "-")}`;
    case "duration":
      return isWhole ? "1m" : "1";
    default:
      return `placeholder-${name}`;
  }
}
