/** The v1 Event, as a cluster would accept it. */

import type { EventType } from "./recorder.ts";
import type { ObjectReference } from "./reference.ts";

/** Who reports an event: a component, and the node it runs on. */
export interface EventSource {
  readonly component: string;
  readonly host?: string;
}

/** A core/v1 Event. Timestamps are RFC 3339 in UTC, in whole seconds. */
export interface KubernetesEvent {
  readonly apiVersion: "v1";
  readonly kind: "Event";
  readonly metadata: {
    readonly name: string;
    readonly namespace: string;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly involvedObject: ObjectReference;
  readonly reason: string;
  readonly message: string;
  readonly source: EventSource;
  readonly firstTimestamp: string;
  readonly lastTimestamp: string;
  readonly count: number;
  readonly type: EventType;
  readonly reportingComponent: string;
  readonly reportingInstance: string;
}
