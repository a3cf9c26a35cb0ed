/** The recorder that keeps its events. */

import type { KubernetesEvent } from "./event.ts";
import { type RecorderOptions, StreamEventRecorder } from "./stream.ts";

/**
 * Keeps events in memory, in the order in which they were created. With a correlator an update takes the place of the
 * event that it updates, so that these are the records a cluster would hold.
 *
 * @example
 * const recorder = new MemoryEventRecorder({ correlator: new EventCorrelator() });
 * new Environment({}).expand("$(A) $(A)", objectEventRecorderFor(pod, recorder));
 * recorder.events.length // 1, with count 2
 */
export class MemoryEventRecorder extends StreamEventRecorder {
  readonly #events = new Map<string, KubernetesEvent>();

  constructor(options: RecorderOptions = {}) {
    super((event) => this.#events.set(`${event.metadata.namespace}/${event.metadata.name}`, event), options);
  }

  /** The events so far. */
  get events(): readonly KubernetesEvent[] {
    return Array.from(this.#events.values());
  }
}
