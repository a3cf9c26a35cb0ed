/** `--var` over variables: the highest level, whose dotted keys reach into maps and lists. */

import { derivedValue } from "../template/context/derived-value.ts";
import { DEPTH_LIMIT } from "../template/functions/limits.ts";
import { isMap, setKey } from "../template/values.ts";
import { VariablesError } from "./error.ts";
import { getOwn, type Variables } from "./map.ts";

/**
 * Variables with single values replaced. A key that the variables have as it stands is that one; otherwise its dots
 * lead into maps and, as numbers, to elements of lists. A list can grow by one element at its end; what is missing on
 * the way is made (a list where the next part is `0`, otherwise a map), and what is neither map nor list gives way.
 * Nothing that is given is changed.
 *
 * @throws VariablesError (`var-flag`) for a key with nothing between two dots, or an element that a list cannot have.
 * @example
 * overrideVariables({ db: { host: "a", ports: [1, 2] } }, { "db.host": "b", "db.ports.1": "9" })
 * // { db: { host: "b", ports: [1, "9"] } }
 */
export function overrideVariables(
  variables: Readonly<Variables>,
  overrides: Readonly<Record<string, string>>,
): Variables {
  return overrideEach(variables, overrides, (error) => {
    throw error;
  });
}

/**
 * The same, with something in the place of each variable that cannot be what an override says.
 *
 * @internal
 */
export function overrideEach(
  variables: Readonly<Variables>,
  overrides: Readonly<Record<string, string>>,
  insteadOf: (error: unknown) => unknown,
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
      checkParts(name, path, key);
      setKey(result, name, withValue(getOwn(result, name), path, value, key, copies));
    } catch (error) {
      setKey(result, name, insteadOf(error));
    }
  }
  return result;
}

function checkParts(name: string, path: readonly string[], key: string): void {
  if (name === "" || path.includes("")) {
    // What begins with nothing may be the rest of a value with a comma, which is not told.
    const shown = name === "" ? "" : ` ${key}`;
    throw new VariablesError("var-flag", `--var${shown}: a part of the key is empty; write the parts between dots`);
  }
  if (path.length > DEPTH_LIMIT) {
    throw new VariablesError("limit", `--var: a key has more than ${DEPTH_LIMIT} parts between dots`);
  }
}

/** @param copies lists and maps that are copies already, and may be changed */
function withValue(
  target: unknown,
  path: readonly string[],
  value: string,
  key: string,
  copies: Set<unknown>,
): unknown {
  const [part, ...rest] = path;
  if (part === undefined) return value;
  if (typeof target === "function")
    return derivedValue([target], (known) => withValue(known, path, value, key, new Set()));
  const isElement = Array.isArray(target) ? /^(?:0|[1-9]\d*)$/.test(part) : part === "0" && !isMap(target);
  if (isElement) {
    const list = (copies.has(target) ? target : Array.isArray(target) ? [...target] : []) as unknown[];
    copies.add(list);
    const index = Number(part);
    if (index > list.length) {
      const reason = `--var ${key}: there is no element ${part} in a list of ${list.length}; the next one is ${list.length}`;
      throw new VariablesError("var-flag", reason);
    }
    list[index] = withValue(list[index], rest, value, key, copies);
    return list;
  }
  const map = (copies.has(target) && isMap(target) ? target : isMap(target) ? { ...target } : {}) as Variables;
  copies.add(map);
  setKey(map, part, withValue(getOwn(map, part), rest, value, key, copies));
  return map;
}
