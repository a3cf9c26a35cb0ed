/** The documents that a project gives. */
import { documentOf, type Language, lookupPaths } from "../template/internal.ts";
import type { VariablesError } from "../variables/error.ts";
import { isEntry } from "./dependencies.ts";

/** A document of a project, resolved. */
export interface ResolvedDocument {
  /**
   * `project`, or `KIND.NAME` for an action, a workflow, a command, and a module that is not converted to actions;
   * undefined for a document of a kind that is not resolved.
   */
  readonly name: string | undefined;
  readonly file: string;
  /** The resolved document; a value that is not known yet is a template that gives it. */
  readonly value: unknown;
  /** Whether all values are known. */
  readonly isComplete: boolean;
  /**
   * What `ProjectOptions.outputs` has to hold before all values are known: paths as templates write them
   * (`actions.build.api.outputs.image`).
   */
  readonly unknown: readonly string[];
  /** The actions that it depends on, in order, as `KIND.NAME`. */
  readonly dependencies: readonly string[];
  /** Whether it is an action that is disabled: what cannot be resolved in it stays as it is written. */
  readonly isDisabled: boolean;
  /** Why a workflow or a command is left as it is written, where not it alone was asked for. */
  readonly error?: VariablesError;
}

/** Lists of an action whose entries without a value do not count. */
const SPARSE_LISTS = ["dependencies", "environments", "include", "exclude"];

/** The document itself if it has none. */
export function withoutEmptyEntries(document: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const isSparse = (list: unknown) => Array.isArray(list) && !list.every(isEntry);
  if (!SPARSE_LISTS.some((key) => isSparse(document[key]))) return document;
  const entries = { ...document };
  for (const key of SPARSE_LISTS) {
    const list = entries[key];
    if (Array.isArray(list)) entries[key] = list.filter(isEntry);
  }
  return entries;
}

/** @param document the value as a document, if it is known already */
export function resolvedDocument(
  name: string | undefined,
  file: string,
  value: unknown,
  dependencies: readonly string[],
  language: Language,
  document = documentOf(value, language),
): ResolvedDocument {
  // Of a value that is not complete, the document is another one.
  const isWhole = document === value;
  const unknown = isWhole ? [] : unknownPaths(document, name, language);
  return { name, file, value: document, isComplete: isWhole, unknown, dependencies, isDisabled: false };
}

/** Roots of templates' lookups that a run of the project gives. */
const OUTPUT_ROOTS: ReadonlySet<string> = /* @__PURE__ */ new Set([
  "actions",
  "modules",
  "runtime",
  "providers",
  "this",
]);

/**
 * What a resolved document looks up that a run of the project gives.
 *
 * @param name the document's: `this` is the action of that name
 */
export function unknownPaths(document: unknown, name: string | undefined, language: Language): string[] {
  const own = name === undefined ? "this" : `actions.${name}`;
  return lookupPaths(document, OUTPUT_ROOTS, language).map((path) => path.replace(/^this\b/, () => own));
}
