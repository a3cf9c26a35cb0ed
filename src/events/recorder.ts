/** The recorders' interfaces: client-go's EventRecorder, and the one of the design of variable expansion, which knows its object. */

import { UNRESOLVED_REFERENCE } from "./reasons.ts";
import type { KubernetesObject, ObjectReference } from "./reference.ts";

/** `Normal` is for information, `Warning` for what someone should look at. There is no other. */
export type EventType = "Normal" | "Warning";

/** Records events on behalf of one source, about any object. Recording does not throw and does not wait. */
export interface EventRecorder {
  /**
   * Records an event now, in the namespace of the object.
   *
   * @param object what it is about: a reference, or a Kubernetes object that says its `kind`
   * @param reason why the event is generated: short and unique, made for `switch` statements
   * @param message for people
   */
  event(object: ObjectReference | KubernetesObject, type: EventType, reason: string, message: string): void;

  /** As `event`, with the message formatted as Go's `fmt.Sprintf` does. */
  eventf(
    object: ObjectReference | KubernetesObject,
    type: EventType,
    reason: string,
    messageFormat: string,
    ...args: unknown[]
  ): void;

  /** As `eventf`, with annotations on the event. */
  annotatedEventf(
    object: ObjectReference | KubernetesObject,
    annotations: Readonly<Record<string, string>>,
    type: EventType,
    reason: string,
    messageFormat: string,
    ...args: unknown[]
  ): void;

  /** As `eventf`, for something that happened at `timestamp`. */
  pastEventf(
    object: ObjectReference | KubernetesObject,
    timestamp: Date,
    type: EventType,
    reason: string,
    messageFormat: string,
    ...args: unknown[]
  ): void;
}

/** Records events about one object. */
export interface ObjectEventRecorder {
  /**
   * Records an event now.
   *
   * @param reason why the event is generated: short and unique, made for `switch` statements
   * @param message for people
   */
  event(reason: string, message: string): void;
  /** As `event`, with the message formatted as Go's `fmt.Sprintf` does. */
  eventf(reason: string, messageFormat: string, ...args: unknown[]): void;
  /** As `eventf`, for something that happened at `timestamp`. */
  pastEventf(timestamp: Date, reason: string, messageFormat: string, ...args: unknown[]): void;
}

/**
 * A recorder for one object, which forwards to a recorder for all.
 *
 * The seed's interface is older than event types and has none. Its events are Warnings: what an expansion has to say
 * about an object is that something in it does not work. For a `Normal` event there is the EventRecorder.
 *
 * @example
 * const recorder = objectEventRecorderFor(pod, new MemoryEventRecorder());
 * expand("$(HOST):$(PORT)", mappingFuncFor(recorder, { HOST: "db" })); // "db:$(PORT)", and one event about the pod
 */
export function objectEventRecorderFor(
  object: ObjectReference | KubernetesObject,
  recorder: EventRecorder,
): ObjectEventRecorder {
  return {
    event: (reason, message) => recorder.event(object, "Warning", reason, message),
    eventf: (reason, messageFormat, ...args) => recorder.eventf(object, "Warning", reason, messageFormat, ...args),
    pastEventf: (timestamp, reason, messageFormat, ...args) =>
      recorder.pastEventf(object, timestamp, "Warning", reason, messageFormat, ...args),
  };
}

/** Records that `$(name)` has no value: it stays in the text as it is. */
export function recordUnresolved(recorder: ObjectEventRecorder, name: string): void {
  recorder.event(UNRESOLVED_REFERENCE, unresolvedMessage(name));
}

/** The message of the event for a reference to a variable that is not defined. */
export function unresolvedMessage(name: string): string {
  return `$(${name}) cannot be expanded: the variable is not defined`;
}
