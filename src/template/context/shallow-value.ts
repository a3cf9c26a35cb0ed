/** Values of a context as they are found, for people who look around in it. */

import type { Language } from "../syntax/language.ts";
import { resolveContextFunction } from "./context-functions.ts";
import { type Keys, MissingKey } from "./missing-key.ts";
import { Run, type TemplateContext } from "./run.ts";
import { Unresolved } from "./unresolved.ts";

/**
 * What keys lead to in a context; undefined if there is no such key. Of a map or a list, the functions in it are not called.
 *
 * @throws TemplateError for a value that cannot be resolved
 */
export function shallowValue(context: TemplateContext, keys: Keys, language?: Language): unknown {
  const run = new Run(context, "late", 0, undefined, language);
  let value: unknown = context;
  for (const [index, key] of keys.entries()) {
    if (value instanceof Unresolved) return value;
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    const container: object = value;
    value = (container as Record<string | number, unknown>)[key];
    if (typeof value === "function") {
      const position = { keys, index, container, at: 0 };
      value = resolveContextFunction(value as () => unknown, run, position);
    }
    if (value instanceof MissingKey) return undefined;
  }
  return value;
}
