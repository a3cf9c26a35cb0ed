/** The events of all pods: as a cluster would record them, with similar events combined, and as findings with places. */

import { EventCorrelator } from "../../events/correlation.ts";
import type { KubernetesEvent } from "../../events/event.ts";
import { unresolvedMessage } from "../../events/recorder.ts";
import { StreamEventRecorder } from "../../events/stream.ts";
import { workloadReference } from "../../kubernetes/cluster/workloads.ts";
import type { ContainerEvent, ManifestPath } from "../../kubernetes/pod/types.ts";
import { printable } from "../../text/printable.ts";
import type { ManifestWorkload } from "../manifests/manifest-workload.ts";
import { FindingLines } from "./finding-lines.ts";

/** The length of the path to a container in its pod: `spec.containers[0]`. */
const CONTAINER_DEPTH = 3;

export class PodEvents {
  private readonly records = new Map<string, KubernetesEvent>();
  private readonly recorder: StreamEventRecorder;
  private readonly found: FindingLines;

  constructor(now: Date, isAll: boolean) {
    this.recorder = new StreamEventRecorder((event) => this.keep(event), {
      clock: () => now,
      correlator: new EventCorrelator(),
    });
    this.found = new FindingLines("findings", isAll);
  }

  /**
   * Records an event about a workload's pod. The event is about the object in the manifest, because the pod may not
   * exist. It is a finding, unless the text is for a shell.
   *
   * @param meantBy returns the variable that an undefined name most likely means
   */
  record(
    workload: ManifestWorkload,
    { type, reason, message, fieldPath, path, reference }: ContainerEvent & { readonly path: ManifestPath },
    meantBy: (name: string) => string | undefined,
  ): void {
    const container = fieldPath === undefined ? undefined : { path: path.slice(0, CONTAINER_DEPTH), fieldPath };
    const object = workloadReference(workload.workload, container);
    const text = reference ? unresolvedMessage(reference.name, workload.reasonOf(reference)) : message;
    this.recorder.event(object, type, reason, text);
    if (reference?.verdict === "shell") return;
    this.found.add(`${type} ${reason} ${message}`, () => {
      const parts = [workload.name, ...(object.fieldPath === undefined ? [] : [printable(object.fieldPath)])];
      const meant = reference?.verdict === "undefined" ? meantBy(reference.name) : undefined;
      const hint = meant === undefined ? "" : `; did you mean ${printable(meant)}?`;
      return {
        place: reference === undefined ? workload.placeOf(path) : workload.placesOf([reference])[0]!,
        text: `${parts.join(" ")}: ${type} ${reason}: ${printable(text)}${hint}`,
      };
    });
  }

  /** As an API server would store them, with similar events combined. */
  get events(): KubernetesEvent[] {
    return [...this.records.values()];
  }

  /** The number of findings: all events except those in texts for a shell. */
  get count(): number {
    return this.found.count;
  }

  lines(): Iterable<string> {
    return this.found.lines();
  }

  close(): void {
    this.found.close();
  }

  private keep(event: KubernetesEvent): void {
    const id = `${event.metadata.namespace}/${event.metadata.name}`;
    // Engines keep the entire text of a substring alive. A copy releases the manifest.
    this.records.set(id, structuredClone(event));
  }
}
