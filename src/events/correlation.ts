/** What client-go does to events before it sends them: it combines similar ones, counts equal ones, limits the rate. */

import { eventTimestamp, type KubernetesEvent } from "./event.ts";

/** How many keys each cache holds. */
const CACHE_SIZE = 4096;
/** Similar events share one record once they have this many different messages. */
const SIMILAR_LIMIT = 10;
/** The longest time between two similar events of one group, in milliseconds. */
const SIMILAR_INTERVAL = 600_000;
const COMBINED_PREFIX = "(combined from similar events): ";
/** How many events one source may record about one object at once. */
const BURST = 25;
/** How many more per second: one in five minutes, as a float32 like client-go's. */
const REFILL = /* @__PURE__ */ Math.fround(1 / 300);

/** An event after correlation. */
export interface CorrelatedEvent {
  /** `create`: write a new record; `update`: change the record of that name; `drop`: write nothing. */
  readonly action: "create" | "update" | "drop";
  /** The record to write; for `drop`, the record that would have been written. */
  readonly event: KubernetesEvent;
}

/** Events that differ only in their message and the part of the object. */
interface SimilarEvents {
  readonly messages: Set<string>;
  /** Time of the latest one, in milliseconds since 1970. */
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
 * 1. Events are similar if source, object, type and reason are equal, and each comes at most 10 minutes after the one
 *    before. Once similar events have 10 different messages, they share one record, with the latest message.
 * 2. An event that equals an earlier one, message included, updates that one's record and raises its count.
 * 3. After 25 events of one source about one object, one more is let through every 5 minutes; the others are dropped.
 *
 * client-go forgets a random one of the 10 messages, so chance decides which repeated message is combined. Here it is
 * always the tenth: the first nine messages keep their own records, every other message goes to the shared record.
 *
 * Each of its caches holds the 4096 most recently used keys.
 */
export class EventCorrelator {
  private readonly similar = new LruCache<SimilarEvents>(CACHE_SIZE);
  private readonly records = new LruCache<WrittenRecord>(CACHE_SIZE);
  private readonly budgets = new LruCache<TokenBucket>(CACHE_SIZE);
  private readonly keys = new EventKeys();

  /**
   * Decides what to do with an event, and remembers it.
   *
   * @param event the event as recorded, with count 1
   * @param now the current time; for a past event, this is later than its timestamp
   */
  correlate(event: KubernetesEvent, now: Date): CorrelatedEvent {
    const aggregated = this.aggregate(event, now);
    const counted = this.count(aggregated.event, aggregated.key);
    return this.isWithinBudget(event, now) ? counted : { action: "drop", event: counted.event };
  }

  private aggregate(event: KubernetesEvent, now: Date): { event: KubernetesEvent; key: string } {
    const group = this.keys.of(similarityParts(event));
    const time = now.getTime();
    let similar = this.similar.get(group);
    if (similar === undefined || time - similar.last > SIMILAR_INTERVAL) {
      similar = { messages: new Set(), last: time };
      this.similar.set(group, similar);
    }
    similar.last = time;
    similar.messages.add(event.message);
    if (similar.messages.size < SIMILAR_LIMIT) return { event, key: this.keys.of(equalityParts(event)) };

    similar.messages.delete(event.message);
    const timestamp = eventTimestamp(now);
    // Without annotations: they belong to one event of many.
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
    const key = this.keys.of(objectParts(event));
    const budget = this.budgets.get(key) ?? new TokenBucket(BURST, REFILL);
    this.budgets.set(key, budget);
    return budget.take(now);
  }
}

/** A longer part of a key is replaced by a number, so that an object's long name is not copied for each event. */
const MAX_PART_LENGTH = 256;

// client-go joins the parts without a separator; here different parts always give different keys.
class EventKeys {
  private readonly numbers = new LruCache<number>(CACHE_SIZE);
  private last = 0;

  of(parts: readonly (string | undefined)[]): string {
    return JSON.stringify(parts.map((part = "") => (part.length > MAX_PART_LENGTH ? this.numberOf(part) : part)));
  }

  private numberOf(part: string): number {
    const number = this.numbers.get(part) ?? ++this.last;
    this.numbers.set(part, number);
    return number;
  }
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

/** A map with a capacity: it drops the least recently used entry. */
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

/** A rate limit: a bucket that starts full of tokens and refills slowly; each event takes one token. */
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

  /** Takes a token; returns false if none is left. */
  take(now: Date): boolean {
    const time = now.getTime();
    const elapsed = Math.max(0, time - (this.last ?? time)) / 1000;
    const tokens = Math.min(this.capacity, this.tokens + elapsed * this.refill) - 1;
    // A token that would be full within a nanosecond counts as one, because Go's durations round.
    if (tokens <= -1e-9 * this.refill) return false;
    this.tokens = tokens;
    this.last = time;
    return true;
  }
}
