/**
 * Functions in a context: values that are computed when they are looked up. Each function is called once. A value that
 * depends on itself is missing.
 */

import { getOrAdd } from "../../../text/grouped.ts";
import { TemplateError } from "../error.ts";
import { type Answer, FunctionState, LookupFrames } from "./lookup-frames.ts";
import { chainReason, type Keys, keyPath, MissingKey } from "./missing-key.ts";
import type { Evaluate, OuterResolution, Run } from "./run.ts";
import { isUnresolved, Unresolved } from "./unresolved.ts";

/** A function in a context. It returns the value. */
export type ContextFunction = (outer: OuterResolution) => unknown;

class ContextState extends FunctionState {
  readonly resolve: Evaluate;
  /** Whether the caller wrote the function. Its errors can contain anything. */
  readonly isForeign: boolean;

  constructor(resolve: Evaluate, isForeign: boolean) {
    super();
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
  readonly [STATE]?: ContextState;
}

/** The states of functions that the caller wrote. */
const foreignStates = /* @__PURE__ */ new WeakMap<ContextFunction, ContextState>();

/** Sets how a function's value is found during a resolution, instead of calling it. */
export function defineContextFunction(contextFunction: ContextFunction, resolve: Evaluate): void {
  // Not enumerable, because the state contains values and some are secret.
  Object.defineProperty(contextFunction, STATE, { value: new ContextState(resolve, false) });
}

function foreignState(contextFunction: ContextFunction): ContextState {
  return getOrAdd(foreignStates, contextFunction, () => new ContextState(contextFunction, true));
}

/**
 * The value of a function of the context; a `MissingKey` if it depends on itself, `Unresolved` if it is not known yet.
 *
 * @throws TemplateError that names the value that cannot be resolved
 */
export function resolveContextFunction(contextFunction: ContextFunction, run: Run, position: LookupPosition): unknown {
  const own = (contextFunction as OwnFunction)[STATE];
  const state = own instanceof ContextState ? own : foreignState(contextFunction);
  run.frames ??= new LookupFrames();
  if (state.frames !== undefined && state.frames !== run.frames) {
    const name = keyPath(position.keys.slice(0, position.index + 1));
    const advice = "pass the argument of functions in the context on, as the option `within`";
    throw run.error("context", `${name} is needed while it is being resolved; ${advice}`, position.at);
  }
  if (state.level >= 0) {
    const chain = run.frames.closeCycle(state);
    return new MissingKey(position.keys, position.index, position.at, position.container, chain);
  }
  let answer = run.frames.knownAnswer(state, run.unresolvedValue(state) as Answer | undefined);
  if (answer === undefined) {
    const { secretsSeen } = run;
    answer = run.frames.findAnswer(state, position.keys.slice(0, position.index + 1), () => {
      const value = resolveOrMissing(state, run, position);
      return { value, isSecret: position.isSecret || run.secretsSeen > secretsSeen };
    });
    if (answer.value instanceof Unresolved && answer !== state.onTheWay) run.keepUnresolved(state, answer);
  }
  run.frames.use(answer);
  if (answer.isSecret) run.secretsSeen++;
  return answer.value instanceof MissingKey ? answer.value.seenFrom(position.at) : answer.value;
}

function resolveOrMissing(state: ContextState, run: Run, position: LookupPosition): unknown {
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
