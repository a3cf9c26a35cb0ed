import type { Budget } from "./budget.ts";

/** Thrown by a parameter's check. The message is what the argument must be; `callFunction` adds the parameter's name. */
export class InvalidArgument extends Error {}

/** Returns an argument in the required type, or throws `InvalidArgument`. Never called with `undefined`. */
type Check = (value: unknown) => unknown;

interface Parameter {
  readonly name: string;
  readonly isRequired: boolean;
  readonly check: Check;
}

/** A helper function: its parameters, and its implementation, which receives checked arguments. */
export interface TemplateFunction {
  readonly parameters: readonly Parameter[];
  /**
   * @param budget limits the work and the result. `callFunction` counts the arguments as searched and the result as created,
   *   but only the length of a list.
   */
  readonly run: (budget: Budget, ...args: never[]) => unknown;
}

type Arguments<Names extends readonly string[], Checks extends readonly Check[]> = {
  -readonly [I in keyof Checks]:
    | ReturnType<Checks[I]>
    | (I extends keyof Names ? (Names[I] extends `${string}?` ? undefined : never) : never);
};

/**
 * Defines a function whose `run` receives the results of the checks of its parameters.
 *
 * @param names the names of the parameters; those that end in `?` are optional
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

/** The reason why a call of a helper function failed. */
export type TemplateFunctionErrorCode =
  | "unknown-function"
  | "missing-argument"
  | "invalid-argument"
  | "function-failed"
  | "limit-exceeded";

/** A failed call of a helper function. The message names the function, and never contains an argument's value. */
export class TemplateFunctionError extends Error {
  override readonly name = "TemplateFunctionError";
  readonly code: TemplateFunctionErrorCode;
  readonly functionName: string;
  /** The name of the parameter with the invalid argument, if that is the reason. */
  readonly argument: string | undefined;

  constructor(code: TemplateFunctionErrorCode, functionName: string, message: string, argument?: string) {
    super(message);
    this.code = code;
    this.functionName = functionName;
    this.argument = argument;
  }
}
