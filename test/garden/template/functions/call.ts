import { budgetOf } from "../../../../src/garden/template/functions/budget.ts";
import { callFunction, TemplateFunctionError } from "../../../../src/garden/template/functions/index.ts";

/** What a call gives. */
export function call(name: string, ...args: unknown[]): unknown {
  return callFunction(name, args);
}

/** The error that a call gives. */
export function failure(name: string, ...args: unknown[]): TemplateFunctionError {
  return failureWithin(undefined, name, ...args);
}

/** The error that a call gives that may make no more than `limit` characters, or a sixteenth as many values. */
export function failureWithin(limit: number | undefined, name: string, ...args: unknown[]): TemplateFunctionError {
  try {
    callFunction(name, args, limit === undefined ? undefined : budgetOf({ size: limit }));
  } catch (error) {
    if (error instanceof TemplateFunctionError) return error;
    throw error;
  }
  throw new Error(`${name} gave a value`);
}

/** What a table says of a failed call. */
export interface Failure {
  readonly code: TemplateFunctionError["code"];
  readonly argument?: string;
}

export const invalid = (argument: string): Failure => ({ code: "invalid-argument", argument });
export const missing = (argument: string): Failure => ({ code: "missing-argument", argument });
export const failed: Failure = { code: "function-failed" };
export const tooLarge: Failure = { code: "limit-exceeded" };
