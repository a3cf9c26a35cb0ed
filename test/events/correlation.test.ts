import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { EventType } from "../../src/events/recorder.ts";
import type { KubernetesEvent } from "../../src/index.ts";
import { type CorrelatedEvent, EventCorrelator } from "../../src/kubernetes/index.ts";
import { type Occurrence, referenceCorrelate } from "../reference/correlation.ts";
import { fuzzCases, Random } from "../reference/random.ts";

/** One recording of an event: what of it differs from case to case. */
interface Recording {
  readonly atSeconds: number;
  readonly pod?: string;
  readonly fieldPath?: string;
  readonly component?: string;
  readonly type?: EventType;
  readonly reason?: string;
  readonly message: string;
  readonly annotations?: Record<string, string>;
}

const START = Date.UTC(2026, 0, 1);
const date = (seconds: number) => new Date(START + seconds * 1000);
const timestamp = (seconds: number) => date(seconds).toISOString().replace(".000Z", "Z");
const secondsOf = (text: string) => (Date.parse(text) - START) / 1000;

function eventOf(recording: Recording, index: number): KubernetesEvent {
  const { atSeconds, pod = "web-0", fieldPath, component = "varexpand", annotations } = recording;
  return {
    apiVersion: "v1",
    kind: "Event",
    metadata: { name: `${pod}.${index}`, namespace: "default", ...(annotations && { annotations }) },
    involvedObject: { kind: "Pod", namespace: "default", name: pod, ...(fieldPath && { fieldPath }) },
    reason: recording.reason ?? "Failed",
    message: recording.message,
    source: { component },
    firstTimestamp: timestamp(atSeconds),
    lastTimestamp: timestamp(atSeconds),
    count: 1,
    type: recording.type ?? "Warning",
    reportingComponent: component,
    reportingInstance: "",
  };
}

function correlateAll(recordings: readonly Recording[], correlator = new EventCorrelator()): CorrelatedEvent[] {
  return recordings.map((recording, index) =>
    correlator.correlate(eventOf(recording, index), date(recording.atSeconds)),
  );
}

describe("as client-go's correlator", () => {
  const lines = readFileSync(new URL("../vectors/kubernetes/events-public.jsonl", import.meta.url), "utf8");
  test.each(
    lines
      .trim()
      .split("\n")
      .map((line, index) => ({ index, ...JSON.parse(line) })),
  )("events-public $index: $note", ({ events, records }) => {
    const answers = correlateAll(events).map(({ action, event }) =>
      action === "drop"
        ? { action, recordIndex: -1, firstAtSeconds: -1, lastAtSeconds: -1 }
        : {
            action,
            recordIndex: Number(event.metadata.name.split(".").at(-1)),
            count: event.count,
            message: event.message,
            firstAtSeconds: secondsOf(event.firstTimestamp),
            lastAtSeconds: secondsOf(event.lastTimestamp),
          },
    );
    expect(answers).toEqual(records);
  });
});

const repeat = (count: number, recording: (index: number) => Recording) =>
  Array.from({ length: count }, (_, i) => recording(i));
const outline = (results: readonly CorrelatedEvent[]) =>
  results.map(({ action, event }) => `${action} ${event.metadata.name} x${event.count}`);
const COMBINED = "(combined from similar events): ";

