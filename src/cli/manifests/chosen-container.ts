/** Finds the one container in manifests that a command runs. */

import type { KubernetesObject } from "../../events/reference.ts";
import { isKind } from "../../kubernetes/cluster/kind-names.ts";
import { groupOf } from "../../kubernetes/cluster/kinds.ts";
import type { ManifestObjectError } from "../../kubernetes/cluster/object-schema.ts";
import { readManifestObjects } from "../../kubernetes/cluster/objects.ts";
import type { PodClusters } from "../../kubernetes/cluster/pod-cluster.ts";
import { resolveWorkload, type WorkloadReaderOptions } from "../../kubernetes/cluster/workload-reader.ts";
import type { Workload } from "../../kubernetes/cluster/workloads.ts";
import { containersOf, type ListedContainer } from "../../kubernetes/pod/container-lists.ts";
import { inspectPod } from "../../kubernetes/pod/pod-schema.ts";
import type { UnknownTexts } from "../../kubernetes/pod/sources/unknown-texts.ts";
import type { ResolvedContainer } from "../../kubernetes/pod/types.ts";
import type { ApplySet } from "../../repository/apply-set.ts";
import type { DocumentPart } from "../../repository/manifest-part.ts";
import { printable } from "../../text/printable.ts";
import type { Node } from "../../yaml/node.ts";
import { InputErrors, UsageError } from "../frame/errors.ts";
import type { InputSets, SetManifest } from "./input-sets.ts";
import { objectsIn } from "./manifest-file.ts";
import { ManifestWorkload } from "./manifest-workload.ts";
import { GivenVolumes } from "./volume-folder.ts";

interface ContainerChoice {
  /** `KIND/NAME`. Can be empty if there is only one. */
  readonly workloads: readonly string[];
  /** The container's name. Can be undefined if the workload has only one, apart from init containers. */
  readonly container: string | undefined;
}

export interface ChosenContainer {
  readonly workload: ManifestWorkload;
  readonly resolved: ResolvedContainer;
  /** The names of its variables that come from Secrets in the manifest, even if `variables` sets them. */
  readonly secretNames: ReadonlySet<string>;
}

const MAX_NAMED = 5;

interface Candidate {
  readonly workload: ManifestWorkload;
  readonly listed: ListedContainer;
  readonly set: ApplySet;
  readonly manifest: SetManifest;
  readonly unknownTexts: UnknownTexts | undefined;
}

/**
 * Reads apply sets, and resolves the chosen container.
 *
 * @param variables override the container's own variables
 * @throws UsageError, InputError; InputErrors if there is not exactly one such container, or the API server would reject
 *   the pod
 */
export function chosenContainer(
  sets: InputSets,
  choice: ContainerChoice,
  options: WorkloadReaderOptions,
  variables: ReadonlyMap<string, string>,
): ChosenContainer {
  const { listed, manifest, set, unknownTexts, workload } = onlyCandidate(sets, choice, options.namespace);
  const volumes = new GivenVolumes(options.volumeContents);
  volumes.add(workload.workload.pod);
  volumes.check();
  const clusters: PodClusters = sets.objectsOf(set).of(manifest.name);
  const world = set.isComplete ? options.world : "open";
  const given = { ...options, ...(world && { world }), unknownTexts };
  const { pod, problems, overLimit } = resolveWorkload(workload.workload, clusters, given, variables);
  const lines = problems.map(({ path, message }) => {
    return `${workload.placeOf(path)}: ${workload.name}: ${workload.fieldOf(path)}: ${printable(message)}`;
  });
  if (overLimit !== undefined) {
    lines.push(`${workload.placeOf(overLimit.path)}: ${workload.name}: ${printable(overLimit.message)}`);
  }
  if (lines.length > 0) throw new InputErrors(lines);
  const path = JSON.stringify(listed.path);
  const resolved = pod!.containers.find((container) => JSON.stringify(container.path) === path)!;
  const secrets = (listed.container.env ?? []).filter(({ valueFrom }) => valueFrom?.secretKeyRef !== undefined);
  return { workload, resolved, secretNames: new Set(secrets.map(({ name = "" }) => name)) };
}

/**
 * Finds the only container that the choice matches.
 *
 * @throws InputErrors if there is not exactly one
 */
function onlyCandidate(
  sets: InputSets,
  { workloads: names, container }: ContainerChoice,
  namespace: string | undefined,
): Candidate {
  const isNamed = names.map(workloadName);
  const candidates: Candidate[] = [];
  let found = 0;
  let workloads = 0;
  const add = (set: ApplySet, manifest: SetManifest, part: DocumentPart, document: Node, workload: Workload) => {
    if (names.length > 0 && !isNamed.some((matches) => matches(workload.owner))) return;
    workloads++;
    const { spec } = inspectPod(workload.pod).value;
    for (const listed of containersOf(spec, container === undefined ? ["containers"] : undefined)) {
      if (container !== undefined && listed.container.name !== container) continue;
      found++;
      if (found > MAX_NAMED) continue;
      const placed = new ManifestWorkload(part, document, workload, set.title);
      candidates.push({ workload: placed, listed, set, manifest, unknownTexts: part.unknownTexts(document) });
    }
  };
  for (const set of sets.sets) {
    for (const manifest of sets.manifestsOf(set)) {
      const onError = manifest.isFound ? (_: ManifestObjectError) => {} : undefined;
      for (const part of manifest.parts()) {
        for (const document of part.documents) {
          const read = (value: unknown) =>
            readManifestObjects(value, { listKind: part.list?.kind, namespace, onError });
          for (const workload of objectsIn(part, document, read).workloads)
            add(set, manifest, part, document, workload);
        }
      }
    }
  }
  const [candidate] = candidates;
  if (candidate !== undefined && found === 1) return candidate;
  if (candidate === undefined) {
    const named = container === undefined ? "" : ` ${printable(container)}`;
    const where = workloads === 1 ? "the workload" : `${workloads} workloads`;
    const workload = names.length === 0 ? "found no Pod or workload" : "found no such workload";
    throw new InputErrors([`varexpand: ${workloads === 0 ? workload : `found no container${named} in ${where}`}`]);
  }
  const lines = candidates.map(({ workload, listed: { container, path }, set }) => {
    const where = set.title === "" ? "" : ` in ${printable(set.title)}`;
    return `${workload.placeOf(path)}: ${workload.podName}: container ${printable(container.name ?? "?")}${where}`;
  });
  const more = found > MAX_NAMED ? ` (the first ${MAX_NAMED} are listed above)` : "";
  const how = candidates.some(({ set }) => set !== candidate.set)
    ? "KIND/NAME, -c CONTAINER, and --in NAME"
    : "KIND/NAME and -c CONTAINER";
  throw new InputErrors([...lines, `varexpand: the input has ${found} containers${more}; select one with ${how}`]);
}

/**
 * Returns a function that checks whether `KIND/NAME` names an object. The kind can be in any case, singular, plural, or
 * short, and with or without its API group.
 *
 * @throws UsageError if the kind or the name is missing
 * @example workloadName("deployments.apps/web")({ kind: "Deployment", metadata: { name: "web" } }) // true
 */
export function workloadName(text: string): (owner: KubernetesObject) => boolean {
  const [, kind, name] = /^([^/]+)\/([^/]+)$/.exec(text) ?? [];
  if (kind === undefined) throw new UsageError(`${printable(text)}: neither a file nor a workload; write KIND/NAME`);
  return ({ apiVersion, kind: known = "", metadata }) =>
    metadata?.name === name && isKind(kind, known, groupOf(apiVersion));
}
