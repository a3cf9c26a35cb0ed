/** Requests to a durable consumer: what they ask for, and how they end. */
import type { JetStreamManager } from "@nats-io/jetstream";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { NatsLink } from "../../../src/scale/stream/nats-link.ts";
import { type NatsMessage, NatsSource } from "../../../src/scale/stream/nats-source.ts";
import { FatalError } from "../../../src/scale/stream/queue.ts";

type Callback = (error: Error | null, message: unknown) => void;

const ADVISORIES = "$JS.EVENT.ADVISORY.CONSUMER.MAX_DELIVERIES.IN.it";

/** A source, and a server that answers when the test calls `answer`. */
function connected({
  info = async (): Promise<object> => ({ num_pending: 7, num_ack_pending: 2, num_redelivered: 1 }),
  up = Promise.resolve(),
  drained = Promise.resolve(),
} = {}) {
  const [sent, reported, subscriptions] = [[] as string[], [] as string[], new Map<string, Callback>()];
  const lossListeners = new Set<() => void>();
  const subscribe = (subject: string, { callback }: { callback: Callback }) => {
    subscriptions.set(subject, callback);
    const unsubscribe = () => void subscriptions.delete(subject);
    const isClosed = () => !subscriptions.has(subject);
    return { unsubscribe, isClosed, drain: () => drained.then(unsubscribe) };
  };
  const link = {
    connection: { subscribe },
    whenUp: () => up,
    ask: (question: () => Promise<unknown>) => question(),
    send: (subject: string, data: string, reply: string) => void sent.push(`${subject} ${data} ${reply}`),
    onLost: (call: () => void) => {
      lossListeners.add(call);
      return () => lossListeners.delete(call);
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
      deliver: (sequence: number, deliveries = 1, headers?: object) => {
        const reply = `$JS.ACK.IN.it.${deliveries}.${sequence}.1.17.${9 - sequence}`;
        answer(null, { subject: "in.a", reply, data: "", headers });
      },
      answer,
    };
  };
  const lose = () => lossListeners.forEach((call) => void call());
  return { pull, source, sent, reported, subscriptions, taken, lose, lossListeners };
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
  const { lossListeners, pull, sent, source, subscriptions, taken } = connected();
  const { deliver, outcome, status } = await pull();
  const limits = '"batch":2,"max_bytes":500,"expires":30000000000,"idle_heartbeat":2000000000';
  expect(sent).toEqual([`$JS.API.CONSUMER.MSG.NEXT.IN.it {${limits}} inbox`]);
  deliver(3);
  status(100);
  // A message can have a status code of its own.
  deliver(4, 1, { code: 503 });
  expect(await outcome).toBe("ended");
  expect([taken, source.pending]).toEqual([["IN: message 3 (in.a)", "IN: message 4 (in.a)"], 5]);
  expect([...subscriptions.keys()]).toEqual([ADVISORIES]);
  expect(lossListeners.size).toBe(0);
});

test("a request waits for the connection, and is not sent if the source is stopped meanwhile", async () => {
  let comeUp = () => {};
  const up = new Promise<void>((resolve) => {
    comeUp = resolve;
  });
  const { pull, sent, source } = connected({ up });
  const { outcome } = await pull();
  source.stop();
  comeUp();
  expect([await outcome, sent]).toEqual(["ended", []]);
});

test.each<[code: number, description: string, outcome: string]>([
  [404, "No Messages", "ended"],
  [408, "Request Timeout", "ended"],
  [409, "Message Size Exceeds MaxBytes", "ended"],
  [409, "Server Shutdown", "ended"],
  [409, "Consumer Deleted", "Consumer Deleted"],
  [404, "Consumer Deleted", "ended"],
  [503, "", "no responders"],
  [503, "No Responders", "No Responders"],
])("status %d (%s): %s", async (code, description, expected) => {
  const { pull, taken } = connected();
  const { outcome, status } = await pull();
  status(code, description);
  expect([await outcome, taken]).toEqual([expected, []]);
});

test.each([
  ["without headers", {}],
  ["without a status", { headers: {} }],
  ["without a reply subject, from the stream", { subject: "in.a", headers: { code: 503, description: "" } }],
])("a message %s ends the request", async (_, message) => {
  const { pull, taken } = connected();
  const { answer, outcome } = await pull();
  answer(null, { subject: "inbox", data: "", ...message });
  expect([await outcome, taken]).toEqual(["ended", []]);
});

test.each(["is drained", "cannot be drained"])(
  "a stopped request receives what is in transit until its subscription %s",
  async (outcomeOfDrain) => {
    let settle = () => {};
    const drained = new Promise<void>((resolve, reject) => {
      settle = outcomeOfDrain === "is drained" ? resolve : () => reject(new Error("closed"));
    });
    const { pull, source, subscriptions, taken } = connected({ drained });
    const { deliver, outcome } = await pull();
    source.stop();
    deliver(3);
    settle();
    expect([await outcome, taken]).toEqual(["ended", ["IN: message 3 (in.a)"]]);
    expect([...subscriptions.keys()]).toEqual([ADVISORIES]);
  },
);

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
  // It is checked every 2 seconds, whether the last message is more than 5 seconds old.
  await vi.advanceTimersByTimeAsync(5999);
  expect(ended).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  expect(ended).toBe("the server does not respond");
});

describe("the state", () => {
  const failing = (name: string) =>
    connected({ info: () => Promise.reject(Object.assign(new Error("gone"), { name })) });

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
