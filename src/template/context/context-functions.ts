/**
 * Functions in a context: values that are not known before they are looked up. Each is called once, and one that is
 * needed to find its own value has none.
 *
 * Values that depend on each other in a cycle may have other values when another one of them is looked up first. What a
 * lookup gives must not depend on the lookups before it; so what is found out on the way to one of them holds only until
 * that one is resolved, and what one of them is when looked up alone does not count on the way to another.
 */
import { TemplateError } from "../error.ts";
import { formatChain, type Keys, keyPath, MissingKey } from "./missing-key.ts";
import { MISSING, type Run } from "./run.ts";
import { Unresolved } from "./unresolved.ts";

type LazyFunction = () => unknown;

/** How a function of the context gets its value. */
type Resolve = (run: Run) => unknown;

/** A value; `MISSING` if it depends on itself, and then how. */
interface Answer {
  readonly value: unknown;
  readonly missing: MissingKey | undefined;
}

/** The lowest level of those in `running` that an answer depends on: its own if it closes a cycle, `NONE` if none. */
export interface FoundAnswer extends Answer {
  readonly dependsOn: number;
  /** Whether the value is made of something secret. */
  readonly isSecret: boolean;
}

const NONE = Number.POSITIVE_INFINITY;

interface Lazy {
  readonly resolve: Resolve;
  /** Whether it is somebody else's, who may say anything in errors. */
  readonly isForeign: boolean;
  /** How it was looked up. */
  keys: Keys;
  /** The index in `running` while it is resolved; else -1. */
  level: number;
  /** The resolution that has called it. */
  run: Run | undefined;
  /** What it is when it is looked up alone. */
  alone: FoundAnswer | undefined;
  /** What it is on the way to another value of its cycle. */
  onTheWay: FoundAnswer | undefined;
  /** Another one of its cycle, or itself. */
  cycle: Lazy;
}

/** Where a function stands: the keys looked up, which of them has led to it, its object, and the key's offset. */
export interface Place {
  readonly keys: Keys;
  readonly index: number;
  readonly container: object;
  readonly at: number;
  /** Whether what has led here is secret, so that the value is. */
  readonly isSecret?: boolean | undefined;
  /** Whether the value is a part of the one that is being resolved: who speaks of one speaks of both. */
  readonly isPart?: boolean;
}

const lazies = /* @__PURE__ */ new WeakMap<LazyFunction, Lazy>();

/** Those that are being resolved, each for the sake of the one before it. */
const running: Lazy[] = [];

/** Those with an answer `onTheWay`. */
const onTheWay: Lazy[] = [];

/** The lowest level that the value which is being resolved depends on so far. */
let lowest = NONE;

let cycles = 0;

/** Says how a function's value is found during a resolution, instead of by calling it. */
export function defineLazy(lazy: LazyFunction, resolve: Resolve): void {
  lazies.set(lazy, newLazy(resolve, false));
}

function newLazy(resolve: Resolve, isForeign: boolean): Lazy {
  const lazy = { resolve, isForeign, keys: [], level: -1, run: undefined, alone: undefined, onTheWay: undefined };
  return Object.assign(lazy, { cycle: lazy as unknown as Lazy });
}

/** The keys that have led to the value which is being resolved. */
export function currentKeys(): Keys {
  return running.at(-1)!.keys;
}

/** The resolution that has called the function from which a new resolution begins. */
export function outerRun(): Run | undefined {
  return running.length === 0 ? undefined : running[running.length - 1]!.run;
}

/** How many values have been given that have to do with a cycle: what is made of them must not be kept. */
export function cyclesMet(): number {
  return cycles;
}

/**
 * The value of a function of the context, or `MISSING` where it depends on itself.
 *
 * @throws TemplateError that says which value cannot be resolved
 */
