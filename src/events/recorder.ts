/** The recorders' interfaces: client-go's EventRecorder, and the expansion design's recorder for one object. */

import { checkObject } from "../text/argument.ts";
import type { InvolvedObject } from "./reference.ts";

/** The reason of an event for a `$(NAME)` that stays in the text because no variable has that name. */
export const UNRESOLVED_REFERENCE = "UnresolvedReference";

/** The kubelet's reason for a container that cannot start because its configuration cannot be built. */
export const FAILED_TO_CREATE_CONTAINER = "Failed";

/** The reason of an event for `envFrom` keys that were skipped as invalid variable names (kubelets before 1.30). */
export const INVALID_ENVIRONMENT_VARIABLE_NAMES = "InvalidEnvironmentVariableNames";

/** The two types of events in Kubernetes: `Normal` is information, `Warning` needs attention. */
export type EventType = "Normal" | "Warning";

/** Records events on behalf of one source, about any object. Recording does not throw and does not wait. */
export interface EventRecorder {
  /**
   * Records an event now, in the namespace of the object.
   *
   * @param object the event's object: a reference, or a Kubernetes object with its `kind`
   * @param reason why the event is generated: a short, unique word that programs can compare
   * @param message a text for display
   */
  event(object: InvolvedObject, type: EventType, reason: string, message: string): void;

  /** Like `event`, with a message formatted as in Go, with the verbs %s, %d, %v, %q, %t, %x and %f. */
  eventf(object: InvolvedObject, type: EventType, reason: string, messageFormat: string, ...args: unknown[]): void;

  /** Like `eventf`, with annotations on the event. */
  annotatedEventf(
    object: InvolvedObject,
    annotations: Readonly<Record<string, string>>,
    type: EventType,
    reason: string,
    messageFormat: string,
    ...args: unknown[]
  ): void;

  /** Like `eventf`, for something that happened at `timestamp`. */
  pastEventf(
    object: InvolvedObject,
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
   * @param reason why the event is generated: a short, unique word that programs can compare
   * @param message a text for display
   */
  event(reason: string, message: string): void;
  /** Like `event`, with a message formatted as in Go, with the verbs %s, %d, %v, %q, %t, %x and %f. */
  eventf(reason: string, messageFormat: string, ...args: unknown[]): void;
  /** Like `eventf`, for something that happened at `timestamp`. */
  pastEventf(timestamp: Date, reason: string, messageFormat: string, ...args: unknown[]): void;
}

/**
 * A recorder for one object, which forwards to a recorder for all objects.
 *
 * All its events are Warnings because the design's interface has no event types, and an expansion reports only problems. To record a `Normal` event, use the EventRecorder.
 *
 * @example
 * const recorder = objectEventRecorderFor(pod, new MemoryEventRecorder());
 * expand("$(HOST):$(PORT)", mappingFuncFor(recorder, { HOST: "db" })); // "db:$(PORT)", and one event about the pod
 */
export function objectEventRecorderFor(object: InvolvedObject, recorder: EventRecorder): ObjectEventRecorder {
  checkObject(object, "object");
  checkObject(recorder, "recorder");
  return {
    event: (reason, message) => recorder.event(object, "Warning", reason, message),
    eventf: (reason, messageFormat, ...args) => recorder.eventf(object, "Warning", reason, messageFormat, ...args),
    pastEventf: (timestamp, reason, messageFormat, ...args) =>
      recorder.pastEventf(object, timestamp, "Warning", reason, messageFormat, ...args),
  };
}

/** Records that `$(name)` stays in the text because no variable has that name. */
export function recordUnresolved(recorder: ObjectEventRecorder, name: string): void {
  recorder.event(UNRESOLVED_REFERENCE, unresolvedMessage(name));
}

/** The message of the event for a reference that cannot be expanded. */
export function unresolvedMessage(name: string, reason = "the variable is not defined"): string {
  return `$(${name}) is not expanded: ${reason}`;
}
