import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type EventType, recordUnresolved, unresolvedMessage } from "../../src/events/recorder.ts";
import {
  Environment,
  type EventRecorder,
  type KubernetesEvent,
  MemoryEventRecorder,
  objectEventRecorderFor,
  StreamEventRecorder,
  UNRESOLVED_REFERENCE,
  unexpandedHandlerFor,
} from "../../src/index.ts";
import {
  EventCorrelator,
  FAILED_TO_CREATE_CONTAINER,
  INVALID_ENVIRONMENT_VARIABLE_NAMES,
  renderEvent,
} from "../../src/kubernetes/index.ts";

const NOW = new Date(Date.UTC(2026, 10, 21, 5, 0, 7, 999));
const NANOSECONDS = "18e9f6baa6582dc0";
const clock = () => NOW;
const pod = {
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "web-0", namespace: "prod", uid: "1f", resourceVersion: "7" },
};

describe("the event", () => {
  test("is one that a cluster accepts", () => {
    const recorder = new MemoryEventRecorder({ clock, source: { component: "kubelet", host: "node-1" } });
    recorder.event(pod, "Normal", "Started", "it runs");
    expect(recorder.events).toEqual([
      {
        apiVersion: "v1",
        kind: "Event",
        metadata: { name: `web-0.${NANOSECONDS}`, namespace: "prod" },
        involvedObject: {
          kind: "Pod",
          namespace: "prod",
          name: "web-0",
          uid: "1f",
          apiVersion: "v1",
          resourceVersion: "7",
        },
        reason: "Started",
        message: "it runs",
        source: { component: "kubelet", host: "node-1" },
        firstTimestamp: "2026-11-21T05:00:07Z",
        lastTimestamp: "2026-11-21T05:00:07Z",
        count: 1,
        type: "Normal",
        reportingComponent: "kubelet",
        reportingInstance: "node-1",
      },
    ]);
  });

  test("is varexpand's, in the namespace default and about a part, if that is what is known", () => {
    const recorder = new MemoryEventRecorder({ clock });
    recorder.event({ kind: "Pod", name: "p", fieldPath: "spec.containers{app}" }, "Warning", "R", "m");
    expect(recorder.events[0]).toMatchObject({
      metadata: { namespace: "default" },
      involvedObject: { kind: "Pod", name: "p", fieldPath: "spec.containers{app}" },
      source: { component: "varexpand" },
      reportingComponent: "varexpand",
      reportingInstance: "",
    });
  });

  test("is in the namespace default if its object's namespace is empty", () => {
    const recorder = new MemoryEventRecorder({ clock });
    recorder.annotatedEventf({ kind: "Node", name: "n", namespace: "" }, {}, "Normal", "R", "m");
    expect(recorder.events[0]!.metadata).toEqual({ name: `n.${NANOSECONDS}`, namespace: "default", annotations: {} });
    expect(recorder.events[0]!.involvedObject).toEqual({ kind: "Node", name: "n", namespace: "" });
  });

  test("stays as it was recorded, whatever becomes of what it was made from", () => {
    const reference = { kind: "Pod", name: "p" };
    const annotations = { a: "1" };
    const recorder = new MemoryEventRecorder();
    recorder.annotatedEventf(reference, annotations, "Normal", "R", "m");
    reference.name = "q";
    annotations.a = "2";
    expect(recorder.events[0]).toMatchObject({ involvedObject: { name: "p" }, metadata: { annotations: { a: "1" } } });
  });

  test("renders as type, reason and message", () => {
    const recorder = new MemoryEventRecorder();
    recorder.event(pod, "Warning", "Failed", "Error: no such key");
    expect(renderEvent(recorder.events[0]!)).toBe("Warning Failed Error: no such key");
  });

  test("has the system's time if it is given no clock", () => {
    const before = Math.floor(Date.now() / 1000) * 1000;
    const recorder = new MemoryEventRecorder();
    recorder.event(pod, "Normal", "R", "m");
    const time = Date.parse(recorder.events[0]!.firstTimestamp);
    expect(time).toBeGreaterThanOrEqual(before);
    expect(time).toBeLessThanOrEqual(Date.now());
  });
});

