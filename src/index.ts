/**
 * varexpand: the public names. Runs on every runtime; importing it has no side effects. `varexpand/pod`, `varexpand/envfile`,
 * and `varexpand/template` have more names for their part.
 */

export {
  type EnvFile,
  EnvFileError,
  type EnvFileOptions,
  type Profile,
  parseDotenv,
  parseEnvFile,
  readDotenvKey,
  readEnvFileKey,
} from "./envfile/index.ts";
export {
  type EventRecorder,
  type ObjectEventRecorder,
  objectEventRecorderFor,
  UNRESOLVED_REFERENCE,
} from "./events/recorder.ts";
export { type EventSink, MemoryEventRecorder, type RecorderOptions, StreamEventRecorder } from "./events/stream.ts";
export * from "./expansion/index.ts";
export { ChunkExpander, type ChunkOptions } from "./expansion/streams/chunk-expander.ts";
export { HeldInputError } from "./expansion/streams/held-input.ts";
export type { ExpansionSink } from "./expansion/streams/reference-stream.ts";
export { createExpansionStream, type ExpansionOptions, expandChunks } from "./expansion/streams/web-streams.ts";
export { type UnsafeYamlReference, YamlExpansionError } from "./expansion/streams/yaml-stream.ts";
export {
  compileTemplate,
  mergeVariables,
  Project,
  type ProjectOptions,
  parseVarFlags,
  parseVarfile,
  resolveTemplateString,
  resolveTemplates,
  type Template,
  type TemplateContext,
  TemplateError,
  type TemplateOptions,
  type VarfileFormat,
  type Variables,
  VariablesError,
} from "./garden/index.ts";
export {
  type Cluster,
  ClusterIndex,
  type Container,
  type ContainerTrace,
  type KubernetesEvent,
  ManifestObjectError,
  type ManifestObjects,
  type ManifestPath,
  type Pod,
  PodError,
  type PodProblem,
  type PodTrace,
  type ReadOptions,
  type ResolvedContainer,
  type ResolvedPod,
  type ResolvedVariable,
  type ResolveOptions,
  readManifestObjects,
  resolveContainer,
  resolvePod,
  type TracedUse,
  traceContainer,
  tracePod,
  type ValidateOptions,
  validatePod,
  type Workload,
} from "./kubernetes/index.ts";
export { initialize } from "./wasm/load-scanners.ts";
