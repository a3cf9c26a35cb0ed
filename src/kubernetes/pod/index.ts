/** Pods: what each container of one will see. */

export { applyPodDefaults } from "./defaults.ts";
export { ExpansionLimitError, PodError, type PodErrorCode } from "./error.ts";
export type * from "./objects.ts";
export { formatPath } from "./path.ts";
export { parseQuantity, type Quantity, type QuantityFormat, quantityIn } from "./quantity.ts";
export { resolveContainer, resolvePod } from "./resolve/resolve.ts";
export { ClusterIndex } from "./sources/cluster-index.ts";
export { traceContainer, tracePod } from "./trace/trace.ts";
export type * from "./trace/types.ts";
export type * from "./types.ts";
export type { PodProblem, PodProblemCode } from "./validate/problems.ts";
export { type ValidateOptions, validatePod } from "./validate/validate.ts";
