/** varexpand/expand: `$(NAME)` expansion, alone: a fraction of what the whole package takes to load. */

export { Environment, type ExpandedInto } from "./environment.ts";
export { escapeDollars, unescapeDollars } from "./escape.ts";
export { expand } from "./expand.ts";
export { type MappingFunc, mappingFuncFor, type NamedValues, type VariableContext } from "./mapping.ts";
