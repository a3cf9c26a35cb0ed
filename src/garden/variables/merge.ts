/** JSON Merge Patch (RFC 7396): each level of variables is a patch to the levels below it. */

import { checkObject } from "../../text/argument.ts";
import { getOwn, setKey } from "../../text/own-keys.ts";
import { derivedValue } from "../template/context/context-functions.ts";
import { hasOperator, isUnresolved, Unresolved } from "../template/context/unresolved.ts";
import { DEPTH_LIMIT } from "../template/limits.ts";
import { isMap, type Variables } from "../template/values.ts";
import { VariablesError } from "./error.ts";

/** Called with the number of entries of each map that is copied. */
export type CountEntries = (entries: number) => void;

/**
 * Merges variables, from the lowest level to the highest: the first is the document, and each further one is a JSON Merge
 * Patch (RFC 7396) to it. Maps are merged key by key. Lists and other values replace the previous value. Null removes a key.
 * The layers are not changed; the result shares unchanged parts with them. A function, as in the contexts of templates, is
 * merged when it is looked up.
 *
 * @throws VariablesError (`limit`) for maps that are nested deeper than 1000 levels.
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
 * Merges patches into a document. Each map is copied at most once.
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
 * @param copies maps that were copied for this result, and can be changed
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
  if (isUnresolved(target) || isUnresolved(patch)) {
    const known = [target, patch].map(entriesIfKnown);
    if (known[0] !== target || known[1] !== patch) return mergePatch(known[0], known[1], count, copies, depth);
    if (isMergeable(target) && isMergeable(patch)) return mergeLate(target, patch);
  }
  if (!isMap(patch)) return patch;
  if (depth === DEPTH_LIMIT)
    throw new VariablesError("limit", `the variables are nested deeper than ${DEPTH_LIMIT} maps`);
  const result = ownMap(target, copies, count);
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete result[name];
    else if (value !== undefined)
      setKey(result, name, mergePatch(getOwn(result, name), value, count, copies, depth + 1));
  }
  return result;
}

/** The entries of a map that is known except for parts of its values; any other value itself. */
function entriesIfKnown(value: unknown): unknown {
  const entries = isUnresolved(value) && value.rest.kind === "map" ? value.rest.entries : undefined;
  return entries === undefined || hasOperator(entries) ? value : entries;
}

/** Whether a patch can be merged with a value instead of replacing it. */
function isMergeable(value: unknown): boolean {
  return isMap(value) || (isUnresolved(value) && !replaces(value));
}

/** @internal In documents, a value that is not known yet and that no template expresses. Resolving it is an error. */
export const UNKNOWN = /* @__PURE__ */ new Unresolved({
  kind: "text",
  pieces: [{ text: "${unknown}", isTemplate: true }],
});

/** Merges two maps, at least one of which is not known yet: `$merge`, and unknown values where it could replace a map. */
function mergeLate(target: unknown, patch: unknown): unknown {
  const late = [target, patch].filter(isUnresolved);
  const elsewhere = late.find(({ rest }) => rest.kind === "elsewhere");
  if (elsewhere !== undefined) return elsewhere;
  const known = isUnresolved(patch) ? target : patch;
  // JavaScript sorts keys that are numbers first.
  if (!isMap(known) || Object.keys(known).some((name) => /^\$|^\d+$/.test(name))) return UNKNOWN;
  const plain: [string, unknown][] = [];
  const merged: [string, unknown][] = [["$merge", late[0]]];
  for (const [name, value] of Object.entries(known)) {
    if (!replaces(value)) merged.push([name, UNKNOWN]);
    else (isUnresolved(patch) ? plain : merged).push([name, value]);
  }
  return new Unresolved({ kind: "map", entries: Object.fromEntries([...plain, ...merged]) });
}

/** Whether a patch replaces any target: a value or a list, or something that can only become a text or a list. */
function replaces(patch: unknown): boolean {
  if (!isUnresolved(patch)) return patch !== undefined && patch !== null && !isMap(patch);
  // A single expression can resolve to a map or null.
  return patch.rest.kind === "list" || (patch.rest.kind === "text" && patch.rest.pieces.length > 1);
}

/**
 * A map that can be changed: the target if it is in `copies`, otherwise a copy of it, which is added to `copies`; an empty
 * map if the target is not a map.
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
