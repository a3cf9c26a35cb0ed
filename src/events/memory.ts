/** The recorder that keeps its events in memory. */

import type { KubernetesEvent } from "./event.ts";
import { type RecorderOptions, StreamEventRecorder } from "./stream.ts";

/**
 * Keeps events in memory, in the order of their creation. With a correlator, an update replaces the event that it
 * updates: the result is the records that a cluster would hold.
 *
 * @example
 * const recorder = new MemoryEventRecorder({ correlator: new EventCorrelator() });
 * new Environment({}).expand("$(A) $(A)", objectEventRecorderFor(pod, recorder));
 * recorder.events.length // 1, with count 2
 */
export class MemoryEventRecorder extends StreamEventRecorder {
  private readonly records = new Map<string, KubernetesEvent>();

  constructor(options: RecorderOptions = {}) {
    super((event) => this.records.set(`${event.metadata.namespace}/${event.metadata.name}`, event), options);
  }

  /** The events recorded so far. */
  get events(): readonly KubernetesEvent[] {
    return Array.from(this.records.values());
  }
}
