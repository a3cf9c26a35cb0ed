/** Finds the one container in manifests that a command runs. */

import type { KubernetesObject } from "../../events/reference.ts";
import { isKind } from "../../kubernetes/cluster/kind-names.ts";
import { groupOf } from "../../kubernetes/cluster/kinds.ts";
import { type ClusterObjects, readManifestObjects } from "../../kubernetes/cluster/objects.ts";
import { resolveWorkload, type WorkloadReaderOptions } from "../../kubernetes/cluster/workload-reader.ts";
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
  const reading = new Reading(choice, options.namespace);
  for (const manifest of manifests) for (const part of manifest.parts()) reading.add(part);
  const { workload, listed } = reading.only();
  const volumes = new GivenVolumes(options.volumeContents);
  volumes.add(workload.workload.pod);
  volumes.check();
  const { pod, problems, overLimit } = resolveWorkload(workload.workload, reading.objects, options, variables);
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

class Reading {
  readonly objects: ClusterObjects = { services: [], configMaps: [], secrets: [], nodes: [] };
  private readonly names: readonly ((owner: KubernetesObject) => boolean)[];
  private readonly container: string | undefined;
  private readonly namespace: string | undefined;
  private readonly candidates: Candidate[] = [];
  private found = 0;
  private workloads = 0;

  constructor({ workloads, container }: ContainerChoice, namespace: string | undefined) {
    this.names = workloads.map(workloadName);
    this.container = container;
    this.namespace = namespace;
  }

  add(part: ManifestPart): void {
    for (const document of part.documents) {
      const read = (value: unknown) => readManifestObjects(value, part.list?.kind, this.namespace);
      const { workloads, skipped: _skipped, ...objects } = part.objectsIn(document, read);
      for (const list of ["services", "configMaps", "secrets", "nodes"] as const) {
        // Engines keep the entire text of a substring alive. A copy releases the manifest.
        for (const object of objects[list]) this.objects[list].push(structuredClone(object) as never);
      }
      for (const workload of workloads) this.addWorkload(part, document, workload);
    }
  }

  private addWorkload(part: ManifestPart, document: Node, workload: Workload): void {
    if (this.names.length > 0 && !this.names.some((isNamed) => isNamed(workload.owner))) return;
    this.workloads++;
    const { spec } = inspectPod(workload.pod).value;
    const lists = this.container === undefined ? (["containers"] as const) : undefined;
    for (const listed of containersOf(spec, lists)) {
      if (this.container !== undefined && listed.container.name !== this.container) continue;
      this.found++;
      if (this.found > MOST_NAMED) continue;
      this.candidates.push({ workload: new ManifestWorkload(part, document, workload), listed });
    }
  }

  /** @throws InputErrors if there is not exactly one */
  only(): Candidate {
    const [candidate] = this.candidates;
    if (this.found === 1) return candidate!;
    if (candidate === undefined) throw new InputErrors([`varexpand: ${this.nothing()}`]);
    const lines = this.candidates.map(({ workload, listed: { container, path } }) => {
      return `${workload.placeOf(path)}: ${workload.podName}: container ${printable(container.name ?? "?")}`;
    });
    const more = this.found > MOST_NAMED ? ` (the first ${MOST_NAMED} are listed above)` : "";
    const how = "select one with KIND/NAME and -c CONTAINER";
    throw new InputErrors([...lines, `varexpand: the input has ${this.found} containers${more}; ${how}`]);
  }

  private nothing(): string {
    if (this.workloads === 0) return this.names.length === 0 ? "found no Pod or workload" : "found no such workload";
    const named = this.container === undefined ? "" : ` ${printable(this.container)}`;
    return `found no container${named} in ${this.workloads === 1 ? "the workload" : `${this.workloads} workloads`}`;
  }
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
