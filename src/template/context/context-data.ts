/** Objects of a context that are used whole: as data, with the values of the functions in them. */

import { isMap, setKey } from "../values.ts";
import { cyclesMet, type Place, resolveLazy } from "./context-functions.ts";
import { type Keys, SECRET } from "./missing-key.ts";
import { MISSING, type Run } from "./run.ts";
import { hasOperator, Unresolved } from "./unresolved.ts";

/**
 * An object of the context as data: with the values of the functions in it, at any depth. Objects without functions are
 * what they are. `MISSING` if one of the functions depends on itself, something `Unresolved` if one is not known yet.
 *
 */
export function settle(object: object, run: Run, from: From): unknown {
  run.plain ??= new Set();
  if (run.plain.has(object)) return object;
  return run.settled?.has(object) || holdsFunction(object, run.plain) ? copy(object, run, from) : object;
}

/** What has led to an object: the keys as messages show them, the lookup's offset, whether it was something secret. */
interface From {
  readonly keys: Keys;
  readonly at: number;
  readonly isSecret?: boolean | undefined;
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

function copy(object: object, run: Run, { keys, at, isSecret: fromSecret }: From): unknown {
  const isList = Array.isArray(object);
  if ((!isList && !isMap(object)) || run.plain?.has(object)) return object;
  run.settled ??= new Map();
  const known = run.settled.get(object);
  if (known !== undefined) {
    run.touchesSecret ||= known.isSecret;
    return known.value;
  }
  const cyclesBefore = cyclesMet();
  const secretBefore = run.forgetSecrets();
  run.enter(1);
  const items: unknown[] = [];
  const entries: Record<string, unknown> = {};
  let isKnown = true;
  // As a part of a document, a map with the key of an operator would be one.
  let isElsewhere = hasOperator(object);
  const members = Object.entries(object);
  run.countSteps(members.length);
  run.countValues(members.length);
  for (const [key, own] of members) {
    const shown = fromSecret ? SECRET : key;
    const place = { keys: [...keys, shown], index: keys.length, container: object, at, isSecret: fromSecret };
    const value = settleMember(own, run, place);
    if (value === MISSING) {
      run.leave(1);
      run.recallSecrets(secretBefore);
      return MISSING;
    }
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
  const isSecret = run.recallSecrets(secretBefore);
  if (cyclesMet() === cyclesBefore) run.settled.set(object, { value: result, isSecret });
  return result;
}

/** A value of a context as data: of a function its value, of an object its copy. */
export function settleMember(member: unknown, run: Run, place: Place): unknown {
  const value = typeof member === "function" ? resolveLazy(member as () => unknown, run, place) : member;
  return typeof value === "object" && value !== null ? copy(value, run, place) : value;
}
