/** varexpand/template: Garden's `${…}` templates, alone. */

export type { TemplateLimits } from "./budget.ts";
export { type DocumentPath, TemplateError, type TemplateErrorCode } from "./error.ts";
export type { TemplateContext } from "./run.ts";
export {
  compileTemplate,
  resolveTemplateString,
  resolveTemplates,
  type Template,
  type TemplateOptions,
} from "./template.ts";
export { templateValues } from "./template-values.ts";
export { LATE } from "./unresolved.ts";
