/** Requests to a durable consumer: what they ask for, and how they end. */
import type { JetStreamManager } from "@nats-io/jetstream";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { NatsLink } from "../../../src/scale/stream/nats-link.ts";
import { type NatsMessage, NatsSource } from "../../../src/scale/stream/nats-source.ts";
import { FatalError } from "../../../src/scale/stream/queue.ts";

type Callback = (error: Error | null, message: unknown) => void;

const ADVISORIES = "$JS.EVENT.ADVISORY.CONSUMER.MAX_DELIVERIES.IN.it";

/** A source, and a server that answers when the test calls `answer`. */
function connected(
  info: () => Promise<object> = async () => ({ num_pending: 7, num_ack_pending: 2, num_redelivered: 1 }),
) {
  const [sent, reported, subscriptions] = [[] as string[], [] as string[], new Map<string, Callback>()];
  let lose = () => {};
  const subscribe = (subject: string, { callback }: { callback: Callback }) => {
    subscriptions.set(subject, callback);
    const unsubscribe = () => void subscriptions.delete(subject);
    const isClosed = () => !subscriptions.has(subject);
    return { unsubscribe, isClosed, drain: async () => unsubscribe() };
  };
  const link = {
    connection: { subscribe },
    whenUp: async () => {},
    ask: (question: () => Promise<unknown>) => question(),
    send: (subject: string, data: string, reply: string) => void sent.push(`${subject} ${data} ${reply}`),
    onLost: (call: () => void) => {
      lose = call;
      return () => {};
    },
  };
  const manager = { consumers: { info } } as unknown as JetStreamManager;
  const consumer = { stream: "IN", durable: "it", maxDeliver: 5 };
  const report = (line: string) => void reported.push(line);
  const source = new NatsSource(link as unknown as NatsLink, manager, consumer, () => "inbox", report);
  const taken: string[] = [];
  const pull = async (messages = 2) => {
    const take = (message: NatsMessage) => {
      taken.push(message.name);
      if (message.isLast) message.giveBack(0);
    };
    const outcome = source.pull({ messages, bytes: 500 }, take).then(
      () => "ended",
      (error: Error) => error.message,
    );
    await vi.advanceTimersByTimeAsync(0);
    const answer = (error: Error | null, message?: object) => subscriptions.get("inbox")!(error, message);
    return {
      outcome,
      fail: (message: string) => answer(new Error(message)),
      status: (code: number, description = "") => answer(null, { subject: "inbox", headers: { code, description } }),
      deliver: (sequence: number, deliveries = 1) => {
        const reply = `$JS.ACK.IN.it.${deliveries}.${sequence}.1.17.${9 - sequence}`;
        answer(null, { subject: "in.a", reply, data: "" });
      },
    };
  };
  return { pull, source, sent, reported, subscriptions, taken, lose: () => lose() };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  // Each request removes its timer and its subscription.
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

test("a request has limits of messages and bytes, and ends with its last message", async () => {
  const { pull, sent, source, subscriptions, taken } = connected();
  const { deliver, outcome, status } = await pull();
  const limits = '"batch":2,"max_bytes":500,"expires":30000000000,"idle_heartbeat":2000000000';
  expect(sent).toEqual([`$JS.API.CONSUMER.MSG.NEXT.IN.it {${limits}} inbox`]);
  deliver(3);
  status(100);
  deliver(4);
  expect(await outcome).toBe("ended");
  expect([taken, source.pending]).toEqual([["IN: message 3 (in.a)", "IN: message 4 (in.a)"], 5]);
  expect([...subscriptions.keys()]).toEqual([ADVISORIES]);
});

test.each<[code: number, description: string, outcome: string]>([
  [404, "No Messages", "ended"],
  [408, "Request Timeout", "ended"],
  [409, "Message Size Exceeds MaxBytes", "ended"],
  [409, "Consumer Deleted", "Consumer Deleted"],
  [503, "", "there is no responder"],
])("status %d (%s): %s", async (code, description, expected) => {
  const { pull, taken } = connected();
  const { outcome, status } = await pull();
  status(code, description);
  expect([await outcome, taken]).toEqual([expected, []]);
});

test("a request that fails, whose connection is lost, or that is stopped", async () => {
  const { lose, pull, sent, source } = connected();
  const first = await pull();
  first.fail("permissions violation");
  expect(await first.outcome).toBe("permissions violation");
  const second = await pull();
  lose();
  expect(await second.outcome).toBe("ended");
  const third = await pull();
  source.stop();
  expect(await third.outcome).toBe("ended");
  expect(await (await pull()).outcome).toBe("ended");
  expect(sent).toHaveLength(3);
});

test("a server that sends nothing, not even heartbeats", async () => {
  const { pull } = connected();
  const { outcome, status } = await pull();
  await vi.advanceTimersByTimeAsync(4000);
  status(100);
  await vi.advanceTimersByTimeAsync(4000);
  status(100);
  let ended: string | undefined;
  outcome.then((text) => {
    ended = text;
  });
  await vi.advanceTimersByTimeAsync(4000);
  expect(ended).toBeUndefined();
  await vi.advanceTimersByTimeAsync(2000);
  expect(ended).toBe("the server does not respond");
});

describe("the state", () => {
  const failing = (name: string) => connected(() => Promise.reject(Object.assign(new Error("gone"), { name })));

  test("is that of the consumer", async () => {
    expect(await connected().source.state()).toEqual({ pending: 7, unsettled: 2, usedUp: 1 });
  });

  test.each([
    ["ConsumerNotFoundError", new FatalError("the consumer it was deleted")],
    ["StreamNotFoundError", new FatalError("the stream IN was deleted")],
    ["TimeoutError", Object.assign(new Error("gone"), { name: "TimeoutError" })],
  ])("%s", async (name, error) => {
    await expect(failing(name).source.state()).rejects.toEqual(error);
    // A request that fails asks for the state.
    const { outcome, fail } = await failing(name).pull();
    fail("no messages");
    expect(await outcome).toBe(error.message);
  });
});

test("messages that reach the delivery limit elsewhere are reported and counted", async () => {
  const { pull, reported, source, subscriptions } = connected();
  const lapse = (sequence: number) => subscriptions.get(ADVISORIES)!(null, { json: () => ({ stream_seq: sequence }) });
  lapse(3);
  subscriptions.get(ADVISORIES)!(new Error("permissions violation"), undefined);
  expect(source.lapsed).toBe(1);
  expect(reported).toEqual([
    "IN: message 3: delivered 5 times, but never settled; its worker failed, or another worker reported why",
  ]);
  const { deliver, outcome } = await pull();
  deliver(4, 4);
  deliver(5, 5);
  await outcome;
  // The worker reports the last delivery of message 5 itself.
  for (const sequence of [4, 5]) lapse(sequence);
  expect([source.lapsed, reported.length]).toEqual([2, 2]);
});
