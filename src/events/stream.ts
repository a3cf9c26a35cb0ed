/** The recorders that create Events: one passes them to a function, the other keeps them in memory. */

import { checkFunction } from "../text/argument.ts";
import type { EventCorrelator } from "./correlation.ts";
import { type EventSource, eventName, eventTimestamp, type KubernetesEvent } from "./event.ts";
import type { EventRecorder, EventType } from "./recorder.ts";
import { type InvolvedObject, type ObjectReference, objectReference } from "./reference.ts";
import { sprintf } from "./sprintf.ts";

/**
 * Receives each event and the action to perform. Without a correlator, the action is always `create`. With one, `update`
 * means that an earlier event of this name has a new count, message, and last timestamp. If the rate limit dropped the
 * earlier event, the sink has not received that name yet and should create the event.
 */
export type EventSink = (event: KubernetesEvent, action: "create" | "update") => void;

/** The options of recorders. */
export interface RecorderOptions {
  /** The reporter. Default: `{ component: "varexpand" }`. */
  readonly source?: EventSource;
  /** Returns the current time. Default: the system clock. */
  readonly clock?: () => Date;
  /** Counts, combines, and limits similar events before they reach the sink. Default: no correlation. */
  readonly correlator?: EventCorrelator;
}

/**
 * Passes events to a sink when they are recorded. Like in client-go, an event that a cluster would reject (its type is not
 * Normal or Warning, its object has no kind, or its time is invalid) is dropped with a warning on the console. The same
 * applies if the sink or the clock throws, so recording never throws.
 *
 * @example
 * const recorder = new StreamEventRecorder((event) => process.stderr.write(`${renderEvent(event)}\n`));
 */
export class StreamEventRecorder implements EventRecorder {
  private readonly sink: EventSink;
  private readonly source: EventSource;
  private readonly clock: () => Date;
  private readonly correlator: EventCorrelator | undefined;
  private lastName: bigint | undefined;
  private droppedCount = 0;

  constructor(sink: EventSink, options: RecorderOptions = {}) {
    checkFunction(sink, "sink");
    this.sink = sink;
    this.source = options.source ?? { component: "varexpand" };
    this.clock = options.clock ?? (() => new Date());
    this.correlator = options.correlator;
  }

  /** How many events the correlator has dropped because one object had too many. */
  get dropped(): number {
    return this.droppedCount;
  }

  event(object: InvolvedObject, type: EventType, reason: string, message: string): void {
    this.record({ object, type, reason, message });
  }

  eventf(object: InvolvedObject, type: EventType, reason: string, messageFormat: string, ...args: unknown[]): void {
    this.record({ object, type, reason, message: sprintf(messageFormat, args) });
  }

  annotatedEventf(
    object: InvolvedObject,
    annotations: Readonly<Record<string, string>>,
    type: EventType,
    reason: string,
    messageFormat: string,
    ...args: unknown[]
  ): void {
    this.record({ object, annotations, type, reason, message: sprintf(messageFormat, args) });
  }

  pastEventf(
    object: InvolvedObject,
    timestamp: Date,
    type: EventType,
    reason: string,
    messageFormat: string,
    ...args: unknown[]
  ): void {
    this.record({ object, timestamp, type, reason, message: sprintf(messageFormat, args) });
  }

  private record(recording: Recording): void {
    try {
      this.pass(recording);
    } catch (error) {
      console.warn(`varexpand: event ${recording.reason} dropped:`, error);
    }
  }

  private pass(recording: Recording): void {
    const involvedObject = objectReference(recording.object);
    const now = this.clock();
    const mistake = findMistake(recording, involvedObject);
    if (involvedObject === undefined || mistake !== undefined) {
      console.warn(`varexpand: event ${recording.reason} dropped: ${mistake}`);
      return;
    }
    const event = this.eventFrom(recording, involvedObject, now);
    const { action, event: correlated } = this.correlator?.correlate(event, now) ?? { action: "create", event };
    if (action === "drop") this.droppedCount++;
    else this.sink(correlated, action);
  }

  private eventFrom(recording: Recording, involvedObject: ObjectReference, now: Date): KubernetesEvent {
    const { annotations, type, reason, message, timestamp = now } = recording;
    const time = eventTimestamp(timestamp);
    return {
      apiVersion: "v1",
      kind: "Event",
      metadata: {
        name: eventName(involvedObject.name ?? "", this.nanoseconds(now)),
        namespace: involvedObject.namespace || "default",
        ...(annotations && { annotations: { ...annotations } }),
      },
      involvedObject: { ...involvedObject },
      reason,
      message,
      source: this.source,
      firstTimestamp: time,
      lastTimestamp: time,
      count: 1,
      type,
      reportingComponent: this.source.component,
      reportingInstance: this.source.host ?? "",
    };
  }

  /** The time in nanoseconds, always greater than earlier results, because event names must be different. */
  private nanoseconds(now: Date): bigint {
    const nanoseconds = BigInt(now.getTime()) * 1_000_000n;
    const last = this.lastName;
    this.lastName = last === undefined || nanoseconds > last ? nanoseconds : last + 1n;
    return this.lastName;
  }
}

/**
 * Keeps events in memory, in the order of their creation. With a correlator, an update replaces the earlier event, so the
 * result is the same as in a cluster.
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

interface Recording {
  readonly object: InvolvedObject;
  readonly timestamp?: Date;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly type: EventType;
  readonly reason: string;
  readonly message: string;
}

/** Why a cluster would reject the event; undefined if it would not. */
function findMistake({ type, timestamp }: Recording, involvedObject: ObjectReference | undefined): string | undefined {
  if (type !== "Normal" && type !== "Warning") return `its type is ${type}, not Normal or Warning`;
  if (involvedObject === undefined) return "its object has no kind";
  if (timestamp !== undefined && Number.isNaN(timestamp.getTime())) return "its timestamp is an invalid Date";
  return undefined;
}
