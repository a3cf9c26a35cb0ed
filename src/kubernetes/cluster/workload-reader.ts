/** Resolves the pods of a stream of manifests, one object at a time. */

import type { Profile } from "../../envfile/profile.ts";
import { escapeDollars } from "../../expansion/escape.ts";
import { CONTAINER_LISTS } from "../pod/container-lists.ts";
import { ExpansionLimitError } from "../pod/error.ts";
import type { ConfigMap, Container, EnvVar, Pod } from "../pod/objects.ts";
import { type Inspected, inspectPod } from "../pod/pod-schema.ts";
import { resolveInspected } from "../pod/resolve/resolve.ts";
import type { UnreadableObjects } from "../pod/sources/pod-scope.ts";
import { traceInspected } from "../pod/trace/trace.ts";
import type { PodTrace } from "../pod/trace/types.ts";
import type { ResolvedPod, ResolveOptions } from "../pod/types.ts";
import type { PodProblem } from "../pod/validate/problems.ts";
import { validateInspected, wrongTypes } from "../pod/validate/validate.ts";
import { injectedVariables } from "./injected-variables.ts";
import { type ClusterObjects, readManifestObjects, type SkippedObject } from "./objects.ts";
import { type PodClusterOptions, PodClusters } from "./pod-cluster.ts";
import type { Workload } from "./workloads.ts";

export interface WorkloadReaderOptions extends PodClusterOptions {
  readonly profile: Profile;
  /** The namespace of the objects that do not say theirs. */
  readonly namespace?: string;
  /** Default: `open`. */
  readonly world?: "open" | "closed";
  /** Of a closed world. */
  readonly unreadable?: UnreadableObjects;
  readonly expansionLimit?: number;
  /** Which workloads' pods are traced. Default: none. */
  readonly isTraced?: (workload: Workload) => boolean;
  /** Which workloads are wanted: others are not resolved, nor checked. Default: all. */
  readonly isWanted?: (workload: Workload) => boolean;
}

/** A workload with its resolved pod, or why there is none; neither, if something else in the stream prevents it. */
export interface WorkloadResult {
  readonly workload: Workload;
  /** What the API server would refuse the pod for. */
  readonly problems: readonly PodProblem[];
  readonly overLimit?: ExpansionLimitError;
  readonly pod?: ResolvedPod;
  /** If the workload is traced. */
  readonly trace?: PodTrace;
}

/**
 * Reads a stream once, and keeps only the objects that pods refer to. If such an object follows the first pod, the
 * stream must be read again, by a reader that gets the objects of the first one.
 */
export class WorkloadReader {
  /** The objects that pods refer to. */
  readonly objects: ClusterObjects;
  private readonly options: WorkloadReaderOptions;
  private readonly isSecond: boolean;
  private clusters: PodClusters | undefined;
  /** Pods have been resolved without some of the objects. */
  private isStale = false;
  private isRefused = false;

  /** @param objects the objects of the reader that has read the stream before */
  constructor(options: WorkloadReaderOptions, objects?: ClusterObjects) {
    this.options = options;
    this.isSecond = objects !== undefined;
    this.objects = objects ?? { services: [], configMaps: [], secrets: [], nodes: [] };
  }

  /** Whether the results do not count, and another reader must read the stream again. */
  get mustBeRepeated(): boolean {
    return this.isStale && !this.isRefused;
  }

  /**
   * Reads the next document, with the parameters of `readManifestObjects`. After the first pod that has problems, pods
   * are only validated. A second reader does not validate.
   *
   * @param skip is called with each object that has no pod, and that no pod refers to
   * @throws ManifestObjectError
   */
  read(manifest: unknown, listKind?: string, skip?: (object: SkippedObject) => void): WorkloadResult[] {
    const { workloads, skipped, ...objects } = readManifestObjects(manifest, listKind, this.options.namespace);
    if (!this.isSecond) this.keep(objects);
    if (skip !== undefined) skipped.forEach(skip);
    const { isWanted } = this.options;
    const wanted = isWanted === undefined ? workloads : workloads.filter(isWanted);
    return wanted.map((workload) => this.resolve(workload));
  }

  private keep(objects: ClusterObjects): void {
    for (const list of ["services", "configMaps", "secrets", "nodes"] as const) {
      if (objects[list].length > 0 && this.clusters !== undefined) this.isStale = true;
      // An engine keeps the whole text that a string is a part of: a copy lets go of the manifest.
      for (const object of objects[list]) this.objects[list].push(structuredClone(object) as never);
    }
  }

