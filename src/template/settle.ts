/** Objects of a context that are used whole: as data, with the values of the functions in them. */
import { cyclesMet, type Place, resolveLazy } from "./lazy.ts";
import type { Keys } from "./missing.ts";
import { MISSING, type Run } from "./run.ts";
import { hasOperator, Unresolved } from "./unresolved.ts";
import { isMap, setKey } from "./values.ts";

/**
 * An object of the context as data: with the values of the functions in it, at any depth. Objects without functions are
 * what they are. `MISSING` if one of the functions depends on itself, something `Unresolved` if one is not known yet.
 *
 * @param keys the keys that lead to the object
 */
export function settle(object: object, run: Run, keys: Keys, at: number): unknown {
  run.plain ??= new Set();
  if (run.plain.has(object)) return object;
  const known = run.settled?.get(object);
  if (known !== undefined) return known;
  return holdsFunction(object, run.plain) ? copy(object, run, keys, at) : object;
}

/** Whether there is a function anywhere in an object; if not, it and all in it join `plain`. */
function holdsFunction(object: object, plain: Set<object>): boolean {
  const seen = new Set<object>([object]);
  for (const container of seen) {
    if (container instanceof Unresolved) return true;
    // Whatever else is an object (a Date, say) is a value as it is.
    if (!Array.isArray(container) && !isMap(container)) continue;
    for (const value of Object.values(container)) {
      if (typeof value === "function") return true;
      if (typeof value === "object" && value !== null && !plain.has(value)) seen.add(value);
    }
  }
  for (const container of seen) plain.add(container);
  return false;
}

function copy(object: object, run: Run, keys: Keys, at: number): unknown {
  const isList = Array.isArray(object);
  if ((!isList && !isMap(object)) || run.plain?.has(object)) return object;
  run.settled ??= new Map();
  const known = run.settled.get(object);
  if (known !== undefined) return known;
  const cyclesBefore = cyclesMet();
  run.enter(1);
  const items: unknown[] = [];
  const entries: Record<string, unknown> = {};
  let isKnown = true;
  // As a part of a document, a map with the key of an operator would be one.
  let isElsewhere = hasOperator(object);
  for (const [key, own] of Object.entries(object)) {
    const value = settleMember(own, run, { keys: [...keys, key], index: keys.length, container: object, at });
    if (value === MISSING) return MISSING;
    if (value instanceof Unresolved) {
      isKnown = false;
      isElsewhere ||= value.rest.kind === "elsewhere";
    }
    if (isList) items.push(value);
    // A function that gives undefined is no value, as in lookups.
    else if (value !== undefined || typeof own !== "function") setKey(entries, key, value);
  }
  run.leave(1);
  let result: unknown = isList ? items : entries;
  if (!isKnown) {
    result = new Unresolved(
      isElsewhere ? { kind: "elsewhere" } : isList ? { kind: "list", items } : { kind: "map", entries },
    );
  }
  if (cyclesMet() === cyclesBefore) run.settled.set(object, result);
  return result;
}

/** A value of a context as data: of a function its value, of an object its copy. */
export function settleMember(member: unknown, run: Run, place: Place): unknown {
  const value = typeof member === "function" ? resolveLazy(member as () => unknown, run, place) : member;
  return typeof value === "object" && value !== null ? copy(value, run, place.keys, place.at) : value;
}
