/** Correlates events like client-go: combines similar events, counts equal events, and limits the rate. */

import { eventTimestamp, type KubernetesEvent } from "./event.ts";

/** How many keys each cache holds. */
const CACHE_SIZE = 4096;
/** Similar events share one record once they have this many different messages. */
const SIMILAR_LIMIT = 10;
/** The longest time between two similar events of one group, in milliseconds. */
const SIMILAR_INTERVAL = 600_000;
const COMBINED_PREFIX = "(combined from similar events): ";
/** The number of events that one source can record about one object at once. */
const BURST = 25;
/** The number of additional events per second: one in five minutes, as a float32 like in client-go. */
const REFILL = /* @__PURE__ */ Math.fround(1 / 300);

/** An event after correlation. */
export interface CorrelatedEvent {
  /** `create`: write a new record; `update`: change the record of that name; `drop`: write nothing. */
  readonly action: "create" | "update" | "drop";
  /** The record to write; for `drop`, the record that would have been written. */
  readonly event: KubernetesEvent;
}

/** Events that differ only in their message and `fieldPath`. */
interface SimilarEvents {
  readonly messages: Set<string>;
  /** The time of the last event, in milliseconds since 1970. */
  last: number;
}

/** The fields of a written record that an update needs. */
interface WrittenRecord {
  readonly name: string;
  readonly firstTimestamp: string;
  readonly count: number;
}

/**
 * Correlates events as client-go's EventCorrelator does, in the same order, so that a dropped event still counts:
 *
 * 1. Events are similar if source, object, type, and reason are equal, and each follows the previous one within 10
 *    minutes. Once similar events have 10 different messages, they share one record, which has the latest message.
 * 2. An event that equals an earlier one, including the message, updates its record and increments its count.
 * 3. After 25 events of one source about one object, one more event is accepted every 5 minutes; others are dropped.
 *
 * client-go forgets a random one of the 10 messages, so which repeated message is combined is random. Here, the first nine
 * messages always keep their own records, and all other messages share one.
 *
 * Each of its caches holds the 4096 most recently used keys.
 */
export class EventCorrelator {
  private readonly similar = new LruCache<SimilarEvents>(CACHE_SIZE);
  private readonly records = new LruCache<WrittenRecord>(CACHE_SIZE);
  private readonly budgets = new LruCache<TokenBucket>(CACHE_SIZE);

  /**
   * Decides whether an event creates or updates a record or is dropped, and remembers the event.
   *
   * @param event the event as recorded, with count 1
   * @param now the current time, which is later than the timestamp of a past event
   */
  correlate(event: KubernetesEvent, now: Date): CorrelatedEvent {
    const aggregated = this.aggregate(event, now);
    const counted = this.count(aggregated.event, aggregated.key);
    return this.isWithinBudget(event, now) ? counted : { action: "drop", event: counted.event };
  }

  private aggregate(event: KubernetesEvent, now: Date): { event: KubernetesEvent; key: string } {
    const group = keyOf(similarityParts(event));
    const time = now.getTime();
    let similar = this.similar.get(group);
    if (similar === undefined || time - similar.last > SIMILAR_INTERVAL) {
      similar = { messages: new Set(), last: time };
      this.similar.set(group, similar);
    }
    similar.last = time;
    similar.messages.add(event.message);
    if (similar.messages.size < SIMILAR_LIMIT) return { event, key: keyOf(equalityParts(event)) };

    similar.messages.delete(event.message);
    const timestamp = eventTimestamp(now);
    // Annotations belong to a single event, so the combined event has none.
    const { name, namespace } = event.metadata;
    const combined: KubernetesEvent = {
      ...event,
      metadata: { name, namespace },
      message: COMBINED_PREFIX + event.message,
      firstTimestamp: timestamp,
      lastTimestamp: timestamp,
    };
    return { event: combined, key: group };
  }

  private count(event: KubernetesEvent, key: string): CorrelatedEvent {
    const record = this.records.get(key);
    const observed =
      record === undefined
        ? event
        : {
            ...event,
            metadata: { ...event.metadata, name: record.name },
            firstTimestamp: record.firstTimestamp,
            count: record.count + 1,
          };
    const { count, firstTimestamp, metadata } = observed;
    this.records.set(key, { name: metadata.name, firstTimestamp, count });
    return { action: record === undefined ? "create" : "update", event: observed };
  }

  private isWithinBudget(event: KubernetesEvent, now: Date): boolean {
    const key = keyOf(objectParts(event));
    const budget = this.budgets.get(key) ?? new TokenBucket(BURST, REFILL);
    this.budgets.set(key, budget);
    return budget.take(now);
  }
}

/** The key of some parts of an event. Unlike client-go's, which has no separators, it is different for different parts. */
function keyOf(parts: readonly (string | undefined)[]): string {
  return JSON.stringify(parts.map((part = "") => part));
}

function equalityParts(event: KubernetesEvent): (string | undefined)[] {
  return [...similarityParts(event), event.involvedObject.fieldPath, event.message];
}

function similarityParts(event: KubernetesEvent): (string | undefined)[] {
  return [...objectParts(event), event.type, event.reason, event.reportingComponent, event.reportingInstance];
}

function objectParts({ source, involvedObject }: KubernetesEvent): (string | undefined)[] {
  const { kind, namespace, name, uid, apiVersion } = involvedObject;
  return [source.component, source.host, kind, namespace, name, uid, apiVersion];
}

/** A map with a capacity that drops the least recently used entry. */
export class LruCache<Value> {
  private readonly capacity: number;
  /** Least recently used first. */
  private readonly entries = new Map<string, Value>();

  constructor(capacity: number) {
    this.capacity = capacity;
  }

  get(key: string): Value | undefined {
    const value = this.entries.get(key);
    if (value !== undefined) this.set(key, value);
    return value;
  }

  set(key: string, value: Value): void {
    this.entries.delete(key);
    this.entries.set(key, value);
    if (this.entries.size > this.capacity) this.entries.delete(this.entries.keys().next().value!);
  }
}

/** A rate limiter: a bucket that starts full of tokens and refills slowly. Each event takes one token. */
export class TokenBucket {
  private readonly capacity: number;
  /** Tokens per second. */
  private readonly refill: number;
  private tokens: number;
  private last: number | undefined;

  constructor(capacity: number, refill: number) {
    this.capacity = capacity;
    this.refill = refill;
    this.tokens = capacity;
  }

  /** Takes a token; returns false if the bucket is empty. */
  take(now: Date): boolean {
    const time = now.getTime();
    const elapsed = Math.max(0, time - (this.last ?? time)) / 1000;
    const tokens = Math.min(this.capacity, this.tokens + elapsed * this.refill) - 1;
    // A token that would be complete within a nanosecond counts, because Go rounds durations.
    if (tokens <= -1e-9 * this.refill) return false;
    this.tokens = tokens;
    this.last = time;
    return true;
  }
}
