/** varexpand/expand: expansion of `$(NAME)` and `${NAME}` without the rest of the package, which takes longer to load. */

export {
  CompiledText,
  type CompileOptions,
  compileText,
  type TextName,
  type TextVariables,
} from "./compiled/compiled-text.ts";
export { SubstitutionError } from "./dialects/evaluation.ts";
export { Substitution, type SubstitutionOptions } from "./dialects/substitution.ts";
export { Environment, type ExpandedInto } from "./environment.ts";
export { escapeDollars, expand, unescapeDollars } from "./expand.ts";
export { type MappingFunc, mappingFuncFor, type NamedValues, type VariableContext } from "./mapping.ts";
export {
  type Syntax,
  type UnexpandedHandler,
  type UnexpandedReason,
  type UnexpandedReference,
  unexpandedHandlerFor,
} from "./unexpanded.ts";
