/** Errors of one project, collected so that all of them are told and not only the first. */
import { TemplateError } from "../template/internal.ts";
import { VariablesError } from "../variables/error.ts";

/** The most errors that are collected: then no more are looked for. */
const MOST = 1000;

export class Failures {
  private readonly errors: unknown[] = [];

  /** What an action gives; undefined if it ends with an error of the project, which is noted. */
  attempt<T>(action: () => T): T | undefined {
    try {
      return action();
    } catch (error) {
      this.add(error);
      return undefined;
    }
  }

  /** Notes an error of the project; throws any other one, and one that ends everything: beyond a limit. */
  readonly add = (error: unknown): void => {
    const isOfProject = error instanceof VariablesError || error instanceof TemplateError;
    if (!isOfProject || error.code === "limit") throw error;
    this.errors.push(error);
    if (this.errors.length === MOST) this.check();
  };

  /** Throws the first error, with the others in it. */
  check(): void {
    if (this.errors.length > 0) throw new Several(this.errors);
  }
}

/** Errors that are not told yet, one or more. */
export class Several extends Error {
  readonly errors: readonly unknown[];

  constructor(errors: readonly unknown[]) {
    super();
    this.errors = errors;
  }
}

/** One error with the others in it; those about the same place and mistake are left out. */
export function joinErrors(errors: readonly VariablesError[]): VariablesError {
  const [first, ...others] = errors;
  const known = new Set([mistakeOf(first!)]);
  first!.others = others.filter((error) => {
    const mistake = mistakeOf(error);
    if (known.has(mistake)) return false;
    known.add(mistake);
    return true;
  });
  return first!;
}

/** An error's place and message, without the place that needed the value. */
function mistakeOf({ code, message }: VariablesError): string {
  return `${code} ${message.split(" (needed by ")[0]}`;
}
