/** References that are not expanded, as callers receive them. */
import { type ObjectEventRecorder, UNRESOLVED_REFERENCE, unresolvedMessage } from "../events/recorder.ts";

/** The dialects of `${NAME}`. */
export type Syntax = "envsubst" | "compose" | "flux" | "otel" | "otel-collector";

/**
 * Why a reference is not expanded:
 * - `unset`: the variable is not set.
 * - `required`: the variable is not set or empty, and the reference requires a value (`${NAME:?message}` of Compose).
 * - `malformed`: the text is not a reference of the dialect.
 */
export type UnexpandedReason = "unset" | "required" | "malformed";

/** A reference that is not expanded: `$(NAME)` stays in the text, and `${NAME}` is replaced with nothing. */
export interface UnexpandedReference {
  readonly name: string;
  /** The offset of the `$`: in bytes for bytes and streams, in UTF-16 code units for strings. */
  readonly offset: number;
  /** `kubernetes` for `$(NAME)`; otherwise, the dialect of `${NAME}`. */
  readonly syntax: Syntax | "kubernetes";
  readonly reason: UnexpandedReason;
}

/**
 * Receives each reference that is not expanded, in the order of the input. It is called after the expansion, and can itself
 * call this package.
 */
export type UnexpandedHandler = (reference: UnexpandedReference) => void;

/**
 * A handler that records an event for each reference. The reason is `UnresolvedReference`, and the message is that of
 * `mappingFuncFor`.
 *
 * @example
 * const recorder = objectEventRecorderFor(pod, new MemoryEventRecorder());
 * environment.expand("$(HOST)", unexpandedHandlerFor(recorder)); // one event if HOST is not set
 */
export function unexpandedHandlerFor(recorder: Pick<ObjectEventRecorder, "event">): UnexpandedHandler {
  let last: string | undefined;
  let message = "";
  return ({ name, syntax }) => {
    // Recorders that count repeated messages compare the same string faster than an equal one.
    if (name !== last) {
      const isKubernetes = syntax === "kubernetes";
      message = isKubernetes
        ? unresolvedMessage(name)
        : `\${${name}} is replaced with nothing: the variable is not set`;
    }
    last = name;
    recorder.event(UNRESOLVED_REFERENCE, message);
  };
}
