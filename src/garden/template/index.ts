/** varexpand/template: Garden's `${…}` templates, alone. */

export type { TemplateContext } from "./context/run.ts";
export { NOT_KNOWN_YET } from "./context/unresolved.ts";
export { type DocumentPath, TemplateError, type TemplateErrorCode } from "./error.ts";
export type { TemplateLimits } from "./functions/budget.ts";
export {
  compileTemplate,
  resolveTemplateString,
  resolveTemplates,
  type Template,
  type TemplateOptions,
} from "./resolve/template.ts";
export { templateValues } from "./resolve/template-values.ts";
export type { TemplateSyntax } from "./syntax/language.ts";
