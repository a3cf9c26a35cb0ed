/** Resolves the pods in a stream of manifests, one object at a time. */

import type { Profile } from "../../envfile/profile.ts";
import { escapeDollars } from "../../expansion/expand.ts";
import { memberOf } from "../../text/own-keys.ts";
import { CONTAINER_LISTS } from "../pod/container-lists.ts";
import { ExpansionLimitError } from "../pod/error.ts";
import type { ConfigMap, Container, EnvVar, Pod } from "../pod/objects.ts";
import { type Inspected, inspectPod } from "../pod/pod-schema.ts";
import { resolveInspected } from "../pod/resolve/resolve.ts";
import type { ScopeOptions, UnreadableObjects } from "../pod/sources/pod-scope.ts";
import type { UnknownTexts } from "../pod/sources/unknown-texts.ts";
import { traceInspected } from "../pod/trace/trace.ts";
import type { PodTrace } from "../pod/trace/types.ts";
import type { ManifestPath, ResolvedPod, ResolveOptions } from "../pod/types.ts";
import type { PodProblem } from "../pod/validate/problems.ts";
import { validateInspected, wrongTypes } from "../pod/validate/validate.ts";
import { injectedVariables } from "./injected-variables.ts";
import type { ManifestObjectError } from "./object-schema.ts";
import { type ClusterObjects, readManifestObjects, type SkippedObject } from "./objects.ts";
import { type PodClusterOptions, PodClusters } from "./pod-cluster.ts";
import { sharedOf } from "./shared-objects.ts";
import type { Workload } from "./workloads.ts";

export interface WorkloadReaderOptions extends PodClusterOptions {
  readonly profile: Profile;
  /** The namespace of objects without one. */
  readonly namespace?: string;
  /** Default: `open`. */
  readonly world?: "open" | "closed";
  /** The objects of a closed world that cannot be read. */
  readonly unreadable?: UnreadableObjects;
  readonly expansionLimit?: number;
  /** Selects the workloads to trace. Default: none. */
  readonly isTraced?: (workload: Workload) => boolean;
}

/** How a document is read. */
export interface DocumentReading {
  /** The kind of the List that contains the document, if an item of a List is read by itself. */
  readonly listKind?: string | undefined;
  /** Selects the workloads to validate and resolve. Default: all. */
  readonly isWanted?: (workload: Workload) => boolean;
  /** Receives each object that contains no pod, and that no pod can refer to. */
  readonly onSkipped?: (object: SkippedObject) => void;
  /** Receives the errors of objects, which are then left out. Without it, the first error is thrown. */
  readonly onError?: ((error: ManifestObjectError) => void) | undefined;
  /** The texts that a substitution replaces with something unknown. */
  readonly unknownTexts?: UnknownTexts | undefined;
  /** Whether pods are resolved after an invalid one. Default: they are only validated. */
  readonly mayBeInvalid?: boolean;
}

/** A workload with its resolved pod or the reason there is none; neither if the stream must be read again. */
export interface WorkloadResult {
  readonly workload: Workload;
  /** The problems for which the API server would reject the pod. */
  readonly problems: readonly PodProblem[];
  readonly overLimit?: ExpansionLimitError;
  readonly pod?: ResolvedPod;
  readonly trace?: PodTrace;
}

/**
 * Reads a stream once, and keeps only the objects that pods refer to. If such an object follows the first pod, another
 * reader must read the stream again.
 */
export class WorkloadReader {
  /** The objects that pods refer to, as far as they have been read. */
  readonly objects: ClusterObjects = { services: [], configMaps: [], secrets: [], nodes: [] };
  private readonly options: WorkloadReaderOptions;
  /** Whether all objects are known from the start. */
  private readonly isComplete: boolean;
  private readonly isValidated: boolean;
  private clusters: PodClusters | undefined;
  /** Whether pods were resolved before all objects were read. */
  private isStale = false;
  private isRejected = false;

  /**
   * @param clusters all objects that the pods can refer to, if they are known
   * @param isValidated whether another reader has validated the pods
   */
  constructor(options: WorkloadReaderOptions, clusters?: PodClusters, isValidated = false) {
    this.options = options;
    this.isComplete = clusters !== undefined;
    this.isValidated = isValidated;
    this.clusters = clusters;
  }

  /** A reader for the same stream, which knows all of its objects. */
  again(): WorkloadReader {
    return new WorkloadReader(this.options, new PodClusters(this.objects, this.options), true);
  }

  /** Whether the results are wrong, and a second reader must read the stream. */
  get mustBeRepeated(): boolean {
    return this.isStale && !this.isRejected;
  }

  /**
   * Reads the next document, and resolves each of its workloads when the caller asks for it, so that only one is in memory.
   * After the first invalid pod, pods are only validated, unless they may be invalid. Pods that were validated are validated
   * again only if they may be invalid.
   *
   * @throws ManifestObjectError
   */
  read(manifest: unknown, reading: DocumentReading = {}): Iterable<WorkloadResult> {
    const { isWanted, listKind, mayBeInvalid = false, onError, onSkipped, unknownTexts } = reading;
    const { namespace } = this.options;
    const { workloads, skipped, ...objects } = readManifestObjects(manifest, { listKind, namespace, onError });
    if (!this.isComplete) this.keep(objects, unknownTexts);
    if (onSkipped !== undefined) skipped.forEach(onSkipped);
    const wanted = isWanted === undefined ? workloads : workloads.filter(isWanted);
    return this.resolveEach(wanted, mayBeInvalid, unknownTexts);
  }