export function resolveLazy(lazy: LazyFunction, run: Run, place: Place): unknown {
  let state = lazies.get(lazy);
  if (state === undefined) {
    state = newLazy(lazy, true);
    lazies.set(lazy, state);
  }
  if (state.level >= 0) {
    joinCycle(state.level);
    const chain = [...running.slice(state.level), state]
      .map((link) => keyPath(link.keys))
      .filter((name, i, names) => name !== names[i - 1] || i === names.length - 1);
    run.missing = new MissingKey(place.keys, place.index, place.at, place.container, chain);
    return MISSING;
  }
  const answer = knownAnswer(state, run) ?? findAnswer(state, run, place);
  if (answer.dependsOn < running.length) joinCycle(answer.dependsOn);
  else if (answer.dependsOn !== NONE) cycles++;
  run.touchesSecret ||= answer.isSecret;
  if (answer.value === MISSING) run.missing = answer.missing!.seenFrom(place.at);
  return answer.value;
}

/** The values from a level on depend on each other. */
function joinCycle(level: number): void {
  cycles++;
  lowest = Math.min(lowest, level);
  const cycle = cycleOf(running[level]!);
  for (let i = level + 1; i < running.length; i++) cycleOf(running[i]!).cycle = cycle;
}

function cycleOf(lazy: Lazy): Lazy {
  let root = lazy;
  while (root.cycle !== root) root = root.cycle;
  lazy.cycle = root;
  return root;
}

function knownAnswer(state: Lazy, run: Run): FoundAnswer | undefined {
  if (state.onTheWay !== undefined) return state.onTheWay;
  const answer = state.alone ?? run.unresolvedValues?.get(state);
  if (answer === undefined || answer.dependsOn === NONE) return answer;
  const cycle = cycleOf(state);
  return running.some((other) => cycleOf(other) === cycle) ? undefined : answer;
}

function findAnswer(state: Lazy, run: Run, place: Place): FoundAnswer {
  const level = running.length;
  const firstOnTheWay = onTheWay.length;
  const outerLowest = lowest;
  const secretBefore = run.forgetSecrets();
  lowest = NONE;
  state.keys = place.keys.slice(0, place.index + 1);
  state.level = level;
  state.run = run;
  running.push(state);
  let found: FoundAnswer;
  try {
    const answer = resolveOrMissing(state, run, place);
    found = { ...answer, dependsOn: lowest, isSecret: place.isSecret || run.touchesSecret };
  } finally {
    const isOnTheWay = lowest < level;
    running.pop();
    state.level = -1;
    state.run = undefined;
    run.recallSecrets(secretBefore);
    lowest = outerLowest;
    if (!isOnTheWay) forgetFrom(firstOnTheWay);
  }
  if (found.dependsOn < level) {
    state.onTheWay = found;
    onTheWay.push(state);
  } else if (found.value instanceof Unresolved) {
    // What is not known in this resolution may be known in the next.
    run.unresolvedValues ??= new Map();
    run.unresolvedValues.set(state, found);
  } else {
    state.alone = found;
  }
  return found;
}

function forgetFrom(first: number): void {
  for (let i = first; i < onTheWay.length; i++) onTheWay[i]!.onTheWay = undefined;
  onTheWay.length = first;
}

function resolveOrMissing(state: Lazy, run: Run, place: Place): Answer {
  const { keys, index, container, at, isPart } = place;
  const position = run.position();
  try {
    return { value: state.resolve(run), missing: undefined };
  } catch (error) {
    if (isPart) throw error;
    const name = keyPath(state.keys);
    if (!(error instanceof TemplateError)) {
      const said = `the context's function ${name} has thrown`;
      // What somebody else says of a secret may quote it.
      if (state.isForeign && (place.isSecret || run.touchesSecret)) {
        throw run.error("context", `${said} an error, which may quote what is secret`, at, { chain: [name] });
      }
      const reason = error instanceof Error ? error.message : String(error);
      throw run.error("context", `${said}: ${reason}`, at, { chain: [name], cause: error });
    }
    if (error.code === "circular") {
      run.restore(position);
      const { missing } = run;
      const isOurs = missing?.code === "circular";
      return { value: MISSING, missing: isOurs ? missing : new MissingKey(keys, index, at, container, [name, name]) };
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
