/** Events that a user makes: their names and timestamps. */
import { expect, test } from "vitest";
import type { KubernetesEvent } from "../../src/index.ts";
import { eventName, eventTimestamp, renderEvent } from "../../src/kubernetes/index.ts";

const TIME = new Date(Date.UTC(2026, 0, 2, 3, 4, 5, 678));
const NANOSECONDS = BigInt(TIME.getTime()) * 1_000_000n;

test("an event's name is its object's, with the time in hexadecimal nanoseconds", () => {
  expect(eventName("web-0", NANOSECONDS)).toBe("web-0.1886caf244ffa780");
  expect(eventName("web-0", NANOSECONDS + 1n)).toBe("web-0.1886caf244ffa781");
});

test.each(["a", "a.b", "ab.cd", "abc.d-e", "0-1.2", "a".repeat(236)])("%j with the time is a name", (name) => {
  expect(eventName(name, NANOSECONDS)).toBe(`${name}.1886caf244ffa780`);
});

test.each(["", "Web", "a_b", "a..b", "-a", "a-", "a.-b", "a.b-", ".a", "a.", "a".repeat(237)])(
  "uses a UUID if %j with the time is not a valid name",
  (name) => {
    expect(eventName(name, NANOSECONDS)).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  },
);

test("a timestamp has whole seconds, in UTC", () => {
  expect(eventTimestamp(TIME)).toBe("2026-01-02T03:04:05Z");
  expect(eventTimestamp(new Date(Date.UTC(2026, 0, 2, 3, 4, 5)))).toBe("2026-01-02T03:04:05Z");
  expect(() => eventTimestamp(new Date(Number.NaN))).toThrow(RangeError);
});

test("an event with a fixed name and time", () => {
  const time = eventTimestamp(TIME);
  const event: KubernetesEvent = {
    apiVersion: "v1",
    kind: "Event",
    metadata: { name: eventName("web-0", NANOSECONDS), namespace: "prod" },
    involvedObject: { kind: "Pod", namespace: "prod", name: "web-0" },
    reason: "Mine",
    message: "made by hand",
    source: { component: "test" },
    firstTimestamp: time,
    lastTimestamp: time,
    count: 1,
    type: "Normal",
    reportingComponent: "test",
    reportingInstance: "",
  };
  expect(renderEvent(event)).toBe("Normal Mine made by hand");
});