  private *resolveEach(workloads: readonly Workload[], mayBeInvalid: boolean, unknownTexts?: UnknownTexts) {
    for (const workload of workloads) yield this.resolve(workload, mayBeInvalid, unknownTexts);
  }

  private keep(objects: ClusterObjects, unknownTexts: UnknownTexts | undefined): void {
    for (const list of ["services", "configMaps", "secrets", "nodes"] as const) {
      if (objects[list].length > 0 && this.clusters !== undefined) this.isStale = true;
    }
    for (const { list, object } of sharedOf(objects, unknownTexts)) this.objects[list].push(object as never);
  }

  private resolve(workload: Workload, mayBeInvalid: boolean, unknownTexts?: UnknownTexts): WorkloadResult {
    const isChecked = this.isValidated && !mayBeInvalid;
    const inspected = inspectedKnown(workload.pod, unknownTexts);
    const problems = isChecked ? [] : problemsOf(workload, inspected, this.options, unknownTexts);
    this.isRejected ||= problems.length > 0 && !mayBeInvalid;
    if (this.isStale || this.isRejected || problems.length > 0) return { workload, problems };
    this.clusters ??= new PodClusters(this.objects, this.options);
    return resolvedIn(this.clusters, workload, inspected, problems, {
      ...this.options,
      ...(unknownTexts && { unknownTexts }),
    });
  }
}

/** A pod whose unknown texts can have any type. */
export function inspectedKnown(pod: Pod, unknownTexts: UnknownTexts | undefined): Inspected<Pod> {
  const { value, wrong } = inspectPod(pod);
  return { value, wrong: wrong.filter(({ path }) => !isUnknownAt(pod, path, unknownTexts)) };
}

function isUnknownAt(pod: Pod, path: ManifestPath, unknownTexts: UnknownTexts | undefined): boolean {
  return unknownTexts?.has(`${path.reduce<unknown>(memberOf, pod)}`) === true;
}

/**
 * Resolves one workload.
 *
 * @param variables override the manifest's values of these variables in all containers
 */
export function resolveWorkload(
  workload: Workload,
  clusters: PodClusters,
  options: WorkloadReaderOptions & { readonly unknownTexts?: UnknownTexts | undefined },
  variables: ReadonlyMap<string, string>,
): WorkloadResult {
  const inspected = inspectedKnown(workload.pod, options.unknownTexts);
  const problems = problemsOf(workload, inspected, options, options.unknownTexts);
  if (problems.length > 0) return { workload, problems };
  const { pod, configMap } = withGivenVariables(inspected.value, variables);
  return resolvedIn(clusters.with(configMap), workload, { ...inspected, value: pod }, problems, options);
}

function resolvedIn(
  clusters: PodClusters,
  workload: Workload,
  inspected: Inspected<Pod>,
  problems: readonly PodProblem[],
  given: WorkloadReaderOptions & { readonly unknownTexts?: UnknownTexts | undefined },
): WorkloadResult {
  const { pod, cluster } = clusters.of(inspected.value);
  try {
    const options = scopeOptions(workload, { ...given, isSecretText: clusters.isSecretText });
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

/** Controllers of other APIs may complete a pod, so only wrong types in it are certain to be rejected. */
export function problemsOf(
  { isBuiltIn, pod }: Workload,
  inspected: Inspected<Pod>,
  options: Pick<ResolveOptions, "profile">,
  unknownTexts: UnknownTexts | undefined,
): readonly PodProblem[] {
  const problems = isBuiltIn ? validateInspected(inspected, options) : wrongTypes(inspected);
  return problems.filter(({ path }) => !isUnknownAt(pod, path, unknownTexts));
}

/** The name of the ConfigMap with the given variables, which no object can have. */
const GIVEN = "<given>";

/**
 * Sets the given variables in every container. They replace the `env` entries with their names, and the rest become the
 * last source of `envFrom`. References to them are expanded, and no path in the pod changes.
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
 * Traces a workload's pod, with the variables that its owner's controller sets.
 *
 * @throws PodError, ExpansionLimitError
 */
export function traceWorkload(
  workload: Workload,
  inspected: Inspected<Pod>,
  clusters: PodClusters,
  { profile = "design", unknownTexts, world = "open" }: Pick<ScopeOptions, "profile" | "unknownTexts" | "world">,
): PodTrace {
  const { pod, cluster } = clusters.of(inspected.value);
  const options = scopeOptions(workload, { profile, world, unknownTexts, isSecretText: clusters.isSecretText });
  return traceInspected({ ...inspected, value: pod }, cluster, options);
}

function scopeOptions({ owner, isPartial }: Workload, options: ScopeOptions): ScopeOptions {
  const injected = injectedVariables(owner, isPartial);
  return { ...options, input: "manifest", ...(injected && { injected }) };
}
