/** varexpand: the public names. Runs on every runtime; importing it has no side effects. */

export * from "./envfile/index.ts";
export { type CorrelatedEvent, EventCorrelator } from "./events/correlation.ts";
export { type EventSource, eventName, eventTimestamp, type KubernetesEvent, renderEvent } from "./events/event.ts";
export {
  FAILED_TO_CREATE_CONTAINER,
  INVALID_ENVIRONMENT_VARIABLE_NAMES,
  UNRESOLVED_REFERENCE,
} from "./events/reasons.ts";
export {
  type EventRecorder,
  type EventType,
  type ObjectEventRecorder,
  objectEventRecorderFor,
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
export { Environment, type ExpandedInto } from "./expansion/environment.ts";
export { escapeDollars, unescapeDollars } from "./expansion/escape.ts";
export { expand } from "./expansion/expand.ts";
export { type MappingFunc, mappingFuncFor, type NamedValues, type VariableContext } from "./expansion/mapping.ts";
export { ExpansionStream, type StreamOptions } from "./expansion/streams/expansion-stream.ts";
export { HeldInputError } from "./expansion/streams/held-input.ts";
export type { ExpansionSink } from "./expansion/streams/reference-stream.ts";
export { type ExpansionOptions, expandChunks, expansionStream } from "./expansion/streams/web-streams.ts";
export { YamlExpansionError, type YamlRefusal } from "./expansion/streams/yaml-error.ts";
export * from "./kubernetes/cluster/index.ts";
export * from "./kubernetes/pod/index.ts";
export type { ConfigDocument } from "./project/config.ts";
export type { Explanation, Origin } from "./project/explanation.ts";
export type { ProjectLimits } from "./project/limits.ts";
export type { ProjectOptions } from "./project/options.ts";
export { Project } from "./project/project.ts";
export type { ResolvedDocument } from "./project/resolved-document.ts";
export type { ReadVarfile, Source, VarfileText } from "./project/sources.ts";
export type { TemplateContext } from "./template/context/run.ts";
export { NOT_KNOWN_YET } from "./template/context/unresolved.ts";
export { type DocumentPath, TemplateError, type TemplateErrorCode } from "./template/error.ts";
export type { TemplateLimits } from "./template/functions/budget.ts";
export {
  compileTemplate,
  resolveTemplateString,
  resolveTemplates,
  type Template,
  type TemplateOptions,
} from "./template/resolve/template.ts";
export { templateValues } from "./template/resolve/template-values.ts";
export type { TemplateSyntax } from "./template/syntax/language.ts";
export type { Place, Position } from "./text/position.ts";
export { type SourcePlace, VariablesError, type VariablesErrorCode } from "./variables/error.ts";
export { parseVarFlags } from "./variables/flags.ts";
export type { Variables } from "./variables/map.ts";
export { mergeVariables } from "./variables/merge.ts";
export { overrideVariables } from "./variables/override.ts";
export { parseVarfile, type VarfileFormat, varfileFormat } from "./variables/varfile.ts";
export { initialize } from "./wasm/load-scanners.ts";
