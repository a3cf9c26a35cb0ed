/** Which consumers may serve a job. */
import type { ConsumerInfo } from "@nats-io/jetstream";
import { expect, test } from "vitest";
import { checkedConsumer } from "../../../src/scale/stream/nats-job.ts";

const job = { stream: "IN", filter: undefined, to: "out", deadLetter: undefined, durable: "it", maxDeliver: undefined };
const consumer = (config: object) =>
  ({ config: { ack_policy: "explicit", max_deliver: 5, ...config } }) as unknown as ConsumerInfo;

test("one that waits for each acknowledgement, for the same subjects", () => {
  const all = consumer({});
  expect(checkedConsumer(all, job)).toBe(all);
  const some = consumer({ filter_subject: "in.a" });
  expect(checkedConsumer(some, { ...job, filter: "in.a" })).toBe(some);
});

test.each<[config: object, options: object, message: string]>([
  [{ deliver_subject: "x" }, {}, "is a push consumer; choose another name with --durable"],
  [{ ack_policy: "none" }, {}, "does not require explicit acknowledgements; choose another name with --durable"],
  [{}, { filter: "in.a" }, "is for all subjects; choose another name with --durable"],
  [{ filter_subject: "in.b" }, { filter: "in.a" }, "is for in.b; choose another name with --durable"],
  [{ filter_subjects: ["in.a", "in.b"] }, {}, "is for in.a, in.b; choose another name with --durable"],
  [
    { description: "varexpand stream --to x" },
    {},
    "belongs to another job: varexpand stream --to x; choose another name",
  ],
  [{ max_deliver: -1 }, {}, "has no delivery limit; set a limit, such as 5, or choose another name with --durable"],
  [{}, { maxDeliver: 3 }, "delivers each message at most 5 times; use --max-deliver 5, or choose another name"],
])("%j does not serve a job with %j", (config, options, message) => {
  expect(() => checkedConsumer(consumer(config), { ...job, ...options })).toThrow(
    `consumer it of stream IN ${message}`,
  );
});
