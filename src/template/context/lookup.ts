/** Lookups of keys in a context, and in the values found there: own keys only, left to right. */
import type { TemplateError } from "../error.ts";
import type { Evaluate } from "../resolve/evaluate.ts";
import type { Expression, Lookup } from "../syntax/tree.ts";
import { settle } from "./context-data.ts";
import { resolveLazy } from "./context-functions.ts";
import { type Keys, keyPath, MissingKey, SECRET } from "./missing-key.ts";
import { MISSING, NOT_KNOWN, type Run } from "./run.ts";
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
  const findIn = findFrom(lookup, object, keys[0]);
  if (keys.every((key) => typeof key !== "function")) return (run) => findIn(keys, keys, run);
  return (run) => {
    const values: Keys = [];
    /** As messages show them. */
    const shown: Keys = [];
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i]!;
      const before = run.forgetSecrets();
      const value = typeof key === "function" ? key(run) : key;
      const isSecret = run.recallSecrets(before);
      if (value === MISSING) return MISSING;
      if (typeof value !== "string" && typeof value !== "number") {
        throw run.error(
          "type",
          `a key in brackets must be a string or a number, not ${typeof value}`,
          lookup.keys[i]!.at,
        );
      }
      values.push(value);
      shown.push(isSecret ? SECRET : value);
    }
    return findIn(values, shown, run);
  };
}

type Find = (keys: Keys, shown: Keys, run: Run) => unknown;

/** Finds keys in the value of an expression, in the loop's item, or in the context; there, what `secrets` holds is secret. */
function findFrom(lookup: Lookup, object: Evaluate | undefined, first: unknown): Find {
  if (object !== undefined) {
    return (keys, shown, run) => {
      const before = run.forgetSecrets();
      const root = object(run);
      const isSecret = run.recallSecrets(before);
      return root === MISSING ? MISSING : find(lookup, keys, shown, root, run, isSecret ? 0 : NEVER);
    };
  }
  if (first === "item") {
    return (keys, shown, run) =>
      find(lookup, keys, shown, run.loop ?? run.context, run, run.loop?.isSecret === true ? 2 : NEVER);
  }
  const secretFrom = first === "secrets" ? 2 : NEVER;
  return (keys, shown, run) => find(lookup, keys, shown, run.context, run, secretFrom);
}

/** More keys than there can be; a small integer, which compares quickly. */
const NEVER = 2 ** 30 - 1;

/**
 * @param shown the keys as messages show them
 * @param secretFrom how many keys lead to something whose content is secret, its keys too; `NEVER` if there is no such
 */
function find(lookup: Lookup, keys: Keys, shown: Keys, root: unknown, run: Run, secretFrom: number): unknown {
  if (secretFrom !== NEVER) run.touchesSecret = true;
  let value = root;
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i]!;
    if (typeof value !== "object" || value === null) throw keylessError(value, lookup, shown, i, run);
    if (run.partial && value instanceof Unresolved) return notKnown(run);
    const container: object = value;
    value = Object.hasOwn(container, key) ? (container as Record<string | number, unknown>)[key] : undefined;
    if (typeof value === "function") {
      const before = run.forgetSecrets();
      const place = { keys: shown, index: i, container, at: lookup.keys[i]!.at, isSecret: secretFrom !== NEVER };
      value = resolveLazy(value as () => unknown, run, place);
      // Of what is made of a secret, also the keys are.
      if (run.recallSecrets(before) && secretFrom === NEVER) secretFrom = i + 1;
      if (value === MISSING) return MISSING;
    }
    if (value === undefined) {
      run.missing = new MissingKey(shown, i, lookup.keys[i]!.at, i < secretFrom ? container : undefined);
      return MISSING;
    }
  }
  if (typeof value !== "object" || value === null) return value;
  return settled(value, lookup, shown, run, secretFrom !== NEVER);
}

function keylessError(value: unknown, lookup: Lookup, shown: Keys, index: number, run: Run): TemplateError {
  const found = index === 0 ? "the value" : keyPath(shown.slice(0, index));
  const type = value === null ? "null" : `a ${typeof value}`;
  return run.error("type", `${found} is ${type}, so it has no key ${keyPath([shown[index]!])}`, lookup.keys[index]!.at);
}

function settled(object: object, lookup: Lookup, shown: Keys, run: Run, isSecret: boolean): unknown {
  const value = settle(object, run, { keys: shown, at: lookup.keys[0]!.at, isSecret });
  if (!(value instanceof Unresolved)) return value;
  if (!run.partial) {
    run.missing = new MissingKey(shown, shown.length - 1, lookup.keys.at(-1)!.at, {});
    return MISSING;
  }
  if (value.rest.kind !== "elsewhere") run.unresolved = { lookup, value };
  return notKnown(run);
}

/** Where a missing key has a meaning, what is not known yet cannot be `MISSING`: it ends the expression. */
function notKnown(run: Run): typeof MISSING {
  if (run.missingIsUnknown) return MISSING;
  throw NOT_KNOWN;
}