describe("combining", () => {
  test("a message of the first nine keeps its own record, every other is combined, however often it comes", () => {
    const messages = [..."abcdefghijkjaik"];
    const results = correlateAll(messages.map((message, i) => ({ atSeconds: i * 20, message })));
    expect(results.slice(9).map(({ event }) => `${event.message} x${event.count}`)).toEqual([
      `${COMBINED}j x1`,
      `${COMBINED}k x2`,
      `${COMBINED}j x3`,
      "a x2",
      "i x2",
      `${COMBINED}k x4`,
    ]);
    expect(results[9]!.event.metadata.name).toBe("web-0.9");
    expect(results[14]!.event.metadata.name).toBe("web-0.9");
  });

  test.each([
    ["600 s", 600, `${COMBINED}last`],
    ["more than 600 s", 600.001, "last"],
  ])("after %s of silence", (_, pause, message) => {
    const results = correlateAll([
      ...repeat(9, (i) => ({ atSeconds: 0, message: `m${i}` })),
      { atSeconds: pause, message: "last" },
    ]);
    expect(results.at(-1)!.event.message).toBe(message);
  });

  test("the silence is counted from the latest similar event, not from the first", () => {
    const results = correlateAll(repeat(12, (i) => ({ atSeconds: i * 599, message: `m${i}` })));
    expect(results.filter(({ event }) => event.message.startsWith(COMBINED))).toHaveLength(3);
  });

  test("events about different parts of an object are similar, but not equal", () => {
    const results = correlateAll(
      repeat(12, (i) => ({ atSeconds: 0, message: `m${i % 6}`, fieldPath: `spec.containers{c${i % 2}}` })),
    );
    // Six messages, never ten: each keeps its record, and its part is the same each time.
    expect(outline(results.slice(6))).toEqual([0, 1, 2, 3, 4, 5].map((i) => `update web-0.${i} x2`));
    const apart = correlateAll(repeat(2, (i) => ({ atSeconds: 0, message: "m", fieldPath: `spec.containers{c${i}}` })));
    expect(outline(apart)).toEqual(["create web-0.0 x1", "create web-0.1 x1"]);
  });

  test("the shared record has no annotations and begins with the first combined event", () => {
    const results = correlateAll(
      repeat(11, (i) => ({ atSeconds: i, message: `m${i}`, annotations: { index: String(i) } })),
    );
    expect(results[8]!.event.metadata.annotations).toEqual({ index: "8" });
    expect(results[10]!.event.metadata).toEqual({ name: "web-0.9", namespace: "default" });
    expect(results[10]!.event.firstTimestamp).toBe(timestamp(9));
    expect(results[10]!.event.lastTimestamp).toBe(timestamp(10));
  });
});

describe("the rate limit", () => {
  test("a dropped event still counts", () => {
    const results = correlateAll([
      ...repeat(30, () => ({ atSeconds: 0, message: "m" })),
      { atSeconds: 300, message: "m" },
    ]);
    expect(outline(results.slice(23, 26))).toEqual(["update web-0.0 x24", "update web-0.0 x25", "drop web-0.0 x26"]);
    expect(outline(results.slice(-1))).toEqual(["update web-0.0 x31"]);
  });

  test("what is left of a refill is kept: after 450 s comes one more, and 150 s later another", () => {
    const results = correlateAll([
      ...repeat(25, () => ({ atSeconds: 0, message: "m" })),
      ...[450, 450, 599, 600, 600].map((atSeconds) => ({ atSeconds, message: "m" })),
    ]);
    expect(results.slice(25).map(({ action }) => action)).toEqual(["update", "drop", "drop", "update", "drop"]);
  });

  test("the budget never exceeds 25", () => {
    const results = correlateAll([
      { atSeconds: 0, message: "m" },
      ...repeat(30, () => ({ atSeconds: 1_000_000, message: "m" })),
    ]);
    expect(results.filter(({ action }) => action === "drop")).toHaveLength(5);
  });

  test("each source has its own", () => {
    const results = correlateAll([
      ...repeat(26, () => ({ atSeconds: 0, message: "m" })),
      { atSeconds: 0, message: "m", component: "kubelet" },
    ]);
    expect(results.slice(25).map(({ action }) => action)).toEqual(["drop", "create"]);
  });

  test("a clock that goes back gives no tokens", () => {
    const results = correlateAll([
      ...repeat(25, () => ({ atSeconds: 1000, message: "m" })),
      ...[0, 300, 999].map((atSeconds) => ({ atSeconds, message: "m" })),
    ]);
    expect(results.slice(25).map(({ action }) => action)).toEqual(["drop", "drop", "drop"]);
  });
});

