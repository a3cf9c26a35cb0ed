/** varexpand: the public names. Loads on every runtime; nothing happens at import time. */

export { type ExpansionOptions, expandChunks, expansionStream } from "./batch/streams.ts";
export { YamlExpansionError, type YamlRefusal } from "./batch/yaml-error.ts";
export { YamlExpansionStream } from "./batch/yaml-stream.ts";
export type { ProfileDifference } from "./envfile/differences.ts";
export { parseDotenv, readDotenvKey } from "./envfile/dotenv.ts";
export type { Assignment, EnvFile } from "./envfile/envfile.ts";
export { EnvFileError, type EnvFileErrorCode } from "./envfile/error.ts";
export { type EnvFileOptions, parseEnvFile, readEnvFileKey } from "./envfile/parse.ts";
export type { Place } from "./envfile/place.ts";
export type { Profile } from "./envfile/profile.ts";
export { type CorrelatedEvent, EventCorrelator } from "./events/correlation.ts";
export { type EventSource, type KubernetesEvent, renderEvent } from "./events/event.ts";
export { MemoryEventRecorder } from "./events/memory.ts";
export { FAILED, INVALID_ENVIRONMENT_VARIABLE_NAMES, UNRESOLVED_REFERENCE } from "./events/reasons.ts";
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
  type KubernetesObject,
  type NamedContainer,
  type ObjectReference,
  objectReference,
} from "./events/reference.ts";
export { type EventSink, type RecorderOptions, StreamEventRecorder } from "./events/stream.ts";
export { Environment } from "./expansion/environment.ts";
export { escape, unescape } from "./expansion/escape.ts";
export { expand } from "./expansion/expand.ts";
export { HeldInputError, type StreamLimits } from "./expansion/held-input.ts";
export { JsonExpansionStream } from "./expansion/json-stream.ts";
export { type MappingFunc, mappingFuncFor, type VariableContext } from "./expansion/mapping.ts";
export { type ExpansionSink, ExpansionStream } from "./expansion/stream.ts";
export * from "./pod/index.ts";
export type { TemplateLimits } from "./template/budget.ts";
export { type DocumentPath, TemplateError, type TemplateErrorCode } from "./template/error.ts";
export type { TemplateContext } from "./template/run.ts";
export {
  compileTemplate,
  resolveTemplateString,
  resolveTemplates,
  type Template,
  type TemplateOptions,
} from "./template/template.ts";
export { templateValues } from "./template/template-values.ts";
export { LATE } from "./template/unresolved.ts";
export type { ConfigDocument } from "./variables/config.ts";
export { type SourcePlace, VariablesError, type VariablesErrorCode } from "./variables/error.ts";
export type { Explanation, Origin } from "./variables/explanation.ts";
export { parseVarFlags } from "./variables/flags.ts";
export type { ProjectLimits } from "./variables/limits.ts";
export type { Variables } from "./variables/map.ts";
export { mergeVariables } from "./variables/merge.ts";
export { overrideVariables } from "./variables/override.ts";
export { Project, type ProjectOptions, type ResolvedDocument } from "./variables/project.ts";
export type { Source } from "./variables/sources.ts";
export { parseVarfile, type VarfileFormat, varfileFormat } from "./variables/varfile.ts";
export type { ReadVarfile, VarfileText } from "./variables/varfile-level.ts";
