/** Pods: what each container of one will see. */

export { ClusterIndex } from "./cluster-index.ts";
export { applyPodDefaults } from "./defaults.ts";
export { ExpansionLimitError, PodError, type PodErrorCode } from "./error.ts";
export type * from "./objects.ts";
export { formatPath } from "./path.ts";
export type { PodProblem, PodProblemCode } from "./problems.ts";
export { parseQuantity, type Quantity, type QuantityFormat, quantityIn } from "./quantity.ts";
export { resolveContainer, resolvePod } from "./resolve.ts";
export { traceContainer, tracePod } from "./trace.ts";
export type * from "./trace-types.ts";
export type * from "./types.ts";
export { type ValidateOptions, validatePod } from "./validate.ts";
