/**
 * Functions in a context: values that are not known before they are looked up. Each is called once at most, and one that
 * is needed to find its own value has none.
 */
import { TemplateError } from "./error.ts";
import { formatChain, type Keys, keyPath, MissingKey } from "./missing.ts";
import { MISSING, type Run } from "./run.ts";
import { hasOperator, Unresolved } from "./unresolved.ts";
import { isMap, setKey } from "./values.ts";

type LazyFunction = () => unknown;

/** How a function of the context gets its value. */
type Resolve = (run: Run) => unknown;

interface Lazy {
  readonly resolve: Resolve;
  /** How it was looked up. */
  keys: Keys;
  /** The index in `running` while it is resolved; else -1. */
  level: number;
  depth: number;
  hasValue: boolean;
  /** `MISSING` if it depends on itself; `missing` tells how. */
  value: unknown;
  missing: MissingKey | undefined;
  /** The lowest level of those in `running` that the value depends on, if it does: then it holds only for the moment. */
  dependsOn: number;
}

/** Where a function stands: the keys looked up, which of them has led to it, its object, and the key's offset. */
interface Place {
  readonly keys: Keys;
  readonly index: number;
  readonly container: object;
  readonly at: number;
  /** Whether the value is a part of the one that is being resolved: who speaks of one speaks of both. */
  readonly isPart?: boolean;
}

const lazies = /* @__PURE__ */ new WeakMap<LazyFunction, Lazy>();

/** Those that are being resolved, each for the sake of the one before it. */
const running: Lazy[] = [];

/** Those whose value holds only for the moment. */
const momentary: Lazy[] = [];

let dependsOn = Number.POSITIVE_INFINITY;

/** Says how a function's value is found during a resolution, instead of by calling it. */
export function defineLazy(lazy: LazyFunction, resolve: Resolve): void {
  lazies.set(lazy, newLazy(resolve));
}

function newLazy(resolve: Resolve): Lazy {
  return {
    resolve,
    keys: [],
    level: -1,
    depth: 0,
    hasValue: false,
    value: undefined,
    missing: undefined,
    dependsOn: Number.POSITIVE_INFINITY,
  };
}

/**
 * A function whose value is computed from values of contexts, with functions among them or in them. It is not known yet
 * if one of those is not, and not there if one of them depends on itself.
 */
export function combineValues(parts: readonly unknown[], compute: (...values: unknown[]) => unknown): LazyFunction {
  const lazy = () => {
    throw new Error("what is combined has a value only during a resolution");
  };
  defineLazy(lazy, (run) => {
    const place = { keys: running.at(-1)!.keys, container: parts, at: 0, isPart: true };
    const values: unknown[] = [];
    for (const part of parts) {
      const value = settleMember(part, run, { ...place, index: place.keys.length - 1 });
      if (value === MISSING) throw run.missingError();
      if (value instanceof Unresolved) return new Unresolved({ kind: "elsewhere" });
      values.push(value);
    }
    return compute(...values);
  });
  return lazy;
}

/** The depth of the resolution that has called the function from which a new resolution begins. */
export function outerDepth(): number {
  return running.at(-1)?.depth ?? 0;
}

/**
 * The value of a function of the context, or `MISSING` where it depends on itself.
 *
 * Who depends on something that is still being resolved may have another value when asked first, so that such a value is
 * kept only until that is resolved: what a lookup gives does not depend on the lookups before it.
 *
 * @throws TemplateError that says which value cannot be resolved
 */
