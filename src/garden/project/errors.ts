/** Errors of a project: collected, so that all of them are reported, and without secrets. */

import { type DocumentPath, TemplateError } from "../template/internal.ts";
import { VariablesError } from "../variables/error.ts";

/** After this many errors, the project is not checked further. */
const MAX_ERRORS = 1000;

export class Failures {
  private readonly errors: unknown[] = [];

  /** The result of an action; undefined if it throws an error about the project, which is collected. */
  attempt<T>(action: () => T): T | undefined {
    try {
      return action();
    } catch (error) {
      this.add(error);
      return undefined;
    }
  }

  /** Collects an error about the project. Rethrows other errors, and those with the code `limit`. */
  readonly add = (error: unknown): void => {
    if (!isProjectError(error) || error.code === "limit") throw error;
    this.errors.push(error);
    if (this.errors.length === MAX_ERRORS) this.check();
  };

  /** Throws the collected errors as one `AggregateError`. */
  check(): void {
    if (this.errors.length > 0) throw new AggregateError(this.errors);
  }
}

export function isProjectError(error: unknown): error is VariablesError | TemplateError {
  return error instanceof VariablesError || error instanceof TemplateError;
}

/** The first error, with the others in it. Errors with the same place and reason are reported once. */
export function joinErrors(errors: readonly VariablesError[]): VariablesError {
  const byMistake = new Map<string, VariablesError>();
  for (const error of errors) {
    if (!byMistake.has(error.mistake)) byMistake.set(error.mistake, error);
  }
  const [first, ...others] = byMistake.values();
  first!.others = others;
  return first!;
}

/** Whether the message of an error can contain a value that was computed from a secret. */
export function isMadeOfSecret(error: VariablesError): boolean {
  let cause: unknown = error;
  while (cause instanceof VariablesError || cause instanceof TemplateError) {
    if (cause.isSecret) return true;
    cause = cause.cause;
  }
  return false;
}

/**
 * An error that does not reveal a secret: it has the kind of the error and, if the file is one of the documents, the place.
 * The names of other files can contain secrets.
 */
export function withoutSecrets(error: VariablesError, documents: readonly { readonly file: string }[]): VariablesError {
  const { cause, code, column, file, line } = error;
  const isDocument = documents.some((each) => each.file === file);
  const keys = missingKeys(cause);
  const safe = new VariablesError(code, publicReason(code, keys), isDocument ? { file, line, column } : {});
  safe.isMissingSecret = isInSecrets(keys);
  return safe;
}

function publicReason(code: VariablesError["code"], keys: DocumentPath | undefined): string {
  if (keys === undefined) return `this value depends on a secret, so the details are not shown (${code})`;
  // A name that was computed from another secret is `***` already.
  if (isInSecrets(keys) && keys.length === 2) return `no such key: ${JSON.stringify(keys[1])} under secrets`;
  return `no such key: "***"${keys.length > 1 ? ` under ${keys[0]}` : ""} (its name depends on a secret)`;
}

function isInSecrets(keys: DocumentPath | undefined): boolean {
  return keys !== undefined && keys.length > 1 && keys[0] === "secrets";
}

/** The keys that lead to the missing key, if the error is about one. */
export function missingKeys(error: unknown): DocumentPath | undefined {
  let inner = error;
  while (inner instanceof TemplateError && inner.cause instanceof TemplateError) inner = inner.cause;
  return inner instanceof TemplateError && inner.code === "missing-key" ? inner.keys : undefined;
}

/** Marks an error about a missing secret or, if the project has remote sources, about a missing action. */
export function markMissing(error: VariablesError, hasRemoteSources: boolean): void {
  const keys = missingKeys(error.cause);
  error.isMissingSecret = isInSecrets(keys);
  const isAction = keys?.length === 3 && (keys[0] === "actions" || keys[0] === "runtime");
  if (!hasRemoteSources || (error.code !== "unknown-action" && !isAction)) return;
  error.addHint("; it may be in one of the project's `sources`, which are not fetched");
  error.mayBeElsewhere = true;
}
