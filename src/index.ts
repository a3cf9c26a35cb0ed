/** varexpand: the public names. Loads on every runtime; nothing happens at import time. */

export type { EventSource, KubernetesEvent } from "./events/event.ts";
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
export { Environment } from "./expansion/environment.ts";
export { escape, unescape } from "./expansion/escape.ts";
export { expand } from "./expansion/expand.ts";
export { type MappingFunc, mappingFuncFor, type VariableContext } from "./expansion/mapping.ts";
export type * from "./pod/objects.ts";
export type * from "./pod/types.ts";
export { type DocumentPath, TemplateError, type TemplateErrorCode } from "./template/error.ts";
export type { TemplateContext } from "./template/run.ts";
export {
  compileTemplate,
  type ResolveOptions,
  resolveTemplateString,
  resolveTemplates,
  type Template,
} from "./template/template.ts";
export { templateValues } from "./template/template-values.ts";