export function resolveLazy(lazy: LazyFunction, run: Run, place: Place): unknown {
  let state = lazies.get(lazy);
  if (state === undefined) {
    state = newLazy(lazy);
    lazies.set(lazy, state);
  }
  if (state.level >= 0) {
    dependsOn = Math.min(dependsOn, state.level);
    const chain = [...running.slice(state.level), state]
      .map((link) => keyPath(link.keys))
      .filter((name, i, names) => name !== names[i - 1] || i === names.length - 1);
    run.missing = new MissingKey(place.keys, place.index, place.at, place.container, chain);
    return MISSING;
  }
  if (!state.hasValue) {
    const unresolved = run.unresolvedValues?.get(lazy);
    if (unresolved !== undefined) return unresolved;
    const value = compute(state, run, place);
    if (value instanceof Unresolved) {
      run.unresolvedValues ??= new Map();
      run.unresolvedValues.set(lazy, value);
      return value;
    }
  }
  dependsOn = Math.min(dependsOn, state.dependsOn);
  if (state.value === MISSING) run.missing = state.missing!.seenFrom(place.at);
  return state.value;
}

function compute(state: Lazy, run: Run, place: Place): unknown {
  const level = running.length;
  const firstMomentary = momentary.length;
  const outerDependsOn = dependsOn;
  dependsOn = Number.POSITIVE_INFINITY;
  state.keys = place.keys.slice(0, place.index + 1);
  state.level = level;
  state.depth = run.depth;
  running.push(state);
  try {
    state.value = resolveOrMissing(state, run, place);
  } finally {
    running.pop();
    state.level = -1;
    state.dependsOn = dependsOn < level ? dependsOn : Number.POSITIVE_INFINITY;
    dependsOn = outerDependsOn;
    if (state.dependsOn > level && momentary.length > firstMomentary) {
      for (const other of momentary.splice(firstMomentary)) other.hasValue = false;
    }
  }
  state.hasValue = !(state.value instanceof Unresolved);
  if (state.dependsOn < level && state.hasValue) momentary.push(state);
  return state.value;
}

function resolveOrMissing(state: Lazy, run: Run, { keys, index, container, at, isPart }: Place): unknown {
  try {
    return state.resolve(run);
  } catch (error) {
    if (isPart) throw error;
    const name = keyPath(state.keys);
    if (!(error instanceof TemplateError)) {
      const reason = error instanceof Error ? error.message : String(error);
      const message = `the context's function ${name} has thrown: ${reason}`;
      throw run.error("context", message, at, { chain: [name], cause: error });
    }
    if (error.code === "circular") {
      state.missing =
        run.missing?.code === "circular" ? run.missing : new MissingKey(keys, index, at, container, [name, name]);
      return MISSING;
    }
    const chain = [name, ...error.chain];
    const broken = rootCause(error);
    const reason = `${formatChain(chain)} cannot be resolved: ${broken.message}`;
    throw run.error(error.code, reason, at, { key: error.key, chain, cause: broken });
  }
}

/** The error of the last value in a chain: those before it only say that it cannot be resolved. */
function rootCause(error: TemplateError): TemplateError {
  return error.chain.length > 0 && error.cause instanceof TemplateError ? error.cause : error;
}

/**
 * An object of the context as data: with the values of the functions in it, at any depth. Objects without functions are
 * what they are. `MISSING` if one of the functions depends on itself, something `Unresolved` if one is not known yet.
 *
 * @param keys the keys that lead to the object
 */
export function settle(object: object, run: Run, keys: Keys, at: number): unknown {
  run.plain ??= new Set();
  if (run.plain.has(object) || !holdsFunction(object, run.plain)) return object;
  return copy(object, run, keys, at);
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
    else setKey(entries, key, value);
  }
  run.leave(1);
  let result: unknown = isList ? items : entries;
  if (!isKnown) {
    result = new Unresolved(
      isElsewhere ? { kind: "elsewhere" } : isList ? { kind: "list", items } : { kind: "map", entries },
    );
  }
  run.settled.set(object, result);
  return result;
}

function settleMember(member: unknown, run: Run, place: Place): unknown {
  const value = typeof member === "function" ? resolveLazy(member as LazyFunction, run, place) : member;
  return typeof value === "object" && value !== null ? copy(value, run, place.keys, place.at) : value;
}
