/**
 * Functions in a context: values that are computed when they are looked up. Each is called once; a value that depends on
 * itself is missing.
 *
 * Values that depend on each other in a cycle may have other values when another one of them is looked up first. What a
 * lookup gives must not depend on the lookups before it. So what is found on the way to one of them holds only until that
 * one is resolved, and what one of them is when it is looked up alone does not count on the way to another.
 */
import { TemplateError } from "../error.ts";
import { formatChain, type Keys, keyPath, MissingKey } from "./missing-key.ts";
import type { ContextValue, Evaluate, Run } from "./run.ts";
import { Unresolved } from "./unresolved.ts";

/** A function in a context, which gives its value. */
export type ContextFunction = () => unknown;

/** The value of a context function, and the lowest index in `running` of those that it depends on; `NONE` if none. */
interface Answer extends ContextValue {
  readonly dependsOn: number;
}

const NONE = Number.POSITIVE_INFINITY;

class FunctionState {
  readonly resolve: Evaluate;
  /** Whether it is the caller's own function, whose errors may quote anything. */
  readonly isForeign: boolean;
  /** The keys by which it was looked up. */
  keys: Keys = [];
  /** The index in `running` while it is resolved; else -1. */
  level = -1;
  /** The resolution that has called it. */
  run: Run | undefined = undefined;
  /** What it gives when it is looked up alone. */
  alone: Answer | undefined = undefined;
  /** What it gives on the way to another value of its cycle. */
  onTheWay: Answer | undefined = undefined;
  /** Another one of its cycle; undefined at the cycle's representative, and outside of cycles. */
  cycle: FunctionState | undefined = undefined;

  constructor(resolve: Evaluate, isForeign: boolean) {
    this.resolve = resolve;
    this.isForeign = isForeign;
  }
}

/** A lookup that has led to a value: the keys looked up, which of them it is, the object that has it, and the key's offset. */
export interface LookupPosition {
  readonly keys: Keys;
  readonly index: number;
  readonly container: object;
  readonly at: number;
  /** Whether the object is secret, so that the value is. */
  readonly isSecret?: boolean | undefined;
  /** Whether the value is a part of the one that is being resolved: its errors are that one's. */
  readonly isPart?: boolean;
}

/** Where a context function that is made here has its state. (A WeakMap makes each garbage collection slower.) */
const STATE: unique symbol = Symbol("state");

interface OwnFunction extends ContextFunction {
  readonly [STATE]?: FunctionState;
}

/** The states of functions that are the caller's own. */
const foreignStates = /* @__PURE__ */ new WeakMap<ContextFunction, FunctionState>();

/** The functions that are being resolved, each needed by the one before it. */
const running: FunctionState[] = [];

/** Those with an answer `onTheWay`. */
const onTheWay: FunctionState[] = [];

/** The lowest level that the function which is being resolved depends on so far. */
let lowest = NONE;

let cycles = 0;

/** Says how a function's value is found during a resolution, instead of by calling it. */
export function defineContextFunction(contextFunction: ContextFunction, resolve: Evaluate): void {
  // Not enumerable: a state holds values, and some are secret.
  Object.defineProperty(contextFunction, STATE, { value: new FunctionState(resolve, false) });
}

function foreignState(contextFunction: ContextFunction): FunctionState {
  let state = foreignStates.get(contextFunction);
  if (state === undefined) {
    state = new FunctionState(contextFunction, true);
    foreignStates.set(contextFunction, state);
  }
  return state;
}

/** The keys that have led to the function which is being resolved. */
export function currentKeys(): Keys {
  return running.at(-1)!.keys;
}

/** The resolution that has called the function from which a new resolution begins. */
export function outerRun(): Run | undefined {
  return running.length === 0 ? undefined : running[running.length - 1]!.run;
}

/** How many values have been given that belong to a cycle: what is made of them must not be kept. */
export function cyclesMet(): number {
  return cycles;
}

/**
 * The value of a function of the context; a `MissingKey` if it depends on itself, `Unresolved` if it is not known yet.
 *
 * @throws TemplateError that says which value cannot be resolved
 */
