/** The strings inside of a value. */

import { isMapping } from "../pod-schema.ts";
import type { ManifestPath } from "../types.ts";

/** What a value of a library's caller may hold is not known: a circle must end. Documents are not that deep. */
const MAX_DEPTH = 256;

/** Calls `visit` with each string that has a `$`, in the order in which it stands. The path is a copy. */
export function visitDollars(
  value: unknown,
  path: ManifestPath,
  visit: (text: string, path: ManifestPath) => void,
): void {
  const walk = (value: unknown, path: (string | number)[]): void => {
    if (typeof value === "string") {
      if (value.includes("$")) visit(value, [...path]);
      return;
    }
    if (path.length > MAX_DEPTH) return;
    if (!Array.isArray(value) && !isMapping(value)) return;
    for (const key of Object.keys(value)) {
      path.push(Array.isArray(value) ? Number(key) : key);
      walk(value[key as keyof typeof value], path);
      path.pop();
    }
  };
  walk(value, [...path]);
}
