/** The documents that a project resolves to. */
import { documentOf, type Language, lookupPaths } from "../template/internal.ts";
import type { VariablesError } from "../variables/error.ts";

/** A document of a project, resolved. */
export interface ResolvedDocument {
  /**
   * `project`, or `KIND.NAME` for an action, a workflow, a command, or a module that was not converted to actions;
   * undefined for a document of a kind that is not resolved.
   */
  readonly name: string | undefined;
  readonly file: string;
  /** The resolved document. A value that is not known yet is a template. */
  readonly value: unknown;
  /** Whether all values are known. */
  readonly isComplete: boolean;
  /**
   * The outputs (`ProjectOptions.outputs`) that are needed before all values are known: paths in the form that templates use
   * (`actions.build.api.outputs.image`).
   */
  readonly unknown: readonly string[];
  /** The actions that it depends on, in order, as `KIND.NAME`. */
  readonly dependencies: readonly string[];
  /** Whether it is a disabled action. Parts of it that cannot be resolved are left unchanged. */
  readonly isDisabled: boolean;
  /** Why a workflow or a command is left unresolved. If it was requested by name, the error is thrown instead. */
  readonly error?: VariablesError;
}

/**
 * @param document the value as a document, if the caller has it already
 * @param self the path of `this` among outputs
 */
export function resolvedDocument(
  name: string | undefined,
  file: string,
  value: unknown,
  dependencies: readonly string[],
  language: Language,
  document = documentOf(value, language),
  self = `actions.${name}`,
): ResolvedDocument {
  // A complete value is its own document.
  const isComplete = document === value;
  const unknown = isComplete ? [] : unknownPaths(document, language, self);
  return { name, file, value: document, isComplete, unknown, dependencies, isDisabled: false };
}

/** The first keys of lookups whose values come from a run of the project. */
const OUTPUT_ROOTS: ReadonlySet<string> = /* @__PURE__ */ new Set([
  "actions",
  "modules",
  "runtime",
  "providers",
  "this",
]);

/** The outputs that a resolved document looks up; `self` is the path of `this` among them. */
export function unknownPaths(document: unknown, language: Language, self = "this"): string[] {
  return lookupPaths(document, OUTPUT_ROOTS, language).map((path) => path.replace(/^this\b/, () => self));
}
