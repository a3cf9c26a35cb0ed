/**
 * Functions in a context: values that are computed when they are looked up. Each function is called once. A value that
 * depends on itself is missing.
 *
 * If values depend on each other in a cycle, the value of each can depend on which of them is looked up first. The result of
 * a lookup must not depend on earlier lookups. So a value that is found while another one of its cycle is resolved is kept
 * only until that one is resolved. The value that it has when it is looked up alone is not used for the others.
 */

import { TemplateError } from "../error.ts";
import { chainReason, type Keys, keyPath, MissingKey } from "./missing-key.ts";
import type { ContextValue, Evaluate, OuterResolution, Run } from "./run.ts";
import { isUnresolved, Unresolved } from "./unresolved.ts";

/** A function in a context. It returns the value. */
export type ContextFunction = (outer: OuterResolution) => unknown;

/** The value of a context function, and the lowest index in `running` that it depends on, or `NONE`. */
interface Answer extends ContextValue {
  readonly dependsOn: number;
}

const NONE = Number.POSITIVE_INFINITY;

class FunctionState {
  readonly resolve: Evaluate;
  /** Whether the caller wrote the function. Its errors can contain anything. */
  readonly isForeign: boolean;
  /** The keys by which it was looked up. */
  keys: Keys = [];
  /** The index in `running` while it is being resolved, otherwise -1. */
  level = -1;
  /** The resolutions that are resolving it. */
  frames: LookupFrames | undefined = undefined;
  /** Its value when it is looked up alone. */
  alone: Answer | undefined = undefined;
  /** Its value while another one of its cycle is being resolved. */
  onTheWay: Answer | undefined = undefined;
  /** Another function of its cycle; undefined for the cycle's representative, and outside cycles. */
  cycle: FunctionState | undefined = undefined;

  constructor(resolve: Evaluate, isForeign: boolean) {
    this.resolve = resolve;
    this.isForeign = isForeign;
  }
}

/** How a value was looked up: the keys, the index of the current key, the object that has it, and the key's offset. */
export interface LookupPosition {
  readonly keys: Keys;
  readonly index: number;
  readonly container: object;
  readonly at: number;
  /** Whether the object, and so the value, is secret. */
  readonly isSecret?: boolean | undefined;
  /** Whether the value is a part of the one that is being resolved. Its errors belong to that one. */
  readonly isPart?: boolean;
}

/** The state of a context function that was created here. (A WeakMap makes each garbage collection slower.) */
const STATE: unique symbol = Symbol("state");

interface OwnFunction extends ContextFunction {
  readonly [STATE]?: FunctionState;
}

/** The states of functions that the caller wrote. */
const foreignStates = /* @__PURE__ */ new WeakMap<ContextFunction, FunctionState>();

