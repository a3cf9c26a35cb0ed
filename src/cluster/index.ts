/** Manifests: the workloads in them, and the objects that pods refer to. */

export { ManifestObjectError, type ManifestObjectErrorCode } from "./error.ts";
export { type ClusterObjects, type ManifestObjects, type NodeObject, readManifestObjects } from "./objects.ts";
export type { Workload } from "./workloads.ts";
