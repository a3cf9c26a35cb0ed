/** What client-go does to events on their way to a cluster: combine similar ones, count equal ones, limit the rate. */

import { eventTimestamp, type KubernetesEvent } from "./event.ts";
import { LruCache } from "./lru-cache.ts";
import { TokenBucket } from "./token-bucket.ts";

/** How many keys of each kind are remembered. */
const CACHE_SIZE = 4096;
/** From so many different messages on, similar events share one record. */
const SIMILAR_LIMIT = 10;
/** Similar events belong together while no more than this passes from one to the next, in milliseconds. */
const SIMILAR_INTERVAL = 600_000;
const COMBINED_PREFIX = "(combined from similar events): ";
/** Each source may record so many events about one object at once … */
const BURST = 25;
/** … and so many more per second: one in five minutes, as a float32 like the reference's. */
const REFILL = /* @__PURE__ */ Math.fround(1 / 300);

/** What becomes of an event. */
export interface CorrelatedEvent {
  /** Write a new record, change the one of that name, or write nothing. */
  readonly action: "create" | "update" | "drop";
  /** The record as it is to be written; for `drop`, as it would have been. */
  readonly event: KubernetesEvent;
}

/** Events that differ in nothing but their message and the part of the object. */
interface SimilarEvents {
  readonly messages: Set<string>;
  /** When the latest of them came, in milliseconds since 1970. */
  last: number;
}

/** What is known of a record that was written. */
interface WrittenRecord {
  readonly name: string;
  readonly firstTimestamp: string;
  readonly count: number;
}

/**
 * Correlates events as client-go's EventCorrelator does, in its order, so that a dropped event still counts:
 *
 * 1. Once the events of one source about one object with one type and reason, none more than 10 minutes after the one
 *    before, have 10 different messages, they go to one shared record, and its message is that of the latest.
 * 2. An event that equals one before, message included, becomes an update of its record, with a count.
 * 3. A source that has recorded 25 events about one object gets one more in 5 minutes; the rest are dropped.
 *
 * The reference forgets a random one of the 10 messages, so which repeated message is combined is up to chance there.
 * Here it is the one that made it 10: the first nine messages keep records of their own, and every other one is
 * combined, each time.
 *
 * Holds the latest 4096 keys of each kind.
 */
export class EventCorrelator {
  readonly #similar = new LruCache<SimilarEvents>(CACHE_SIZE);
  readonly #records = new LruCache<WrittenRecord>(CACHE_SIZE);
  readonly #budgets = new LruCache<TokenBucket>(CACHE_SIZE);
  readonly #keys = new EventKeys();

  /**
   * Says what becomes of an event, and remembers it.
   *
   * @param event an event as it was recorded, with count 1
   * @param now the moment at which it is correlated, which for a past event is not its timestamp
   */
  correlate(event: KubernetesEvent, now: Date): CorrelatedEvent {
    const aggregated = this.#aggregate(event, now);
    const counted = this.#count(aggregated.event, aggregated.key);
    return this.#isWithinBudget(event, now) ? counted : { action: "drop", event: counted.event };
  }

  #aggregate(event: KubernetesEvent, now: Date): { event: KubernetesEvent; key: string } {
    const group = this.#keys.ofSimilar(event);
    const time = now.getTime();
    let similar = this.#similar.get(group);
    if (similar === undefined || time - similar.last > SIMILAR_INTERVAL) {
      similar = { messages: new Set(), last: time };
      this.#similar.set(group, similar);
    }
    similar.last = time;
    similar.messages.add(event.message);
    if (similar.messages.size < SIMILAR_LIMIT) return { event, key: this.#keys.ofEqual(event) };

    similar.messages.delete(event.message);
    const timestamp = eventTimestamp(now);
    // Annotations are left behind: they are those of one event of many.
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

  #count(event: KubernetesEvent, key: string): CorrelatedEvent {
    const record = this.#records.get(key);
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
    this.#records.set(key, { name: metadata.name, firstTimestamp, count });
    return { action: record === undefined ? "create" : "update", event: observed };
  }

  #isWithinBudget(event: KubernetesEvent, now: Date): boolean {
    const key = this.#keys.ofObject(event);
    let budget = this.#budgets.get(key);
    if (budget === undefined) {
      budget = new TokenBucket(BURST, REFILL);
      this.#budgets.set(key, budget);
    }
    return budget.take(now);
  }
}

/** A part of a key that is longer has a number instead, or an object's long name would be copied for each of its events. */
const LONG = 256;

// The reference joins the parts with nothing in between; here different parts are different keys.
class EventKeys {
  readonly #numbers = new LruCache<number>(CACHE_SIZE);
  #last = 0;

  ofObject(event: KubernetesEvent): string {
    return this.#joined(objectParts(event));
  }

  ofSimilar(event: KubernetesEvent): string {
    return this.#joined(similarityParts(event));
  }

  ofEqual(event: KubernetesEvent): string {
    return this.#joined([...similarityParts(event), event.involvedObject.fieldPath, event.message]);
  }

  #joined(parts: readonly (string | undefined)[]): string {
    return JSON.stringify(parts.map((part = "") => (part.length > LONG ? this.#numberOf(part) : part)));
  }

  #numberOf(part: string): number {
    const number = this.#numbers.get(part) ?? ++this.#last;
    this.#numbers.set(part, number);
    return number;
  }
}

function similarityParts(event: KubernetesEvent): (string | undefined)[] {
  return [...objectParts(event), event.type, event.reason, event.reportingComponent, event.reportingInstance];
}

function objectParts({ source, involvedObject }: KubernetesEvent): (string | undefined)[] {
  const { kind, namespace, name, uid, apiVersion } = involvedObject;
  return [source.component, source.host, kind, namespace, name, uid, apiVersion];
}
