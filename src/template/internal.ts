/** What `src/project` uses of the templates: their public parts, and values in which something is not known yet. */

export { derivedValue } from "./context/derived-value.ts";
export { keyPath } from "./context/missing-key.ts";
export type { ContextValue, TemplateContext } from "./context/run.ts";
export { hasOperator, NOT_KNOWN_YET, Unresolved } from "./context/unresolved.ts";
export { type DocumentPath, TemplateError } from "./error.ts";
export { checkSyntax } from "./resolve/check-syntax.ts";
export {
  contextValue,
  documentOf,
  errorsIn,
  isComplete,
  resolveInContext,
  resolveLate,
  secretValue,
  templateFor,
} from "./resolve/late-values.ts";
export { lookupPaths } from "./resolve/lookup-paths.ts";
export { actionReferences } from "./resolve/references.ts";
export { templateValues } from "./resolve/template-values.ts";
export { type Language, languageOf } from "./syntax/language.ts";
