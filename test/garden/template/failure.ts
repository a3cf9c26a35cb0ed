import { TemplateError } from "../../../src/index.ts";

/** The TemplateError that an action throws. */
export function failure(action: () => unknown): TemplateError {
  try {
    action();
  } catch (error) {
    if (error instanceof TemplateError) return error;
    throw error;
  }
  throw new Error("there was a value");
}
