/** The recorder that turns each recording into an Event and hands it on at once. */

import type { EventCorrelator } from "./correlation.ts";
import { type EventSource, eventName, eventTimestamp, type KubernetesEvent } from "./event.ts";
import { sprintf } from "./gofmt/format.ts";
import type { EventRecorder, EventType } from "./recorder.ts";
import { type KubernetesObject, type ObjectReference, objectReference } from "./reference.ts";

/**
 * Takes events as they come. Without a correlator every event is to be created. With one, an update is an event that
 * was handed on before, by its name, with a new count, message and last timestamp; what it updates may never have come
 * because it was over the rate limit, and is then to be created.
 */
export type EventSink = (event: KubernetesEvent, action: "create" | "update") => void;

/** How a recorder makes its events. */
export interface RecorderOptions {
  /** Who reports; `{ component: "varexpand" }` if not given. */
  readonly source?: EventSource;
  /** The time now; the system's if not given. */
  readonly clock?: () => Date;
  /** Counts, combines and limits similar events before they are handed on. Without it all are. */
  readonly correlator?: EventCorrelator;
}

/**
 * Hands events to a sink as they are recorded. What no cluster would accept is dropped with a warning on the console,
 * as client-go logs and drops it: an event of another type than Normal and Warning, about an object that does not say
 * its kind, or at an invalid time. An error that the sink throws reaches whoever records.
 *
 * @example
 * const recorder = new StreamEventRecorder((event) => process.stderr.write(`${renderEvent(event)}\n`));
 */
export class StreamEventRecorder implements EventRecorder {
  readonly #sink: EventSink;
  readonly #source: EventSource;
  readonly #clock: () => Date;
  readonly #correlator: EventCorrelator | undefined;
  #lastName: bigint | undefined;
  #dropped = 0;

  constructor(sink: EventSink, options: RecorderOptions = {}) {
    this.#sink = sink;
    this.#source = options.source ?? { component: "varexpand" };
    this.#clock = options.clock ?? (() => new Date());
    this.#correlator = options.correlator;
  }

  /** How many events the correlator has dropped because there were too many about one object. */
  get dropped(): number {
    return this.#dropped;
  }

  event(object: ObjectReference | KubernetesObject, type: EventType, reason: string, message: string): void {
    this.#record({ object, type, reason, message });
  }

  eventf(
    object: ObjectReference | KubernetesObject,
    type: EventType,
    reason: string,
    messageFormat: string,
    ...args: unknown[]
  ): void {
    this.#record({ object, type, reason, message: sprintf(messageFormat, args) });
  }

  annotatedEventf(
    object: ObjectReference | KubernetesObject,
    annotations: Readonly<Record<string, string>>,
    type: EventType,
    reason: string,
    messageFormat: string,
    ...args: unknown[]
  ): void {
    this.#record({ object, annotations, type, reason, message: sprintf(messageFormat, args) });
  }

  pastEventf(
    object: ObjectReference | KubernetesObject,
    timestamp: Date,
    type: EventType,
    reason: string,
    messageFormat: string,
    ...args: unknown[]
  ): void {
    this.#record({ object, timestamp, type, reason, message: sprintf(messageFormat, args) });
  }

  #record(recording: Recording): void {
    const involvedObject = objectReference(recording.object);
    const now = this.#clock();
    const mistake = findMistake(recording, involvedObject);
    if (involvedObject === undefined || mistake !== undefined) {
      console.warn(`varexpand: event ${recording.reason} dropped: ${mistake}`);
      return;
    }
    const event = this.#event(recording, involvedObject, now);
    const { action, event: correlated } = this.#correlator?.correlate(event, now) ?? { action: "create", event };
    if (action === "drop") this.#dropped++;
    else this.#sink(correlated, action);
  }

  #event(recording: Recording, involvedObject: ObjectReference, now: Date): KubernetesEvent {
    const { annotations, type, reason, message, timestamp = now } = recording;
    const time = eventTimestamp(timestamp);
    return {
      apiVersion: "v1",
      kind: "Event",
      metadata: {
        name: eventName(involvedObject.name ?? "", this.#nanoseconds(now)),
        namespace: involvedObject.namespace || "default",
        ...(annotations && { annotations: { ...annotations } }),
      },
      involvedObject: { ...involvedObject },
      reason,
      message,
      source: this.#source,
      firstTimestamp: time,
      lastTimestamp: time,
      count: 1,
      type,
      reportingComponent: this.#source.component,
      reportingInstance: this.#source.host ?? "",
    };
  }

  /** Now, later than every time before: a clock that stands still must not give two events one name. */
  #nanoseconds(now: Date): bigint {
    const nanoseconds = BigInt(now.getTime()) * 1_000_000n;
    const last = this.#lastName;
    this.#lastName = last === undefined || nanoseconds > last ? nanoseconds : last + 1n;
    return this.#lastName;
  }
}

interface Recording {
  readonly object: ObjectReference | KubernetesObject;
  readonly timestamp?: Date;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly type: EventType;
  readonly reason: string;
  readonly message: string;
}

/** Why no cluster would accept an event, if so. */
function findMistake({ type, timestamp }: Recording, involvedObject: ObjectReference | undefined): string | undefined {
  if (type !== "Normal" && type !== "Warning") return `its type is ${type}, not Normal or Warning`;
  if (involvedObject === undefined) return "the object it is about does not say its kind";
  if (timestamp !== undefined && Number.isNaN(timestamp.getTime())) return "its timestamp is an invalid Date";
  return undefined;
}
