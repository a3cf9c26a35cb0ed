/** JSON objects whose values are read by the runtime, several times as fast as with their places. */

import { KUBERNETES } from "../yaml/dialect.ts";
import { readJsonObject } from "../yaml/json.ts";
import { LazyNode, type PlaceDemand } from "../yaml/lazy-node.ts";
import type { MappingNode } from "../yaml/node.ts";

/**
 * The object that a text is, with nothing but blanks around it; undefined for what only `readJsonObject` can say: no JSON,
 * a key that is there twice, a number that JSON's readers do not read alike, collections in too many others. Undefined
 * also if the object's places will be asked for.
 *
 * @param at where it begins
 * @param members how many members the object has, and all objects in it
 */
export function lazyJsonObject(
  text: string,
  at: number,
  members: number,
  demand: PlaceDemand,
): MappingNode | undefined {
  if (demand.next()) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  return countMembers(value, 0) === members
    ? new LazyNode(
        value as Record<string, unknown>,
        demand.noted(() => readJsonObject(text, at)!),
      )
    : undefined;
}

/** The members of all objects in a value; NaN if there is something in it that needs another look. */
function countMembers(value: unknown, depth: number): number {
  if (typeof value === "number") return isReadAlike(value) ? 0 : Number.NaN;
  if (typeof value !== "object" || value === null) return 0;
  if (depth >= KUBERNETES.maxDepth - 1) return Number.NaN;
  let count = 0;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) count += countMembers(value[i], depth + 1);
    return count;
  }
  const members = value as Record<string, unknown>;
  for (const name in members) count += 1 + countMembers(members[name], depth + 1);
  return count;
}

/** Whether a number is none that Kubernetes reads with more digits, as a string, or without its sign. */
function isReadAlike(value: number): boolean {
  return Number.isInteger(value) ? Number.isSafeInteger(value) && !Object.is(value, -0) : Number.isFinite(value);
}
