/** `--var`: the highest level of variables. Dots in a key lead into maps and lists. */

import { checkObject } from "../../text/argument.ts";
import { getOwn, setKey } from "../../text/own-keys.ts";
import { derivedValue } from "../template/context/context-functions.ts";
import { isUnresolved } from "../template/context/unresolved.ts";
import { DEPTH_LIMIT } from "../template/limits.ts";
import { isMap, type Variables } from "../template/values.ts";
import { VariablesError } from "./error.ts";
import { mergePatch, ownMap, UNKNOWN } from "./merge.ts";

/**
 * Variables with single values replaced. A key that is the whole name of a variable replaces that variable. Otherwise the
 * dots of the key lead into maps and, as numbers, to elements of lists. A list can grow by one element at its end. Missing
 * maps and lists are created (a list if the next part is `0`) and replace values of other types. The given variables are not
 * changed.
 *
 * @throws VariablesError (`var-flag`) for a key with an empty part, or an index beyond the end of a list.
 * @example
 * overrideVariables({ db: { host: "a", ports: [1, 2] } }, { "db.host": "b", "db.ports.1": "9" })
 * // { db: { host: "b", ports: [1, "9"] } }
 */
export function overrideVariables(
  variables: Readonly<Variables>,
  overrides: Readonly<Record<string, string>>,
): Variables {
  checkObject(variables, "variables");
  checkObject(overrides, "overrides");
  return overrideEach(variables, overrides);
}

function rethrow(error: unknown): never {
  throw error;
}

/** @internal Like `overrideVariables`. Where it is not known yet which variables exist, a key with dots makes its variable unknown. */
export function overrideLate(variables: unknown, overrides: Readonly<Record<string, string>>): unknown {
  if (!isUnresolved(variables)) return overrideVariables(variables as Variables, overrides);
  const patch = Object.entries(overrides).map(([key, value]) => {
    const dot = key.indexOf(".");
    return dot === -1 ? [key, value] : [key.slice(0, dot), UNKNOWN];
  });
  return patch.length === 0 ? variables : mergePatch(variables, Object.fromEntries(patch));
}

/**
 * Like `overrideVariables`, for overrides that can fail.
 *
 * @internal
 * @param insteadOf returns the value of a variable whose override fails; by default, the error is thrown
 * @param option the option that sets the overrides, for errors
 */
export function overrideEach(
  variables: Readonly<Variables>,
  overrides: Readonly<Record<string, string>>,
  insteadOf: (error: unknown) => unknown = rethrow,
  option = "--var",
): Variables {
  const result = { ...variables };
  const copies = new Set<unknown>();
  for (const [key, value] of Object.entries(overrides)) {
    if (Object.hasOwn(variables, key)) {
      setKey(result, key, value);
      continue;
    }
    const [name = "", ...path] = key.split(".");
    try {
      checkParts(name, path, key, option);
      setKey(result, name, withValue(getOwn(result, name), path, value, `${option} ${key}`, copies));
    } catch (error) {
      setKey(result, name, insteadOf(error));
    }
  }
  return result;
}

function checkParts(name: string, path: readonly string[], key: string, option: string): void {
  if (name === "" || path.includes("")) {
    // A key that starts with a dot can be the rest of a value with a comma, which can be secret.
    const shown = name === "" ? "" : ` ${key}`;
    throw new VariablesError(
      "var-flag",
      `${option}${shown}: a part of the key is empty; write a name on each side of a dot`,
    );
  }
  if (path.length > DEPTH_LIMIT) {
    throw new VariablesError("limit", `${option}: a key has more than ${DEPTH_LIMIT} parts`);
  }
}

/** @param copies lists and maps that were copied for this result, and can be changed */
function withValue(
  target: unknown,
  path: readonly string[],
  value: string,
  label: string,
  copies: Set<unknown>,
): unknown {
  const [part, ...rest] = path;
  if (part === undefined) return value;
  if (typeof target === "function")
    return derivedValue([target], (known) => withValue(known, path, value, label, new Set()));
  if (isUnresolved(target)) {
    const isList = target.rest.kind === "list" || /^\d+$/.test(part);
    return isList ? UNKNOWN : mergePatch(target, withValue({}, path, value, label, copies));
  }
  const isElement = Array.isArray(target) ? /^(?:0|[1-9]\d*)$/.test(part) : part === "0" && !isMap(target);
  if (isElement) {
    const list = (copies.has(target) ? target : Array.isArray(target) ? [...target] : []) as unknown[];
    copies.add(list);
    const index = Number(part);
    if (index > list.length) {
      const reason = `${label}: no such element: ${part} in a list of ${list.length}; the next index is ${list.length}`;
      throw new VariablesError("var-flag", reason);
    }
    list[index] = withValue(list[index], rest, value, label, copies);
    return list;
  }
  const map = ownMap(target, copies);
  setKey(map, part, withValue(getOwn(map, part), rest, value, label, copies));
  return map;
}
