/** Manifests: the workloads in them, and the objects that pods refer to. */

export type { MovedPart } from "./found-pod.ts";
export type { ExtraKind, Location } from "./kinds.ts";
export { ManifestObjectError, type ManifestObjectErrorCode } from "./object-schema.ts";
export {
  type ClusterObjects,
  type ManifestObjects,
  type NodeObject,
  readManifestObjects,
  type SkippedObject,
} from "./objects.ts";
export { pathInOwner, type Workload } from "./workloads.ts";
