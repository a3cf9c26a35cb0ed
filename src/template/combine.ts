import { currentKeys, defineLazy } from "./lazy.ts";
import { MISSING } from "./run.ts";
import { settleMember } from "./settle.ts";
import { Unresolved } from "./unresolved.ts";

/**
 * A function whose value is computed from values of contexts, with functions among them or in them. It is not known yet
 * if one of those is not, and not there if one of them depends on itself.
 */
export function combineValues(parts: readonly unknown[], compute: (...values: unknown[]) => unknown): () => unknown {
  const lazy = () => {
    throw new Error("what is combined has a value only during a resolution");
  };
  defineLazy(lazy, (run) => {
    const place = { keys: currentKeys(), container: parts, at: 0, isPart: true };
    const values: unknown[] = [];
    for (const part of parts) {
      const value = settleMember(part, run, { ...place, index: place.keys.length - 1 });
      if (value === MISSING) throw run.missingError();
      if (value instanceof Unresolved) return new Unresolved({ kind: "elsewhere" });
      values.push(value);
    }
    return compute(...values);
  });
  return lazy;
}
