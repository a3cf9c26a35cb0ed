/** Objects of a context that are used as a whole: as data, with the values of the functions in them. */

import { setKey } from "../../../text/own-keys.ts";
import { isMap } from "../values.ts";
import { type ContextFunction, type LookupPosition, resolveContextFunction } from "./context-functions.ts";
import { MissingKey, SECRET } from "./missing-key.ts";
import type { Run } from "./run.ts";
import { hasOperator, Unresolved } from "./unresolved.ts";

/** How an object was reached: the keys as messages show them, the lookup's offset, and whether it is secret. */
type Origin = Pick<LookupPosition, "keys" | "at" | "isSecret">;

/**
 * An object of the context as data: a copy with the values of the functions in it at any depth, or the object itself if it
 * has none. A `MissingKey` if a function depends on itself, `Unresolved` if a value is not known yet.
 */
export function objectData(object: object, run: Run, from: Origin): unknown {
  run.plainObjects ??= new Set();
  if (run.plainObjects.has(object)) return object;
  return run.objectData?.has(object) || holdsFunction(object, run.plainObjects) ? copy(object, run, from) : object;
}

/** Whether an object contains a function at any depth. If not, it and everything in it is added to `plain`. */
function holdsFunction(object: object, plain: Set<object>): boolean {
  const seen = new Set<object>([object]);
  for (const container of seen) {
    if (container instanceof Unresolved) return true;
    // Any other object (such as a Date) is a value.
    if (!Array.isArray(container) && !isMap(container)) continue;
    for (const value of Object.values(container)) {
      if (typeof value === "function") return true;
      if (typeof value === "object" && value !== null && !plain.has(value)) seen.add(value);
    }
  }
  for (const container of seen) plain.add(container);
  return false;
}

/** The copy of a list or a map; any other value itself. */
function copy(object: unknown, run: Run, { keys, at, isSecret: fromSecret }: Origin): unknown {
  const isList = Array.isArray(object);
  if ((!isList && !isMap(object)) || run.plainObjects?.has(object)) return object;
  run.objectData ??= new Map();
  const known = run.objectData.get(object) ?? run.unresolvedValue(object);
  if (known !== undefined) {
    if (known.isSecret) run.secretsSeen++;
    return known.value;
  }
  const cyclesBefore = run.frames?.cyclesMet ?? 0;
  const secretsBefore = run.secretsSeen;
  run.enter(1);
  const items: unknown[] = [];
  const entries: Record<string, unknown> = {};
  let isKnown = true;
  // As a part of a document, a map with an operator's key would be an operator.
  let isElsewhere = hasOperator(object);
  const members = Object.entries(object);
  run.countSteps(members.length);
  run.countValues(members.length);
  for (const [key, member] of members) {
    let value = member;
    if (typeof member === "function" || typeof member === "object") {
      const shown = fromSecret ? SECRET : key;
      const position = { keys: [...keys, shown], index: keys.length, container: object, at, isSecret: fromSecret };
      value = memberData(member, run, position);
    }
    if (value instanceof MissingKey) {
      run.leave(1);
      return value;
    }
    if (value instanceof Unresolved) {
      isKnown = false;
      isElsewhere ||= value.rest.kind === "elsewhere";
    }
    if (isList) items.push(value);
    // A function that returns undefined has no value, as in lookups.
    else if (value !== undefined || typeof member !== "function") setKey(entries, key, value);
  }
  run.leave(1);
  let result: unknown = isList ? items : entries;
  if (!isKnown) {
    result = new Unresolved(
      isElsewhere ? { kind: "elsewhere" } : isList ? { kind: "list", items } : { kind: "map", entries },
    );
  }
  const isSecret = run.secretsSeen > secretsBefore;
  if ((run.frames?.cyclesMet ?? 0) === cyclesBefore) {
    if (isKnown) run.objectData.set(object, { value: result, isSecret });
    else run.keepUnresolved(object, { value: result, isSecret });
  }
  return result;
}

/** A member of an object of the context as data: the value of a function, or the copy of an object. */
export function memberData(member: unknown, run: Run, position: LookupPosition): unknown {
  const isFunction = typeof member === "function";
  const value = isFunction ? resolveContextFunction(member as ContextFunction, run, position) : member;
  return copy(value, run, position);
}
