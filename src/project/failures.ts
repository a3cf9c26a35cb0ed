/** Errors of one project, collected so that all of them are told and not only the first. */
import { type DocumentPath, TemplateError } from "../template/internal.ts";
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

/**
 * An error that shows nothing of a secret: what kind of error it is and, in one of the documents, its place. The name of any
 * other file can be made of a secret.
 */
export function withoutSecrets(error: VariablesError, documents: readonly { readonly file: string }[]): VariablesError {
  const { cause, code, column, file, line } = error;
  const isKnown = documents.some((each) => each.file === file);
  return new VariablesError(code, publicReason(code, missingKeys(cause)), isKnown ? { file, line, column } : {});
}

function publicReason(code: VariablesError["code"], keys: DocumentPath | undefined): string {
  if (keys === undefined) return `what is wrong here (${code}) depends on a secret`;
  // A secret that was not given. A name that is made of another secret is `***` already.
  if (keys.length === 2 && keys[0] === "secrets") return `there is no key ${JSON.stringify(keys[1])} under secrets`;
  return `there is no key "***"${keys.length > 1 ? ` under ${keys[0]}` : ""}, whose name depends on a secret`;
}

/** The keys that lead to the key that is missing, if that is the error. */
function missingKeys(error: unknown): DocumentPath | undefined {
  let inner = error;
  while (inner instanceof TemplateError && inner.cause instanceof TemplateError) inner = inner.cause;
  return inner instanceof TemplateError && inner.code === "missing-key" ? inner.keys : undefined;
}

/** Adds to the error about an action that does not exist that it can be in one of the project's remote sources. */
export function addSourcesHint(error: VariablesError): void {
  const keys = missingKeys(error.cause);
  const isAction = keys?.length === 3 && (keys[0] === "actions" || keys[0] === "runtime");
  if (error.code !== "unknown-action" && !isAction) return;
  error.message += "; the project's `sources` are not fetched: it may be in one of them";
  error.mayBeElsewhere = true;
}
