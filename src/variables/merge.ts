/** JSON Merge Patch (RFC 7396): each level of variables is a patch to the levels below it. */

import { derivedValue } from "../template/context/derived-value.ts";
import { isUnresolved } from "../template/context/unresolved.ts";
import { DEPTH_LIMIT } from "../template/functions/limits.ts";
import { isMap } from "../template/values.ts";
import { checkObject } from "../text/argument.ts";
import { getOwn, setKey } from "../text/own-keys.ts";
import { VariablesError } from "./error.ts";
import type { Variables } from "./map.ts";

/** Is called with the number of entries of each map that is copied. */
export type CountEntries = (entries: number) => void;

/**
 * Merges variables, from the lowest level to the highest: the first is the document, each further one a JSON Merge
 * Patch (RFC 7396) to it. Maps merge key by key; lists and everything else replace what was there; null takes a key
 * away. The layers stay as they are; the result shares unchanged parts with them. A function, as contexts of templates have
 * them, is merged when it is looked up.
 *
 * @throws VariablesError (`limit`) where maps stand in one another more than 1000 deep.
 * @example
 * mergeVariables({ log: { level: "info", json: true }, hosts: ["a", "b"] }, { log: { level: "debug" }, hosts: ["c"] })
 * // { log: { level: "debug", json: true }, hosts: ["c"] }
 */
export function mergeVariables(...layers: readonly Readonly<Variables>[]): Variables {
  for (const [i, layer] of layers.entries()) if (layer !== undefined) checkObject(layer, `layers[${i}]`);
  const [document = {}, ...patches] = layers;
  return mergePatches({ ...document }, patches) as Variables;
}

/**
 * Merges patches into a document. Each map is copied once, not for each patch.
 *
 * @internal
 */
export function mergePatches(document: unknown, patches: readonly unknown[], count?: CountEntries): unknown {
  const copies = new Set<unknown>();
  return patches.reduce((merged, patch) => mergePatch(merged, patch, count, copies), document);
}

/**
 * `MergePatch` of RFC 7396, section 2; undefined in a patch changes nothing.
 *
 * @internal
 * @param copies maps that were copied for this result, and may be changed
 */
export function mergePatch(
  target: unknown,
  patch: unknown,
  count?: CountEntries,
  copies?: Set<unknown>,
  depth = 0,
): unknown {
  if (typeof patch === "function" || (typeof target === "function" && isMap(patch))) {
    const merged = (knownPatch: unknown, known: unknown) => {
      if (knownPatch === undefined) return known;
      return knownPatch === null ? undefined : mergePatch(known, knownPatch, count, undefined, depth);
    };
    return derivedValue([patch, target], merged, replaces);
  }
  if (!isMap(patch)) return patch;
  if (depth === DEPTH_LIMIT) throw new VariablesError("limit", `variables nest deeper than ${DEPTH_LIMIT} maps`);
  const result = ownMap(target, copies, count);
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete result[name];
    else if (value !== undefined)
      setKey(result, name, mergePatch(getOwn(result, name), value, count, copies, depth + 1));
  }
  return result;
}

/** Whether a patch replaces any target: it is a value or a list, or certain to become a text or a list. */
function replaces(patch: unknown): boolean {
  if (!isUnresolved(patch)) return patch !== undefined && patch !== null && !isMap(patch);
  // One expression alone may give a map, or null.
  return patch.rest.kind === "list" || (patch.rest.kind === "text" && patch.rest.pieces.length > 1);
}

/**
 * A map that may be changed: the target if it is in `copies`, else a copy of it, which joins them; an empty one if the target
 * is no map.
 *
 * @internal
 */
export function ownMap(target: unknown, copies?: Set<unknown>, count?: CountEntries): Variables {
  let copy: Variables = {};
  if (isMap(target)) {
    if (copies?.has(target)) return target;
    count?.(Object.keys(target).length);
    copy = { ...target };
  }
  copies?.add(copy);
  return copy;
}
