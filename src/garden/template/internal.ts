/** The parts of the templates that `src/garden/project` uses: the public ones, and values that are not known yet. */

export { derivedValue } from "./context/context-functions.ts";
export { chainReason, keyPath } from "./context/missing-key.ts";
export type { ContextValue, TemplateContext } from "./context/run.ts";
export { hasOperator, NOT_KNOWN_YET, Unresolved } from "./context/unresolved.ts";
export { type DocumentPath, TemplateError } from "./error.ts";
export type { Budget } from "./functions/budget.ts";
export { checkSyntax } from "./resolve/check-syntax.ts";
export {
  contextValue,
  documentOf,
  errorsIn,
  isComplete,
  type ResolveSettings,
  resolveInContext,
  resolveLate,
  secretValue,
  templateFor,
} from "./resolve/late-values.ts";
export { actionReferences, lookupPaths } from "./resolve/references.ts";
export { deferTemplates } from "./resolve/template-values.ts";
export { type Language, languageOf } from "./syntax/language.ts";
