/** The events of all pods as a cluster would record them: similar events are combined. */
import { workloadReference } from "../cluster/workloads.ts";
import { EventCorrelator } from "../events/correlation.ts";
import type { KubernetesEvent } from "../events/event.ts";
import { unresolvedMessage } from "../events/recorder.ts";
import { StreamEventRecorder } from "../events/stream.ts";
import type { ContainerEvent, ManifestPath, UnresolvedReference } from "../pod/types.ts";
import { printable } from "../text/printable.ts";
import type { ManifestWorkload } from "./manifest-workload.ts";

/** The steps to a container in its pod: `spec.containers[0]`. */
const CONTAINER_DEPTH = 3;

interface EventRecord {
  readonly event: KubernetesEvent;
  /** Where the first of them came from, and what it is about. */
  readonly place: string;
  readonly object: string;
}

export class PodEvents {
  private readonly records = new Map<string, EventRecord>();
  private readonly recorder: StreamEventRecorder;
  /** The event that the recorder has just been given. */
  private current:
    | {
        readonly workload: ManifestWorkload;
        readonly path: ManifestPath;
        readonly reference: UnresolvedReference | undefined;
      }
    | undefined;

  constructor(now: Date) {
    this.recorder = new StreamEventRecorder((event) => this.keep(event), {
      clock: () => now,
      correlator: new EventCorrelator(),
    });
  }

  /** An event about a workload's pod: about the object in the manifest, as there may be no pod yet. */
  record(
    workload: ManifestWorkload,
    { type, reason, message, fieldPath, path, reference }: ContainerEvent & { readonly path: ManifestPath },
  ): void {
    this.current = { workload, path, reference };
    const container = fieldPath === undefined ? undefined : { path: path.slice(0, CONTAINER_DEPTH), fieldPath };
    const text = reference ? unresolvedMessage(reference.name, workload.reasonOf(reference)) : message;
    this.recorder.event(workloadReference(workload.workload, container), type, reason, text);
  }

  get events(): KubernetesEvent[] {
    return Array.from(this.records.values(), ({ event }) => event);
  }

  /** A line for each record. */
  lines(): string[] {
    const lines = Array.from(this.records.values(), ({ event, place, object }) => {
      const { type, reason, message, count } = event;
      const times = count > 1 ? ` (${count} times)` : "";
      return `${place}: ${object}: ${type} ${reason}: ${printable(message)}${times}`;
    });
    const { dropped } = this.recorder;
    if (dropped > 0) lines.push(`${dropped} more event${dropped === 1 ? "" : "s"} about the same objects`);
    return lines;
  }

  private keep(event: KubernetesEvent): void {
    const id = `${event.metadata.namespace}/${event.metadata.name}`;
    const { place, object } = this.records.get(id) ?? this.origin(event);
    // Of texts that are parts of others, the engine keeps all: a copy lets go of the manifest.
    this.records.set(id, { event: structuredClone(event), place, object });
  }

  private origin({ involvedObject }: KubernetesEvent): Omit<EventRecord, "event"> {
    const { workload, path, reference } = this.current!;
    const { fieldPath } = involvedObject;
    const parts = [workload.name, ...(fieldPath === undefined ? [] : [printable(fieldPath)])];
    const place = reference === undefined ? workload.placeOf(path) : workload.placesOf([reference])[0]!;
    return structuredClone({ place, object: parts.join(" ") });
  }
}
