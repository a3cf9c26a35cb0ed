import type { Budget } from "./budget.ts";

/** Thrown by a parameter's check: what the argument must be. `callFunction` says which argument it was. */
export class InvalidArgument extends Error {}

/** Gives an argument in the type that the function takes; throws `InvalidArgument`. Never called with `undefined`. */
type Check = (value: unknown) => unknown;

interface Parameter {
  readonly name: string;
  readonly isRequired: boolean;
  readonly check: Check;
}

/** A helper function: its parameters, and what it does with arguments that have passed their checks. */
export interface TemplateFunction {
  readonly parameters: readonly Parameter[];
  /**
   * @param budget what may still be made; `callFunction` counts the arguments as looked through and the result as made, of
   *     a list only its length
   */
  readonly run: (budget: Budget, ...args: never[]) => unknown;
}

type Arguments<Names extends readonly string[], Checks extends readonly Check[]> = {
  -readonly [I in keyof Checks]:
    | ReturnType<Checks[I]>
    | (I extends keyof Names ? (Names[I] extends `${string}?` ? undefined : never) : never);
};

/**
 * A function whose `run` takes what the checks of its parameters give.
 *
 * @param names of the parameters; a call may leave out those with a `?` at the end
 */
export function define<const Names extends readonly string[], const Checks extends readonly Check[]>(
  names: Names,
  checks: Checks,
  run: (budget: Budget, ...args: Arguments<Names, Checks>) => unknown,
): TemplateFunction {
  const parameters = names.map((name, i) => {
    return { name: name.replace("?", ""), isRequired: !name.endsWith("?"), check: checks[i]! };
  });
  return { parameters, run: run as TemplateFunction["run"] };
}