describe("memory", () => {
  test("4096 keys are remembered, and the one used longest ago is forgotten first", () => {
    const correlator = new EventCorrelator();
    const at = (pod: number) =>
      correlateAll([{ atSeconds: 0, pod: `p${pod}`, message: "m" }], correlator)[0]!.event.count;
    for (let pod = 0; pod < 4096; pod++) expect(at(pod)).toBe(1);
    expect(at(0)).toBe(2);
    expect(at(4096)).toBe(1);
    expect(at(0)).toBe(3);
    expect(at(1)).toBe(1);
  });

  test("a missing part and an empty one are equal", () => {
    const correlator = new EventCorrelator();
    const event = eventOf({ atSeconds: 0, message: "m" }, 0);
    const full = {
      ...event,
      source: { ...event.source, host: "" },
      involvedObject: { ...event.involvedObject, uid: "" },
    };
    expect([event, full].map((each) => correlator.correlate(each, date(0)).event.count)).toEqual([1, 2]);
  });

  test.each<Partial<KubernetesEvent>>([
    { type: "Normal" },
    { reason: "Started" },
    { reportingComponent: "kubelet" },
    { reportingInstance: "node-1" },
    { message: "other" },
    { source: { component: "kubelet" } },
    { source: { component: "varexpand", host: "node-1" } },
    ...[
      { kind: "Node" },
      { namespace: "prod" },
      { name: "web-1" },
      { uid: "1f" },
      { apiVersion: "v1" },
      { fieldPath: "spec.containers{app}" },
    ].map((part) => ({ involvedObject: { kind: "Pod", namespace: "default", name: "web-0", ...part } })),
  ])("an event that differs in %j is not equal", (part) => {
    const correlator = new EventCorrelator();
    const event = eventOf({ atSeconds: 0, message: "m" }, 0);
    const results = [event, { ...event, ...part }].map((each) => correlator.correlate(each, date(0)));
    expect(results.map(({ action }) => action)).toEqual(["create", "create"]);
  });

  test("a changed resource version, name, time, or annotation does not make an event different", () => {
    const correlator = new EventCorrelator();
    const event = eventOf({ atSeconds: 0, message: "m" }, 0);
    const other: KubernetesEvent = {
      ...eventOf({ atSeconds: 5, message: "m", annotations: { a: "1" } }, 1),
      involvedObject: { ...event.involvedObject, resourceVersion: "8" },
    };
    correlator.correlate(event, date(0));
    expect(correlator.correlate(other, date(5))).toEqual({
      action: "update",
      event: {
        ...other,
        metadata: { ...other.metadata, name: "web-0.0" },
        firstTimestamp: timestamp(0),
        lastTimestamp: timestamp(5),
        count: 2,
      },
    });
  });

  test("keys are distinguished by their parts, not by their concatenation", () => {
    const results = correlateAll([
      { atSeconds: 0, reason: "Failed", message: "m" },
      { atSeconds: 0, reason: "Fail", message: "edm" },
    ]);
    expect(outline(results)).toEqual(["create web-0.0 x1", "create web-0.1 x1"]);
  });
});

describe("against the reference", () => {
  const SEED = 20260101;
  const random = new Random(SEED);

  test.each([
    ["a crowd at once", [0, 0, 0, 1], 14],
    ["a few over hours", [0, 1, 299, 300, 301, 599, 600, 601, 2000], 12],
    ["many of few kinds", [0, 0, 0, 0, 100, 700], 3],
  ])("%s", (_, pauses, messages) => {
    for (let left = fuzzCases(2700); left > 0; left -= 45) {
      const history: Occurrence[] = [];
      const correlator = new EventCorrelator();
      let atSeconds = 0;
      for (let i = 0; i < 45; i++) {
        atSeconds += random.pick(pauses);
        const [object, part] = [random.pick(["web-0", "web-0", "web-1"]), random.pick(["", "", "spec.containers{a}"])];
        history.push({
          atSeconds,
          object,
          part,
          reason: random.pick(["F", "F", "G"]),
          message: `m${random.below(messages)}`,
        });
        const { reason, message } = history.at(-1)!;
        const recorded = eventOf({ atSeconds, pod: object, fieldPath: part, reason, message }, i);
        const { action, event } = correlator.correlate(recorded, date(atSeconds));
        const answer = `${action} ${event.metadata.name.split(".")[1]} x${event.count} ${event.message}`;
        expect(answer, `seed ${SEED}, ${JSON.stringify(history)}`).toBe(referenceCorrelate(history));
      }
    }
  });
});