/** Sets how a function's value is found during a resolution, instead of calling it. */
export function defineContextFunction(contextFunction: ContextFunction, resolve: Evaluate): void {
  // Not enumerable, because the state contains values and some are secret.
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

/** The functions that a resolution, and those within it, are resolving. */
export class LookupFrames {
  /** Each is needed by the one before it. */
  private readonly running: FunctionState[] = [];
  /** The functions with an answer in `onTheWay`. */
  private readonly onTheWay: FunctionState[] = [];
  /** The lowest level that the current function depends on so far. */
  private lowest = NONE;
  /** The number of values so far that belong to a cycle. Values computed from them must not be cached. */
  cyclesMet = 0;

  /** The keys that led to the function that is being resolved. */
  get currentKeys(): Keys {
    return this.running.at(-1)!.keys;
  }

  /** The value of a function that is not running elsewhere. */
  resolve(state: FunctionState, run: Run, position: LookupPosition): unknown {
    if (state.level >= 0) {
      this.joinCycle(state.level);
      const chain = [...this.running.slice(state.level), state]
        .map((link) => keyPath(link.keys))
        .filter((name, i, names) => name !== names[i - 1] || i === names.length - 1);
      return new MissingKey(position.keys, position.index, position.at, position.container, chain);
    }
    const answer = this.knownAnswer(state, run) ?? this.findAnswer(state, run, position);
    if (answer.dependsOn < this.running.length) this.joinCycle(answer.dependsOn);
    else if (answer.dependsOn !== NONE) this.cyclesMet++;
    if (answer.isSecret) run.secretsSeen++;
    return answer.value instanceof MissingKey ? answer.value.seenFrom(position.at) : answer.value;
  }

  /** Records that the functions from a level on depend on each other. */
  private joinCycle(level: number): void {
    this.cyclesMet++;
    this.lowest = Math.min(this.lowest, level);
    const cycle = cycleOf(this.running[level]!);
    for (let i = level + 1; i < this.running.length; i++) {
      const other = cycleOf(this.running[i]!);
      if (other !== cycle) other.cycle = cycle;
    }
  }

  private knownAnswer(state: FunctionState, run: Run): Answer | undefined {
    if (state.onTheWay !== undefined) return state.onTheWay;
    const answer = state.alone ?? (run.unresolvedValue(state) as Answer | undefined);
    if (answer === undefined || answer.dependsOn === NONE) return answer;
    const cycle = cycleOf(state);
    return this.running.some((other) => cycleOf(other) === cycle) ? undefined : answer;
  }

  private findAnswer(state: FunctionState, run: Run, position: LookupPosition): Answer {
    const level = this.running.length;
    const firstOnTheWay = this.onTheWay.length;
    const outerLowest = this.lowest;
    const secretsBefore = run.secretsSeen;
    this.lowest = NONE;
    state.keys = position.keys.slice(0, position.index + 1);
    state.level = level;
    state.frames = this;
    this.running.push(state);
    let found: Answer;
    try {
      const value = resolveOrMissing(state, run, position);
      found = { value, dependsOn: this.lowest, isSecret: position.isSecret || run.secretsSeen > secretsBefore };
    } finally {
      const isOnTheWay = this.lowest < level;
      this.running.pop();
      state.level = -1;
      state.frames = undefined;
      this.lowest = outerLowest;
      if (!isOnTheWay) this.forgetFrom(firstOnTheWay);
    }
    if (found.dependsOn < level) {
      state.onTheWay = found;
      this.onTheWay.push(state);
    } else if (found.value instanceof Unresolved) {
      run.keepUnresolved(state, found);
    } else {
      state.alone = found;
    }
    return found;
  }

  private forgetFrom(first: number): void {
    for (let i = first; i < this.onTheWay.length; i++) this.onTheWay[i]!.onTheWay = undefined;
    this.onTheWay.length = first;
  }
}

/**
 * The value of a function of the context; a `MissingKey` if it depends on itself, `Unresolved` if it is not known yet.
 *
 * @throws TemplateError that names the value that cannot be resolved
 */
export function resolveContextFunction(contextFunction: ContextFunction, run: Run, position: LookupPosition): unknown {
  const own = (contextFunction as OwnFunction)[STATE];
  const state = own instanceof FunctionState ? own : foreignState(contextFunction);
  run.frames ??= new LookupFrames();
  if (state.frames !== undefined && state.frames !== run.frames) {
    const name = keyPath(position.keys.slice(0, position.index + 1));
    const advice = "pass the argument of functions in the context on, as the option `within`";
    throw run.error("context", `${name} is needed while it is being resolved; ${advice}`, position.at);
  }
  return run.frames.resolve(state, run, position);
}

/** The representative of a function's cycle. */
function cycleOf(state: FunctionState): FunctionState {
  let root = state;
  while (root.cycle !== undefined) root = root.cycle;
  if (root !== state) state.cycle = root;
  return root;
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
      const failed = `the function ${name} in the context threw`;
      // The error of a caller's function can contain a secret.
      if (state.isForeign && (position.isSecret || run.secretsSeen > secretsSeen)) {
        throw run.error("context", `${failed} an error (not shown, because it can contain a secret)`, at, {
          chain: [name],
        });
      }
      const reason = error instanceof Error ? error.message : String(error);
      throw run.error("context", `${failed}: ${reason}`, at, { chain: [name], cause: error });
    }
    if (error.code === "circular") {
      run.returnTo({ depth, leavesItem, secretsBefore });
      const missing = run.failedKey;
      const isOfRun = missing?.chain === error.chain;
      return isOfRun ? missing : new MissingKey(keys, index, at, container, [name, name]);
    }
    const chain = [name, ...error.chain];
    const broken = rootCause(error);
    const reason = chainReason(chain, broken.message);
    const isSecret = error.isSecret || run.secretsSeen > run.secretsBefore;
    throw run.error(error.code, reason, at, { key: error.key, chain, cause: broken, isSecret });
  }
}

/** The error of the last value in a chain: the errors of the values before it only name the chain. */
function rootCause(error: TemplateError): TemplateError {
  return error.chain.length > 0 && error.cause instanceof TemplateError ? error.cause : error;
}

/**
 * A function for a context that computes its value from `parts`. A function among the parts is replaced by its value; lists
 * and maps can contain further functions. The result is not known yet if a part is not, and missing if a part depends on it.
 *
 * @param isAll whether the first part's value is the result, so that the other parts are not needed
 */
export function derivedValue(
  parts: readonly unknown[],
  compute: (...values: unknown[]) => unknown,
  isAll?: (first: unknown) => boolean,
): ContextFunction {
  const derived = () => {
    throw new Error("a derived value can be used only during a resolution");
  };
  defineContextFunction(derived, (run) => {
    const keys = run.frames!.currentKeys;
    const position = { keys, index: keys.length - 1, container: parts, at: 0, isPart: true };
    const values: unknown[] = [];
    for (const part of parts) {
      const value = typeof part === "function" ? resolveContextFunction(part as ContextFunction, run, position) : part;
      if (value instanceof MissingKey) throw run.missingError(value);
      if (values.length === 0 && isAll?.(value)) return value;
      if (isUnresolved(value)) return new Unresolved({ kind: "elsewhere" });
      values.push(value);
    }
    return compute(...values);
  });
  return derived;
}
