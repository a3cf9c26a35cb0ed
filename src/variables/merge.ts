/** JSON Merge Patch (RFC 7396), by which every level of variables lies over the ones below it. */
import { DEPTH_LIMIT } from "../template/functions/limits.ts";
import { VariablesError } from "./error.ts";
import { getOwn, isMap, setOwn, type Variables } from "./map.ts";

/**
 * Merges variables, from the lowest level to the highest: the first is the document, each further one a JSON Merge
 * Patch (RFC 7396) to it. Maps merge key by key; lists and everything else replace what was there; null takes a key
 * away. Nothing that is given is changed; the result shares with it what needed no change.
 *
 * @throws VariablesError (`limit`) where maps stand in one another more than 1000 deep.
 * @example
 * mergeVariables({ log: { level: "info", json: true }, hosts: ["a", "b"] }, { log: { level: "debug" }, hosts: ["c"] })
 * // { log: { level: "debug", json: true }, hosts: ["c"] }
 */
export function mergeVariables(...layers: readonly Readonly<Variables>[]): Variables {
  const [document = {}, ...patches] = layers;
  return patches.reduce<Variables>((merged, patch) => patched(merged, patch, 0) as Variables, { ...document });
}

/** RFC 7396, section 2, word for word. */
function patched(target: unknown, patch: unknown, depth: number): unknown {
  if (!isMap(patch)) return patch;
  if (depth === DEPTH_LIMIT) throw new VariablesError("limit", `variables nest deeper than ${DEPTH_LIMIT} maps`);
  const result: Variables = isMap(target) ? { ...target } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete result[name];
    else if (value !== undefined) setOwn(result, name, patched(getOwn(result, name), value, depth + 1));
  }
  return result;
}
