/** Lookups of keys in a context, and in the values found there: own keys only, left to right. */
import type { Evaluate } from "./evaluate.ts";
import { resolveLazy } from "./lazy.ts";
import { type Keys, keyPath, MissingKey } from "./missing.ts";
import { MISSING, NOT_KNOWN, type Run } from "./run.ts";
import { settle } from "./settle.ts";
import type { Expression, Lookup } from "./syntax.ts";
import { Unresolved } from "./unresolved.ts";

/**
 * @param object what the keys are looked up in, if not in the context
 * @param compile gives the evaluation of a key in brackets
 */
export function compileLookup(
  lookup: Lookup,
  object: Evaluate | undefined,
  compile: (expression: Expression) => Evaluate,
): Evaluate {
  const keys = lookup.keys.map(({ key }) => (typeof key === "object" ? compile(key) : key));
  const root: Evaluate = object ?? (keys[0] === "item" ? (run) => run.loop ?? run.context : (run) => run.context);
  if (keys.every((key) => typeof key !== "function")) return (run) => find(lookup, keys, root(run), run);
  return (run) => {
    const values: Keys = [];
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i]!;
      const value = typeof key === "function" ? key(run) : key;
      if (value === MISSING) return MISSING;
      if (typeof value !== "string" && typeof value !== "number") {
        throw run.error(
          "type",
          `a key in brackets must be a string or a number, not ${typeof value}`,
          lookup.keys[i]!.at,
        );
      }
      values.push(value);
    }
    return find(lookup, values, root(run), run);
  };
}

function find(lookup: Lookup, keys: Keys, root: unknown, run: Run): unknown {
  if (root === MISSING) return MISSING;
  let value = root;
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i]!;
    if (typeof value !== "object" || value === null) {
      const found = i === 0 ? "the value" : keyPath(keys.slice(0, i));
      const type = value === null ? "null" : `a ${typeof value}`;
      throw run.error("type", `${found} is ${type}, so it has no key ${keyPath([key])}`, lookup.keys[i]!.at);
    }
    if (run.partial && value instanceof Unresolved) return notKnown(run);
    const container: object = value;
    value = Object.hasOwn(container, key) ? (container as Record<string | number, unknown>)[key] : undefined;
    if (typeof value === "function") {
      value = resolveLazy(value as () => unknown, run, { keys, index: i, container, at: lookup.keys[i]!.at });
      if (value === MISSING) return MISSING;
    }
    if (value === undefined) {
      run.missing = new MissingKey(keys, i, lookup.keys[i]!.at, container);
      return MISSING;
    }
  }
  if (typeof value !== "object" || value === null) return value;
  const settled = settle(value, run, keys, lookup.keys[0]!.at);
  if (settled instanceof Unresolved) {
    if (!run.partial) {
      run.missing = new MissingKey(keys, keys.length - 1, lookup.keys.at(-1)!.at, {});
      return MISSING;
    }
    if (settled.rest.kind !== "elsewhere") run.unresolved = { lookup, value: settled };
    return notKnown(run);
  }
  return settled;
}

/** Where a missing key has a meaning, what is not known yet cannot be `MISSING`: it ends the expression. */
function notKnown(run: Run): typeof MISSING {
  if (run.missingIsUnknown) return MISSING;
  throw NOT_KNOWN;
}
