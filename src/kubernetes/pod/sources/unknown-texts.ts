/** Texts of manifests that a substitution replaces with something unknown. */

import type { Need } from "../types.ts";

/** What each text needs. */
export type UnknownTexts = ReadonlyMap<string, Need>;

const texts = /* @__PURE__ */ new WeakMap<object, UnknownTexts>();

/** Keeps the unknown texts of an object that pods refer to. */
export function keepUnknownTexts(object: object, unknown: UnknownTexts): void {
  texts.set(object, unknown);
}

/** The unknown texts of an object that pods refer to; undefined if it has none. */
export function unknownTextsOf(object: object): UnknownTexts | undefined {
  return texts.get(object);
}

/** The need of the first unknown text in a value. */
export function firstUnknown(value: unknown, unknown: UnknownTexts | undefined): Need | undefined {
  if (unknown === undefined) return undefined;
  if (typeof value === "string") return unknown.get(value);
  if (typeof value !== "object" || value === null) return undefined;
  for (const member of Object.values(value)) {
    const need = firstUnknown(member, unknown);
    if (need !== undefined) return need;
  }
  return undefined;
}
