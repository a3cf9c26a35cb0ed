/** Lookups of keys in a context, and in the values found there: own keys only, left to right. */

import type { TemplateError } from "../error.ts";
import type { Language } from "../syntax/language.ts";
import type { Expression, Lookup } from "../syntax/tree.ts";
import { typeOf } from "../values.ts";
import { objectData } from "./context-data.ts";
import { type ContextFunction, resolveContextFunction } from "./context-functions.ts";
import { type Keys, keyPath, MissingKey, SECRET } from "./missing-key.ts";
import { type Evaluate, Run, type TemplateContext } from "./run.ts";
import { NOT_KNOWN_YET, NoValue, Unresolved } from "./unresolved.ts";

/**
 * Evaluates a lookup. The result is `Unresolved` with content only if that is the value looked up, and `NOT_KNOWN_YET` if
 * something before the last key is not known yet.
 *
 * @param object the object of the keys; undefined for the context
 * @param compile returns the evaluation of a key in brackets
 */
export function compileLookup(
  lookup: Lookup,
  object: Evaluate | undefined,
  compile: (expression: Expression) => Evaluate,
): Evaluate {
  const keys = lookup.keys.map(({ key }) => (typeof key === "object" ? compile(key) : key));
  const isConstant = keys.every((key) => typeof key !== "function");
  if (isConstant && object === undefined && keys[0] !== "item") {
    // Most lookups take this path, which saves a call.
    const secretFrom = keys[0] === "secrets" ? 2 : NEVER;
    return (run) => find(lookup, keys, keys, run.context, run, secretFrom);
  }
  if (isConstant) return (run) => findFrom(object, lookup, keys, keys, run);
  return (run) => {
    const values: Keys = [];
    /** The keys in the form that messages show. */
    const shown: Keys = [];
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i]!;
      const before = run.secretsSeen;
      const value = typeof key === "function" ? key(run) : key;
      const isSecret = run.secretsSeen > before;
      if (value instanceof NoValue) return withoutContent(value);
      if (typeof value !== "string" && typeof value !== "number") {
        throw run.error(
          "type",
          `a key in brackets must be a string or a number, not ${typeOf(value)}`,
          lookup.keys[i]!.at,
        );
      }
      values.push(value);
      shown.push(isSecret ? SECRET : value);
    }
    return findFrom(object, lookup, values, shown, run);
  };
}

/** Finds keys in the value of an expression, in the loop's item, or in the context. Everything in `secrets` is secret. */
function findFrom(object: Evaluate | undefined, lookup: Lookup, keys: Keys, shown: Keys, run: Run): unknown {
  if (object === undefined) {
    const loop = keys[0] === "item" ? run.loop : undefined;
    const isSecret = keys[0] === "secrets" || loop?.isSecret === true;
    return find(lookup, keys, shown, loop ?? run.context, run, isSecret ? 2 : NEVER);
  }
  const before = run.secretsSeen;
  const root = object(run);
  const isSecret = run.secretsSeen > before;
  return root instanceof NoValue ? withoutContent(root) : find(lookup, keys, shown, root, run, isSecret ? 0 : NEVER);
}

/** Larger than any number of keys. (A small integer is faster to compare.) */
const NEVER = 2 ** 30 - 1;

/**
 * @param shown the keys in the form that messages show
 * @param secretFrom the number of keys that lead to something whose content and keys are secret; `NEVER` if nothing is
 */
function find(lookup: Lookup, keys: Keys, shown: Keys, root: unknown, run: Run, secretFrom: number): unknown {
  // Secrets that are not known yet cannot end up in a value.
  if (secretFrom === 2 && !((root as TemplateContext).secrets instanceof Unresolved)) run.secretsSeen++;
  let value = root;
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i]!;
    if (typeof value !== "object" || value === null) throw keylessError(value, lookup, shown, i, run);
    if (run.partial && value instanceof Unresolved) return NOT_KNOWN_YET;
    const container: object = value instanceof Unresolved ? {} : value;
    value = Object.hasOwn(container, key) ? (container as Record<string | number, unknown>)[key] : undefined;
    if (typeof value === "function") {
      const before = run.secretsSeen;
      const position = { keys: shown, index: i, container, at: lookup.keys[i]!.at, isSecret: secretFrom !== NEVER };
      value = resolveContextFunction(value as ContextFunction, run, position);
      // The keys of a value that depends on a secret are secret, too.
      if (run.secretsSeen > before && secretFrom === NEVER) secretFrom = i + 1;
      if (value instanceof MissingKey) return absent(value, run);
    }
    if (value === undefined) {
      return absent(new MissingKey(shown, i, lookup.keys[i]!.at, i < secretFrom ? container : undefined), run);
    }
  }
  if (typeof value !== "object" || value === null) return value;
  const data = objectData(value, run, { keys: shown, at: lookup.keys[0]!.at, isSecret: secretFrom !== NEVER });
  if (data instanceof Unresolved && !run.partial) {
    const last = shown.length - 1;
    return new MissingKey(shown, last, lookup.keys[last]!.at, { [shown[last]!]: undefined });
  }
  return data instanceof MissingKey ? absent(data, run) : data;
}

function keylessError(value: unknown, lookup: Lookup, shown: Keys, index: number, run: Run): TemplateError {
  const found = index === 0 ? "the value" : keyPath(shown.slice(0, index));
  return run.error(
    "type",
    `${found} is ${typeOf(value)}, so it has no key ${keyPath([shown[index]!])}`,
    lookup.keys[index]!.at,
  );
}

/** The result of looking up a missing key. */
function absent(missing: MissingKey, run: Run): unknown {
  return run.missingIsUnknown ? NOT_KNOWN_YET : missing;
}

/** The result of a lookup whose object or key has no value. */
function withoutContent(value: NoValue): unknown {
  return value instanceof Unresolved ? NOT_KNOWN_YET : value;
}

/**
 * The value at some keys of a context, for editors; undefined if the key does not exist. Functions in a map or a list are
 * not called.
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
      value = resolveContextFunction(value as ContextFunction, run, position);
    }
    if (value instanceof MissingKey) return undefined;
  }
  return value;
}
