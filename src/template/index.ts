/** varexpand/template: Garden's `${…}` templates, alone. */

export { type DocumentPath, TemplateError, type TemplateErrorCode } from "./error.ts";
export type { TemplateLimits } from "./resolve/budget.ts";
export type { TemplateContext } from "./resolve/run.ts";
export {
  compileTemplate,
  resolveTemplateString,
  resolveTemplates,
  type Template,
  type TemplateOptions,
} from "./resolve/template.ts";
export { templateValues } from "./resolve/template-values.ts";
export { LATE } from "./resolve/unresolved.ts";
