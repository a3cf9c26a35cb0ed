/** The core/v1 Event, its name and its timestamps. */

import type { EventType } from "./recorder.ts";
import type { ObjectReference } from "./reference.ts";

/** The reporter of an event: a component, and the node it runs on. */
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

/** A lower-case DNS name: labels of letters, digits and inner dashes, joined by dots. */
const DNS_SUBDOMAIN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const DNS_SUBDOMAIN_MAX_LENGTH = 253;

/**
 * An event's name: the object's name, a dot, and the time in hexadecimal nanoseconds since 1970; or a random UUID if a
 * cluster would reject that name. Two events of an object need different times.
 *
 * @example eventName("web-0", BigInt(date.getTime()) * 1_000_000n) // "web-0.1886caf244ffa780"
 */
export function eventName(objectName: string, nanoseconds: bigint): string {
  const name = `${objectName}.${nanoseconds.toString(16)}`;
  return name.length <= DNS_SUBDOMAIN_MAX_LENGTH && DNS_SUBDOMAIN.test(name) ? name : crypto.randomUUID();
}

/**
 * A date as an event's timestamp: RFC 3339 in UTC, in whole seconds.
 *
 * @example eventTimestamp(new Date(1_767_323_045_678)) // "2026-01-02T03:04:05Z"
 * @throws {RangeError} for an invalid Date
 */
export function eventTimestamp(date: Date): string {
  return date.toISOString().replace(/\.\d+Z$/, "Z");
}

/**
 * Formats an event on one line, like client-go's FakeRecorder: `<type> <reason> <message>`.
 *
 * @example
 * renderEvent(event) // "Warning UnresolvedReference $(PORT) cannot be expanded: the variable is not defined"
 */
export function renderEvent({ type, reason, message }: KubernetesEvent): string {
  return `${type} ${reason} ${message}`;
}
