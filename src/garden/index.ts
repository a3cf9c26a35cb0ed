/** varexpand/template: Garden's `${…}` templates, variables, and projects. */

export type { ConfigDocument } from "./project/documents/config.ts";
export type { ReadVarfile, Source, VarfileText } from "./project/documents/sources.ts";
export type { ProjectLimits } from "./project/limits.ts";
export type { ProjectOptions } from "./project/options.ts";
export { Project } from "./project/project.ts";
export type { ResolvedDocument } from "./project/resolved-document.ts";
export type { Explanation, Origin } from "./project/variables/explanation.ts";
export type { OuterResolution, TemplateContext } from "./template/context/run.ts";
export { NOT_KNOWN_YET } from "./template/context/unresolved.ts";
export { type DocumentPath, TemplateError, type TemplateErrorCode } from "./template/error.ts";
export type { TemplateLimits } from "./template/functions/budget.ts";
export {
  compileTemplate,
  resolveTemplateString,
  resolveTemplates,
  Template,
  type TemplateOptions,
} from "./template/resolve/template.ts";
export { deferTemplates } from "./template/resolve/template-values.ts";
export type { TemplateSyntax } from "./template/syntax/language.ts";
export type { Variables } from "./template/values.ts";
export { type SourcePlace, VariablesError, type VariablesErrorCode } from "./variables/error.ts";
export { parseVarFlags } from "./variables/flags.ts";
export { mergeVariables } from "./variables/merge.ts";
export { overrideVariables } from "./variables/override.ts";
export { parseVarfile, type VarfileFormat, varfileFormat } from "./variables/varfile.ts";
