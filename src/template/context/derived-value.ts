import {
  type ContextFunction,
  currentKeys,
  defineContextFunction,
  resolveContextFunction,
} from "./context-functions.ts";
import { MissingKey } from "./missing-key.ts";
import { isUnresolved, Unresolved } from "./unresolved.ts";

/**
 * A function for a context whose value is computed from others: from `parts`, where a function stands for what it gives
 * (lists and maps may hold further functions). The value is not known yet if one of the parts is not, and missing if one
 * of them depends on it.
 *
 * @param isAll whether the first part's value is the result, so that the other parts are not needed
 */
export function derivedValue(
  parts: readonly unknown[],
  compute: (...values: unknown[]) => unknown,
  isAll?: (first: unknown) => boolean,
): ContextFunction {
  const derived = () => {
    throw new Error("a derived value exists only during a resolution");
  };
  defineContextFunction(derived, (run) => {
    const keys = currentKeys();
    const position = { keys, index: keys.length - 1, container: parts, at: 0, isPart: true };
    const values: unknown[] = [];
    for (const part of parts) {
      const value = typeof part === "function" ? resolveContextFunction(part as ContextFunction, run, position) : part;
      if (value instanceof MissingKey) throw run.missingError(value);
      if (values.length === 0 && isAll?.(value)) return value;
      if (isUnresolved(value)) return new Unresolved({ kind: "elsewhere" });
      values.push(value);
    }
    return compute(...values);
  });
  return derived;
}
