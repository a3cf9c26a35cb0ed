/** Records events about one object (seed 001, "Event Recording"). */
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

/** The reason of the event for a reference that cannot be expanded. */
export const UNRESOLVED_REFERENCE = "UnresolvedReference";

/** Records that `$(name)` has no value: it stays in the text as it is. */
export function recordUnresolved(recorder: ObjectEventRecorder, name: string): void {
  recorder.event(UNRESOLVED_REFERENCE, `$(${name}) cannot be expanded: the variable is not defined`);
}