describe("the event's name", () => {
  const nameFor = (name: string | undefined, at = NOW) => {
    const recorder = new MemoryEventRecorder({ clock: () => at });
    recorder.event({ kind: "Pod", ...(name !== undefined && { name }) }, "Normal", "R", "m");
    return recorder.events[0]!.metadata.name;
  };
  const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

  test("is the object's, and the time in nanoseconds as lower-case hexadecimal", () => {
    expect(nameFor("web-0")).toBe(`web-0.${NANOSECONDS}`);
    expect(nameFor("a.b-c.d")).toBe(`a.b-c.d.${NANOSECONDS}`);
    expect(nameFor("x".repeat(236))).toBe(`${"x".repeat(236)}.${NANOSECONDS}`);
  });

  test.each([["Web"], ["web_0"], ["-web"], ["web-"], ["a..b"], [""], [undefined], ["é"], ["x".repeat(237)], ["a b"]])(
    "is a UUID where the object's name %j makes none",
    (name) => {
      expect(nameFor(name)).toMatch(UUID);
    },
  );

  test("is a UUID before 1970", () => {
    expect(nameFor("web", new Date(-1))).toMatch(UUID);
  });

  test("is different for each event, even if the clock stops or goes back", () => {
    const times = [NOW, NOW, NOW, new Date(0), new Date(NOW.getTime() + 1)];
    const recorder = new MemoryEventRecorder({ clock: () => times.shift()! });
    for (let i = 0; i < 5; i++) recorder.event(pod, "Normal", "R", "m");
    const start = BigInt(`0x${NANOSECONDS}`);
    expect(recorder.events.map(({ metadata }) => metadata.name)).toEqual(
      [0n, 1n, 2n, 3n, 1_000_000n].map((step) => `web-0.${(start + step).toString(16)}`),
    );
    expect(recorder.events[3]!.firstTimestamp).toBe("1970-01-01T00:00:00Z");
  });
});

describe("the forms of recording", () => {
  test("eventf, annotatedEventf and pastEventf format their message", () => {
    const recorder = new MemoryEventRecorder({ clock });
    recorder.eventf(pod, "Normal", "R", "%q restarted %d times", "app", 3);
    recorder.annotatedEventf(pod, { "example.com/why": "because" }, "Warning", "R", "%v", [1, 2]);
    recorder.pastEventf(pod, new Date(Date.UTC(2001, 1, 3)), "Warning", "R", "%s");
    expect(recorder.events.map(({ message }) => message)).toEqual(['"app" restarted 3 times', "[1 2]", "%!s(MISSING)"]);
    expect(recorder.events.map(({ metadata }) => metadata.annotations)).toEqual([
      undefined,
      { "example.com/why": "because" },
      undefined,
    ]);
    expect(recorder.events[2]).toMatchObject({
      firstTimestamp: "2001-02-03T00:00:00Z",
      lastTimestamp: "2001-02-03T00:00:00Z",
    });
  });

  test("event takes its message as it is", () => {
    const recorder = new MemoryEventRecorder();
    recorder.event(pod, "Normal", "R", "100%");
    expect(recorder.events[0]!.message).toBe("100%");
  });
});

describe("what no cluster would accept is dropped, with a word on the console", () => {
  const warn = vi.spyOn(console, "warn");
  beforeEach(() => {
    warn.mockReset().mockImplementation(() => {});
  });
  afterEach(() => {
    expect(warn).toHaveBeenCalledOnce();
  });
  const dropped = (record: (recorder: EventRecorder) => void) => {
    const recorder = new MemoryEventRecorder();
    record(recorder);
    expect(recorder.events).toEqual([]);
    return warn.mock.calls[0]![0];
  };

  test("another type", () => {
    expect(dropped((recorder) => recorder.event(pod, "Error" as EventType, "R", "secret"))).toBe(
      "varexpand: event R dropped: its type is Error, not Normal or Warning",
    );
  });

  test("an object without a kind", () => {
    expect(dropped((recorder) => recorder.event({ metadata: { name: "p" } }, "Normal", "R", "secret"))).toBe(
      "varexpand: event R dropped: its object has no kind",
    );
  });

  test("an invalid time", () => {
    expect(dropped((recorder) => recorder.pastEventf(pod, new Date("?"), "Normal", "R", "secret"))).toBe(
      "varexpand: event R dropped: its timestamp is an invalid Date",
    );
  });
});

