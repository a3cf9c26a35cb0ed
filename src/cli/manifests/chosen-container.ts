/** Finds the one container in manifests that a command runs. */

import type { KubernetesObject } from "../../events/reference.ts";
import { isKind } from "../../kubernetes/cluster/kind-names.ts";
import { groupOf } from "../../kubernetes/cluster/kinds.ts";
import {
  resolveWorkload,
  WorkloadReader,
  type WorkloadReaderOptions,
} from "../../kubernetes/cluster/workload-reader.ts";
import type { Workload } from "../../kubernetes/cluster/workloads.ts";
import { containersOf, type ListedContainer } from "../../kubernetes/pod/container-lists.ts";
import { inspectPod } from "../../kubernetes/pod/pod-schema.ts";
import type { ResolvedContainer } from "../../kubernetes/pod/types.ts";
import { printable } from "../../text/printable.ts";
import type { Node } from "../../yaml/node.ts";
import { InputErrors, UsageError } from "../frame/errors.ts";
import type { ManifestPart } from "./manifest-file.ts";
import type { ManifestStream } from "./manifest-stream.ts";
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

const MOST_NAMED = 5;

interface Candidate {
  readonly workload: ManifestWorkload;
  readonly listed: ListedContainer;
}

/**
 * Reads manifests, and resolves the chosen container.
 *
 * @param variables override the container's own variables
 * @throws UsageError, InputError; InputErrors if there is not exactly one such container, or the API server would reject
 *   the pod
 */
export function chosenContainer(
  manifests: readonly ManifestStream[],
  choice: ContainerChoice,
  options: WorkloadReaderOptions,
  variables: ReadonlyMap<string, string>,
): ChosenContainer {
  const reader = new WorkloadReader(options);
  const { workload, listed } = onlyCandidate(manifests, choice, reader);
  const volumes = new GivenVolumes(options.volumeContents);
  volumes.add(workload.workload.pod);
  volumes.check();
  const { pod, problems, overLimit } = resolveWorkload(workload.workload, reader.objects, options, variables);
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
 * Finds the only container that the choice matches. The reader keeps the objects that its pod can refer to.
 *
 * @throws InputErrors if there is not exactly one
 */
function onlyCandidate(
  manifests: readonly ManifestStream[],
  { workloads: names, container }: ContainerChoice,
  reader: WorkloadReader,
): Candidate {
  const isNamed = names.map(workloadName);
  const candidates: Candidate[] = [];
  let found = 0;
  let workloads = 0;
  const read = (part: ManifestPart, document: Node) => {
    const isWanted = (workload: Workload) => {
      if (names.length > 0 && !isNamed.some((matches) => matches(workload.owner))) return false;
      workloads++;
      const { spec } = inspectPod(workload.pod).value;
      for (const listed of containersOf(spec, container === undefined ? ["containers"] : undefined)) {
        if (container !== undefined && listed.container.name !== container) continue;
        found++;
        if (found <= MOST_NAMED) candidates.push({ workload: new ManifestWorkload(part, document, workload), listed });
      }
      // No workload is resolved before the container is chosen.
      return false;
    };
    part.objectsIn(document, (value) => reader.read(value, { listKind: part.list?.kind, isWanted }));
  };
  for (const manifest of manifests) {
    for (const part of manifest.parts()) for (const document of part.documents) read(part, document);
  }
  const [candidate] = candidates;
  if (candidate !== undefined && found === 1) return candidate;
  if (candidate === undefined) {
    const named = container === undefined ? "" : ` ${printable(container)}`;
    const where = workloads === 1 ? "the workload" : `${workloads} workloads`;
    const workload = names.length === 0 ? "found no Pod or workload" : "found no such workload";
    throw new InputErrors([`varexpand: ${workloads === 0 ? workload : `found no container${named} in ${where}`}`]);
  }
  const lines = candidates.map(({ workload, listed: { container, path } }) => {
    return `${workload.placeOf(path)}: ${workload.podName}: container ${printable(container.name ?? "?")}`;
  });
  const more = found > MOST_NAMED ? ` (the first ${MOST_NAMED} are listed above)` : "";
  const how = "select one with KIND/NAME and -c CONTAINER";
  throw new InputErrors([...lines, `varexpand: the input has ${found} containers${more}; ${how}`]);
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
