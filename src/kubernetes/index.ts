/** varexpand/pod: what each container of a pod will see, the manifests that pods are in, and the events about them. */

export { type CorrelatedEvent, EventCorrelator } from "../events/correlation.ts";
export { type EventSource, eventName, eventTimestamp, type KubernetesEvent, renderEvent } from "../events/event.ts";
export { type EventType, FAILED_TO_CREATE_CONTAINER, INVALID_ENVIRONMENT_VARIABLE_NAMES } from "../events/recorder.ts";
export {
  type ContainerLists,
  containerFieldPath,
  containerReference,
  type InvolvedObject,
  type KubernetesObject,
  type NamedContainer,
  type ObjectReference,
  objectReference,
} from "../events/reference.ts";
export type { RelocatedPath } from "./cluster/found-pod.ts";
export type { CustomKind, Location } from "./cluster/kinds.ts";
export { ManifestObjectError, type ManifestObjectErrorCode } from "./cluster/object-schema.ts";
export {
  type ClusterObjects,
  type ManifestObjects,
  type NodeObject,
  type ReadOptions,
  readManifestObjects,
  type SkippedObject,
} from "./cluster/objects.ts";
export { pathInOwner, type Workload } from "./cluster/workloads.ts";
export { applyPodDefaults } from "./pod/defaults.ts";
export { ExpansionLimitError, PodError, type PodErrorCode } from "./pod/error.ts";
export type * from "./pod/objects.ts";
export { formatPath } from "./pod/path.ts";
export { convertQuantity, parseQuantity, type Quantity, type QuantityFormat } from "./pod/quantity.ts";
export { type Reasoned, reasonText } from "./pod/reason-text.ts";
export type * from "./pod/reasons.ts";
export { resolveContainer, resolvePod } from "./pod/resolve/resolve.ts";
export { ClusterIndex } from "./pod/sources/cluster-index.ts";
export { traceContainer, tracePod } from "./pod/trace/trace.ts";
export type * from "./pod/trace/types.ts";
export type * from "./pod/types.ts";
export type { PodProblem, PodProblemCode } from "./pod/validate/problems.ts";
export { type ValidateOptions, validatePod } from "./pod/validate/validate.ts";