describe("a stream", () => {
  test("hands each event on before the next is recorded", () => {
    const seen: string[] = [];
    const recorder = new StreamEventRecorder((event, action) => seen.push(`${action} ${renderEvent(event)}`));
    recorder.event(pod, "Normal", "A", "1");
    expect(seen).toEqual(["create Normal A 1"]);
    recorder.event(pod, "Normal", "A", "1");
    expect(seen).toEqual(["create Normal A 1", "create Normal A 1"]);
  });

  test("with a correlator hands on records and what changes in them, and counts what is dropped", () => {
    const seen: [string, KubernetesEvent][] = [];
    const recorder = new StreamEventRecorder((event, action) => seen.push([action, event]), {
      clock,
      correlator: new EventCorrelator(),
    });
    for (let i = 0; i < 30; i++) recorder.event(pod, "Normal", "A", "1");
    expect(seen.map(([action]) => action)).toEqual(["create", ...Array(24).fill("update")]);
    expect(seen.map(([, { count }]) => count)).toEqual(Array.from({ length: 25 }, (_, i) => i + 1));
    expect(new Set(seen.map(([, { metadata }]) => metadata.name)).size).toBe(1);
    expect(recorder.dropped).toBe(5);
  });

  test("drops an event whose sink, clock or object throws, with a warning, and does not throw", () => {
    const warn = vi.spyOn(console, "warn").mockReset();
    warn.mockImplementation(() => {});
    const error = new Error("down");
    const fails = () => {
      throw error;
    };
    const failing = new StreamEventRecorder(fails);
    failing.event(pod, "Normal", "R", "secret");
    expect(new Environment({}).expand("$(A)", unexpandedHandlerFor(objectEventRecorderFor(pod, failing)))).toBe("$(A)");
    new StreamEventRecorder(() => {}, { clock: fails }).event(pod, "Normal", "R", "secret");
    const broken = {
      get kind(): string {
        return fails();
      },
    };
    new MemoryEventRecorder().event(broken, "Normal", "R", "secret");
    expect(warn.mock.calls).toEqual(
      ["R", "UnresolvedReference", "R", "R"].map((reason) => [`varexpand: event ${reason} dropped:`, error]),
    );
    warn.mockRestore();
  });
});

describe("memory", () => {
  test("keeps events in their order, and an earlier look at them does not change", () => {
    const recorder = new MemoryEventRecorder();
    recorder.event(pod, "Normal", "A", "1");
    const earlier = recorder.events;
    recorder.event(pod, "Normal", "B", "2");
    expect(earlier).toHaveLength(1);
    expect(recorder.events.map(({ reason }) => reason)).toEqual(["A", "B"]);
  });

  test("with a correlator holds the records: 500 equal events are one, 500 different ones ten", () => {
    const equal = new MemoryEventRecorder({ clock, correlator: new EventCorrelator() });
    const different = new MemoryEventRecorder({ clock, correlator: new EventCorrelator() });
    for (let i = 0; i < 500; i++) {
      equal.event(pod, "Warning", UNRESOLVED_REFERENCE, "same");
      different.event(pod, "Warning", UNRESOLVED_REFERENCE, `m${i}`);
    }
    expect(equal.events.map(({ count }) => count)).toEqual([25]);
    expect(equal.dropped).toBe(475);
    expect(different.events.map(({ message, count }) => `${message} x${count}`)).toEqual([
      ...Array.from({ length: 9 }, (_, i) => `m${i} x1`),
      "(combined from similar events): m24 x16",
    ]);
  });

  test("keeps events of one name in two namespaces apart", () => {
    const recorder = new MemoryEventRecorder();
    for (const namespace of ["a", "b"]) recorder.event({ kind: "Pod", name: "p", namespace }, "Normal", "R", "m");
    expect(recorder.events).toHaveLength(2);
  });
});

test("the reasons and messages of the events that varexpand records", () => {
  expect([UNRESOLVED_REFERENCE, FAILED_TO_CREATE_CONTAINER, INVALID_ENVIRONMENT_VARIABLE_NAMES]).toEqual([
    "UnresolvedReference",
    "Failed",
    "InvalidEnvironmentVariableNames",
  ]);
  const recorder = new MemoryEventRecorder();
  recordUnresolved(objectEventRecorderFor(pod, recorder), "PORT");
  expect(recorder.events.map(renderEvent)).toEqual([
    "Warning UnresolvedReference $(PORT) is not expanded: the variable is not defined",
  ]);
  expect(unresolvedMessage("A", "unknown")).toBe("$(A) is not expanded: unknown");
});

describe("a recorder for one object", () => {
  test("forwards with the object as it was given, as a Warning", () => {
    const calls: unknown[][] = [];
    const recorder: EventRecorder = {
      event: (...args) => calls.push(["event", ...args]),
      eventf: (...args) => calls.push(["eventf", ...args]),
      annotatedEventf: (...args) => calls.push(["annotatedEventf", ...args]),
      pastEventf: (...args) => calls.push(["pastEventf", ...args]),
    };
    const object = objectEventRecorderFor(pod, recorder);
    object.event("R", "100%");
    object.eventf("R", "%d of %d", 1, 2);
    object.pastEventf(NOW, "R", "%s", "x");
    expect(calls).toEqual([
      ["event", pod, "Warning", "R", "100%"],
      ["eventf", pod, "Warning", "R", "%d of %d", 1, 2],
      ["pastEventf", pod, NOW, "Warning", "R", "%s", "x"],
    ]);
    expect(calls.every(([, first]) => first === pod)).toBe(true);
  });

  test.each([
    ["object", undefined, new MemoryEventRecorder()],
    ["recorder", pod, undefined],
  ])("rejects %s undefined", (name, object, recorder) => {
    expect(() => objectEventRecorderFor(object as never, recorder as never)).toThrow(
      `${name} must be an object, not undefined`,
    );
  });
});
