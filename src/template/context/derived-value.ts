import { currentKeys, defineLazy, resolveLazy } from "./context-functions.ts";
import { MISSING } from "./run.ts";
import { Unresolved } from "./unresolved.ts";

/**
 * A function whose value is computed from values of a context: from what functions among them give (lists and maps may
 * hold further ones). It is not known yet if one of them is not, and not there if one of them depends on itself.
 */
export function combineValues(parts: readonly unknown[], compute: (...values: unknown[]) => unknown): () => unknown {
  const lazy = () => {
    throw new Error("what is combined has a value only during a resolution");
  };
  defineLazy(lazy, (run) => {
    const place = { keys: currentKeys(), container: parts, at: 0, isPart: true };
    const values: unknown[] = [];
    for (const part of parts) {
      const isLazy = typeof part === "function";
      const value = isLazy ? resolveLazy(part as () => unknown, run, { ...place, index: place.keys.length - 1 }) : part;
      if (value === MISSING) throw run.missingError();
      if (value instanceof Unresolved) return new Unresolved({ kind: "elsewhere" });
      values.push(value);
    }
    return compute(...values);
  });
  return lazy;
}
