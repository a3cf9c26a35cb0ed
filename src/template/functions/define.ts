import type { Budget } from "./budget.ts";

/** Thrown by a parameter's check: what the argument must be. `callFunction` says which argument it was. */
export class InvalidArgument extends Error {}

/** One parameter of a helper function. */
export interface Parameter<T> {
  readonly name: string;
  readonly required: boolean;
  /** Gives the argument in the type the function takes; throws `InvalidArgument`. Never called with `undefined`. */
  readonly check: (value: unknown) => T;
}

/** A helper function: its parameters, and what it does with arguments that have passed their checks. */
export interface TemplateFunction {
  readonly parameters: readonly Parameter<unknown>[];
  /**
   * @param budget what may still be made; whoever calls counts the arguments as looked through, and the result as made,
   *     with what is in it only as far as it is a list
   */
  readonly run: (budget: Budget, ...args: never[]) => unknown;
}

type Arguments<P extends readonly Parameter<unknown>[]> = {
  -readonly [I in keyof P]: P[I] extends { required: true; check: (value: unknown) => infer T }
    ? T
    : P[I] extends Parameter<infer T>
      ? T | undefined
      : never;
};

/** A parameter that a call must give. */
export function required<T>(name: string, check: (value: unknown) => T): Parameter<T> & { readonly required: true } {
  return { name, required: true, check };
}

/** A parameter that a call may leave out. */
export function optional<T>(name: string, check: (value: unknown) => T): Parameter<T> & { readonly required: false } {
  return { name, required: false, check };
}

/** A function whose `run` takes what the checks of its parameters give. */
export function define<const P extends readonly Parameter<unknown>[]>(
  parameters: P,
  run: (budget: Budget, ...args: Arguments<P>) => unknown,
): TemplateFunction {
  return { parameters, run: run as TemplateFunction["run"] };
}
