/** What is wrong with a call of a helper function. */
export type TemplateFunctionErrorCode =
  | "unknown-function"
  | "missing-argument"
  | "invalid-argument"
  | "function-failed"
  | "limit-exceeded";

/** A call of a helper function that gives no value. Its message names the function, never an argument's value. */
export class TemplateFunctionError extends Error {
  override readonly name = "TemplateFunctionError";
  readonly code: TemplateFunctionErrorCode;
  readonly functionName: string;
  /** The name of the parameter at fault, where one is. */
  readonly argument: string | undefined;

  constructor(code: TemplateFunctionErrorCode, functionName: string, message: string, argument?: string) {
    super(message);
    this.code = code;
    this.functionName = functionName;
    this.argument = argument;
  }
}
