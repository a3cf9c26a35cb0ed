/** varexpand: the public names. Runs on every runtime; importing it has no side effects. */

export * from "./envfile/index.ts";
export { type CorrelatedEvent, EventCorrelator } from "./events/correlation.ts";
export { type EventSource, eventName, eventTimestamp, type KubernetesEvent, renderEvent } from "./events/event.ts";
export {
  type EventRecorder,
  type EventType,
  FAILED_TO_CREATE_CONTAINER,
  INVALID_ENVIRONMENT_VARIABLE_NAMES,
  type ObjectEventRecorder,
  objectEventRecorderFor,
  UNRESOLVED_REFERENCE,
} from "./events/recorder.ts";
export {
  type ContainerLists,
  containerFieldPath,
  containerReference,
  type InvolvedObject,
  type KubernetesObject,
  type NamedContainer,
  type ObjectReference,
  objectReference,
} from "./events/reference.ts";
export { type EventSink, MemoryEventRecorder, type RecorderOptions, StreamEventRecorder } from "./events/stream.ts";
export {
  CompiledText,
  type CompileOptions,
  compileText,
  type TextName,
  type TextVariables,
} from "./expansion/compiled/compiled-text.ts";
export { SubstitutionError, type Unexpanded, type UnexpandedKind } from "./expansion/dialects/evaluation.ts";
export {
  type ReportUnset,
  Substitution,
  type SubstitutionOptions,
  type Syntax,
} from "./expansion/dialects/substitution.ts";
export { Environment, type ExpandedInto } from "./expansion/environment.ts";
export { escapeDollars, expand, unescapeDollars } from "./expansion/expand.ts";
export { type MappingFunc, mappingFuncFor, type NamedValues, type VariableContext } from "./expansion/mapping.ts";
export { ExpansionStream, type StreamOptions } from "./expansion/streams/expansion-stream.ts";
export { HeldInputError } from "./expansion/streams/held-input.ts";
export type { ExpansionSink } from "./expansion/streams/reference-stream.ts";
export { type ExpansionOptions, expandChunks, expansionStream } from "./expansion/streams/web-streams.ts";
export { type UnsafeYaml, YamlExpansionError } from "./expansion/streams/yaml-stream.ts";
export type { ConfigDocument } from "./garden/project/documents/config.ts";
export type { ReadVarfile, Source, VarfileText } from "./garden/project/documents/sources.ts";
export type { ProjectLimits } from "./garden/project/limits.ts";
export type { ProjectOptions } from "./garden/project/options.ts";
export { Project } from "./garden/project/project.ts";
export type { ResolvedDocument } from "./garden/project/resolved-document.ts";
export type { Explanation, Origin } from "./garden/project/variables/explanation.ts";
export type { TemplateContext } from "./garden/template/context/run.ts";
export { NOT_KNOWN_YET } from "./garden/template/context/unresolved.ts";
export { type DocumentPath, TemplateError, type TemplateErrorCode } from "./garden/template/error.ts";
export type { TemplateLimits } from "./garden/template/functions/budget.ts";
export {
  compileTemplate,
  resolveTemplateString,
  resolveTemplates,
  type Template,
  type TemplateOptions,
} from "./garden/template/resolve/template.ts";
export { templateValues } from "./garden/template/resolve/template-values.ts";
export type { TemplateSyntax } from "./garden/template/syntax/language.ts";
export type { Variables } from "./garden/template/values.ts";
export { type SourcePlace, VariablesError, type VariablesErrorCode } from "./garden/variables/error.ts";
export { parseVarFlags } from "./garden/variables/flags.ts";
export { mergeVariables } from "./garden/variables/merge.ts";
export { overrideVariables } from "./garden/variables/override.ts";
export { parseVarfile, type VarfileFormat, varfileFormat } from "./garden/variables/varfile.ts";
export * from "./kubernetes/cluster/index.ts";
export * from "./kubernetes/pod/index.ts";
export type { Place, Position } from "./text/position.ts";
export { initialize } from "./wasm/load-scanners.ts";