  private resolve(workload: Workload): WorkloadResult {
    const inspected = inspectPod(workload.pod);
    const problems = this.isSecond ? [] : problemsOf(workload, inspected, this.options);
    this.isRefused ||= problems.length > 0;
    if (this.isStale || this.isRefused) return { workload, problems };
    this.clusters ??= new PodClusters(this.objects, this.options);
    return resolvedIn(this.clusters, workload, inspected, problems, this.options);
  }
}

/**
 * Resolves one workload.
 *
 * @param variables what its containers see under these names, whatever the manifest says
 */
export function resolveWorkload(
  workload: Workload,
  objects: ClusterObjects,
  options: WorkloadReaderOptions,
  variables: ReadonlyMap<string, string>,
): WorkloadResult {
  const inspected = inspectPod(workload.pod);
  const problems = problemsOf(workload, inspected, options);
  if (problems.length > 0) return { workload, problems };
  const { pod, configMap } = withGivenVariables(inspected.value, variables);
  const clusters = new PodClusters({ ...objects, configMaps: [...objects.configMaps, configMap] }, options);
  return resolvedIn(clusters, workload, { ...inspected, value: pod }, problems, options);
}

function resolvedIn(
  clusters: PodClusters,
  workload: Workload,
  inspected: Inspected<Pod>,
  problems: readonly PodProblem[],
  given: WorkloadReaderOptions,
): WorkloadResult {
  const { pod, cluster } = clusters.of(inspected.value);
  try {
    const injected = injectedVariables(workload.owner, workload.isPartial);
    const options = { ...given, input: "manifest", ...(injected && { injected }) } as const;
    const checked = { ...inspected, value: pod };
    if (!given.isTraced?.(workload)) return { workload, problems, pod: resolveInspected(checked, cluster, options) };
    const trace = traceInspected(checked, cluster, options);
    const containers = trace.containers.map(({ resolved }) => resolved);
    return { workload, problems, pod: { name: trace.name, namespace: trace.namespace, containers }, trace };
  } catch (error) {
    if (!(error instanceof ExpansionLimitError)) throw error;
    return { workload, problems, overLimit: error };
  }
}

/** Controllers of other APIs may give a pod what it lacks: there only wrong types are sure to be refused. */
function problemsOf(
  { isBuiltIn }: Workload,
  inspected: Inspected<Pod>,
  options: WorkloadReaderOptions,
): readonly PodProblem[] {
  return isBuiltIn ? validateInspected(inspected, options) : wrongTypes(inspected);
}

/** The ConfigMap of the given variables that no entry of `env` has. The API server rejects such a name. */
const GIVEN = "<given>";

/**
 * The pod with the given variables in every container: they replace the entries of `env` with their names, or else are
 * the last source of `envFrom`. Whatever refers to them sees them, and no path in the pod changes.
 *
 * @returns the pod, and a ConfigMap for its cluster
 */
function withGivenVariables(pod: Pod, variables: ReadonlyMap<string, string>): { pod: Pod; configMap: ConfigMap } {
  const { namespace } = pod.metadata ?? {};
  const configMap = { metadata: { name: GIVEN, ...(namespace && { namespace }) }, data: Object.fromEntries(variables) };
  const spec: Record<string, unknown> = { ...pod.spec };
  for (const list of CONTAINER_LISTS) {
    const containers = pod.spec?.[list];
    if (containers) spec[list] = containers.map((container) => containerWithGiven(container, variables));
  }
  return { pod: { ...pod, spec }, configMap };
}

function containerWithGiven(container: Container, variables: ReadonlyMap<string, string>): Container {
  const env = container.env?.map((entry): EnvVar => {
    const value = variables.get(entry.name ?? "");
    return value === undefined ? entry : { name: entry.name!, value: escapeDollars(value) };
  });
  const envFrom = [...(container.envFrom ?? []), { configMapRef: { name: GIVEN } }];
  return { ...container, ...(env && { env }), envFrom };
}

/**
 * The trace of a workload's pod, with what the controller of its owner sets.
 *
 * @throws PodError, ExpansionLimitError
 */
export function traceWorkload(
  { owner, isPartial }: Workload,
  inspected: Inspected<Pod>,
  clusters: PodClusters,
  { profile = "design", world = "open" }: Pick<ResolveOptions, "profile" | "world">,
): PodTrace {
  const { pod, cluster } = clusters.of(inspected.value);
  const injected = injectedVariables(owner, isPartial);
  const options = { profile, world, input: "manifest", ...(injected && { injected }) } as const;
  return traceInspected({ ...inspected, value: pod }, cluster, options);
}