export function resolveContextFunction(contextFunction: ContextFunction, run: Run, position: LookupPosition): unknown {
  const own = (contextFunction as OwnFunction)[STATE];
  const state = own instanceof FunctionState ? own : foreignState(contextFunction);
  if (state.level >= 0) {
    joinCycle(state.level);
    const chain = [...running.slice(state.level), state]
      .map((link) => keyPath(link.keys))
      .filter((name, i, names) => name !== names[i - 1] || i === names.length - 1);
    return new MissingKey(position.keys, position.index, position.at, position.container, chain);
  }
  const answer = knownAnswer(state, run) ?? findAnswer(state, run, position);
  if (answer.dependsOn < running.length) joinCycle(answer.dependsOn);
  else if (answer.dependsOn !== NONE) cycles++;
  if (answer.isSecret) run.secretsSeen++;
  return answer.value instanceof MissingKey ? answer.value.seenFrom(position.at) : answer.value;
}

/** Notes that the functions from a level on depend on each other. */
function joinCycle(level: number): void {
  cycles++;
  lowest = Math.min(lowest, level);
  const cycle = cycleOf(running[level]!);
  for (let i = level + 1; i < running.length; i++) {
    const other = cycleOf(running[i]!);
    if (other !== cycle) other.cycle = cycle;
  }
}

/** The representative of a function's cycle. */
function cycleOf(state: FunctionState): FunctionState {
  let root = state;
  while (root.cycle !== undefined) root = root.cycle;
  if (root !== state) state.cycle = root;
  return root;
}

function knownAnswer(state: FunctionState, run: Run): Answer | undefined {
  if (state.onTheWay !== undefined) return state.onTheWay;
  const answer = state.alone ?? (run.unresolvedValue(state) as Answer | undefined);
  if (answer === undefined || answer.dependsOn === NONE) return answer;
  const cycle = cycleOf(state);
  return running.some((other) => cycleOf(other) === cycle) ? undefined : answer;
}

function findAnswer(state: FunctionState, run: Run, position: LookupPosition): Answer {
  const level = running.length;
  const firstOnTheWay = onTheWay.length;
  const outerLowest = lowest;
  const secretsBefore = run.secretsSeen;
  lowest = NONE;
  state.keys = position.keys.slice(0, position.index + 1);
  state.level = level;
  state.run = run;
  running.push(state);
  let found: Answer;
  try {
    const value = resolveOrMissing(state, run, position);
    found = { value, dependsOn: lowest, isSecret: position.isSecret || run.secretsSeen > secretsBefore };
  } finally {
    const isOnTheWay = lowest < level;
    running.pop();
    state.level = -1;
    state.run = undefined;
    lowest = outerLowest;
    if (!isOnTheWay) forgetFrom(firstOnTheWay);
  }
  if (found.dependsOn < level) {
    state.onTheWay = found;
    onTheWay.push(state);
  } else if (found.value instanceof Unresolved) {
    run.keepUnresolved(state, found);
  } else {
    state.alone = found;
  }
  return found;
}

function forgetFrom(first: number): void {
  for (let i = first; i < onTheWay.length; i++) onTheWay[i]!.onTheWay = undefined;
  onTheWay.length = first;
}

function resolveOrMissing(state: FunctionState, run: Run, position: LookupPosition): unknown {
  const { keys, index, container, at, isPart } = position;
  const { depth, leavesItem, secretsBefore, secretsSeen } = run;
  try {
    return state.resolve(run);
  } catch (error) {
    if (isPart) throw error;
    const name = keyPath(state.keys);
    if (!(error instanceof TemplateError)) {
      const said = `the context's function ${name} has thrown`;
      // The error of somebody else's function may quote a secret.
      if (state.isForeign && (position.isSecret || run.secretsSeen > secretsSeen)) {
        throw run.error("context", `${said} an error, which may quote what is secret`, at, { chain: [name] });
      }
      const reason = error instanceof Error ? error.message : String(error);
      throw run.error("context", `${said}: ${reason}`, at, { chain: [name], cause: error });
    }
    if (error.code === "circular") {
      Object.assign(run, { depth, leavesItem, secretsBefore });
      const missing = run.failedKey;
      const isOfRun = missing?.chain === error.chain;
      return isOfRun ? missing : new MissingKey(keys, index, at, container, [name, name]);
    }
    const chain = [name, ...error.chain];
    const broken = rootCause(error);
    const reason = `${formatChain(chain)} cannot be resolved: ${broken.message}`;
    const isSecret = error.isSecret || run.secretsSeen > run.secretsBefore;
    throw run.error(error.code, reason, at, { key: error.key, chain, cause: broken, isSecret });
  }
}

/** The error of the last value in a chain: those before it only say that it cannot be resolved. */
function rootCause(error: TemplateError): TemplateError {
  return error.chain.length > 0 && error.cause instanceof TemplateError ? error.cause : error;
}
