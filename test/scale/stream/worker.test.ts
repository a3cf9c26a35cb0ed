import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Expand, FatalError, RejectedError } from "../../../src/scale/stream/queue.ts";
import { StreamWorker, type StreamWorkerOptions } from "../../../src/scale/stream/worker.ts";
import { fatal, MemoryMessage, MemoryQueue, passing, rejected } from "./memory-queue.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** `a` becomes `A`; what begins with `!` cannot be expanded, `?` is a mistake of the expander. */
const upper: Expand = ({ data }) => {
  const text = new TextDecoder().decode(data);
  if (text.startsWith("!")) throw new RejectedError("1:1: not upper case");
  if (text.startsWith("?")) throw new TypeError("x is undefined");
  return new TextEncoder().encode(text.toUpperCase());
};

function workerOn(queue: MemoryQueue, options: Partial<StreamWorkerOptions> = {}, expand = upper) {
  const reported: string[] = [];
  const worker = new StreamWorker(queue, expand, queue, {
    limit: { messages: 8, bytes: 2000 },
    largest: 100,
    patience: 30_000,
    endsIdle: true,
    report: (line) => reported.push(line),
    ...options,
  });
  return { worker, reported };
}

/** Runs a worker to its end, in simulated time. */
async function run(queue: MemoryQueue, options?: Partial<StreamWorkerOptions>, expand?: Expand) {
  const { worker, reported } = workerOn(queue, options, expand);
  const ended = worker.run();
  ended.catch(() => {});
  await vi.advanceTimersByTimeAsync(120_000);
  await ended;
  return { ...worker.totals, reported };
}

const NOTHING = { done: 0, putAside: 0, failed: 0, redelivered: 0, usedUp: 0, reported: [] };

test("each message is expanded, published, and acknowledged after that", async () => {
  const queue = new MemoryQueue(["a", "b"]);
  expect(await run(queue)).toEqual({ ...NOTHING, done: 2 });
  expect(queue.published).toEqual(["A", "B"]);
  expect(queue.log).toEqual(["publish a", "publish b", "ack a", "ack b"]);
});

test("an empty queue ends the work at once", async () => {
  expect(await run(new MemoryQueue([]))).toEqual(NOTHING);
});

test("what cannot be published for a time is published again, and acknowledged once", async () => {
  const queue = new MemoryQueue(["a", "b"], { faults: { "publish a": [passing("full"), passing("full")] } });
  expect(await run(queue)).toEqual({
    ...NOTHING,
    done: 2,
    reported: ["the output cannot be stored: full; retrying"],
  });
  expect(queue.log).toEqual(["publish a", "publish b", "ack b", "publish a", "publish a", "ack a"]);
});

test("an acknowledgement that is not confirmed is sent again; nothing is published twice for it", async () => {
  const queue = new MemoryQueue(["a"], {
    faults: { "ack a": [passing("timeout"), passing("the connection was lost")] },
  });
  expect(await run(queue)).toEqual({
    ...NOTHING,
    done: 1,
    reported: [
      "messages cannot be acknowledged: timeout; retrying",
      "messages cannot be acknowledged: the connection was lost; retrying",
    ],
  });
  expect(queue.log).toEqual(["publish a", "ack a", "ack a", "ack a"]);
});

test("a message that cannot be expanded is delivered to the last time, then named and counted", async () => {
  const queue = new MemoryQueue(["!a", "b"], { maxDeliver: 3 });
  expect(await run(queue)).toEqual({
    done: 1,
    putAside: 0,
    failed: 1,
    redelivered: 2,
    usedUp: 1,
    reported: ["message !a: 1:1: not upper case; failed, after 3 deliveries"],
  });
  expect(queue.log).toEqual(["giveBack !a 250", "publish b", "ack b", "giveBack !a 500", "giveBack !a 0"]);
});

test("with a place for them, such messages are put aside with the reason, and terminated after that", async () => {
  const queue = new MemoryQueue(["!a", "b"], { hasLetters: true, faults: { "putAside !a": [passing("timeout")] } });
  expect(await run(queue)).toEqual({
    ...NOTHING,
    done: 1,
    putAside: 1,
    reported: ["the dead letter cannot be stored: timeout; retrying"],
  });
  expect(queue.letters).toEqual(["!a: 1:1: not upper case"]);
  expect(queue.log).toEqual(["putAside !a", "publish b", "ack b", "putAside !a", "terminate !a"]);
});

test("if the dead letter cannot be stored either, the message stays in the source, and both reasons are reported", async () => {
  const faults = { "putAside !a": [rejected("too large"), rejected("too large")] };
  const queue = new MemoryQueue(["!a"], { hasLetters: true, maxDeliver: 2, faults });
  expect(await run(queue)).toEqual({
    ...NOTHING,
    failed: 1,
    redelivered: 1,
    usedUp: 1,
    reported: ["message !a: 1:1: not upper case; as a dead letter: too large; failed, after 2 deliveries"],
  });
  expect(queue.log).toEqual(["putAside !a", "giveBack !a 250", "putAside !a", "giveBack !a 0"]);
});

test("an output that can never be stored is put aside", async () => {
  const queue = new MemoryQueue(["a"], { hasLetters: true, faults: { "publish a": [rejected("too large")] } });
  expect(await run(queue)).toEqual({ ...NOTHING, putAside: 1 });
  expect(queue.letters).toEqual(["a: too large"]);
});

test("a mistake of the expander fails its message only", async () => {
  const queue = new MemoryQueue(["?a", "b"], { hasLetters: true });
  expect(await run(queue)).toEqual({ ...NOTHING, done: 1, putAside: 1 });
  expect(queue.letters).toEqual(["?a: internal error: x is undefined"]);
});

test.each([
  ["publish a", ["a"]],
  ["ack a", ["a"]],
  ["pull", []],
  ["state", []],
  ["putAside !c", ["!c"]],
  ["terminate !c", ["!c"]],
])("an error that does not pass ends the work, and its message stays in the source: %s", async (step, unsettled) => {
  const faults = { [step]: [fatal("the consumer was deleted")] };
  const queue = new MemoryQueue(["a", "b", "!c"], { hasLetters: true, faults });
  await expect(run(queue)).rejects.toEqual(new FatalError("the consumer was deleted"));
  expect(Array.from(queue.unsettled, ({ text }) => text)).toEqual(unsettled);
});

test("an error from outside ends the work; the first one is reported, and nothing more is expanded", async () => {
  const queue = new MemoryQueue(["a", "b", "c", "d"]);
  let open = () => {};
  queue.gate = new Promise((resolve) => {
    open = resolve;
  });
  const { worker } = workerOn(queue, { limit: { messages: 4, bytes: 200 } }, () => new Uint8Array(50));
  const ended = worker.run();
  await vi.advanceTimersByTimeAsync(1000);
  worker.fail("the connection was closed");
  worker.fail(new Error("timeout"));
  await expect(ended).rejects.toEqual(new Error("the connection was closed"));
  open();
  await vi.advanceTimersByTimeAsync(1000);
  expect(queue.log).toEqual(["publish a", "publish b", "ack a", "ack b"]);
});

test("an error that does not pass also ends the waiting of others", async () => {
  const faults = { "publish a": Array(1000).fill(passing("full")), "publish b": [undefined, fatal("not allowed")] };
  const queue = new MemoryQueue(["a", "b"], { faults: { ...faults, "ack b": [fatal("not allowed")] } });
  const { worker } = workerOn(queue);
  const ended = worker.run();
  await expect(ended).rejects.toThrow("not allowed");
  expect(vi.getTimerCount()).toBe(0);
});

test("messages cannot be fetched for a time", async () => {
  const queue = new MemoryQueue(["a"], { faults: { pull: [passing("the server does not respond"), undefined] } });
  expect(await run(queue)).toEqual({
    ...NOTHING,
    done: 1,
    reported: ["messages cannot be fetched: the server does not respond; retrying"],
  });
});

test("after an error from outside, nothing is tried again or given back", async () => {
  const queue = new MemoryQueue(["a"], { faults: { "publish a": [passing("full"), passing("full")] } });
  const { worker } = workerOn(queue);
  const ended = worker.run();
  await vi.advanceTimersByTimeAsync(50);
  worker.fail(new Error("the connection was closed"));
  await expect(ended).rejects.toEqual(new Error("the connection was closed"));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(queue.log).toEqual(["publish a"]);
});

/** Passing errors with different texts: a digit for each attempt, a space for an attempt that succeeds. */
const attempts = (digits: string) => Array.from(digits, (digit) => (digit === " " ? undefined : passing(digit)));

test.each([
  ["publish a", "012345678", [0, 100, 300, 700, 1500, 3100, 6300, 11_300, 16_300]],
  ["ack a", "012345678", [0, 100, 300, 700, 1500, 3100, 6300, 11_300, 16_300]],
  // Two requests are made at a time. After one that succeeds, the delays are short again.
  ["pull", "00112233445566778899", [0, 100, 300, 700, 1500, 3100, 6300, 11_300, 16_300, 21_300]],
  ["pull", "001122  3344", [0, 100, 300, 700, 800]],
])("%s is tried again after increasing delays, at most 5 seconds: %s", async (step, digits, times) => {
  const queue = new MemoryQueue(["a", "b", "c"], { faults: { [step]: attempts(digits) } });
  const start = performance.now();
  const reported: number[] = [];
  const report = () => void reported.push(performance.now() - start);
  const { done } = await run(queue, { limit: { messages: 2, bytes: 2000 }, report });
  expect([done, reported]).toEqual([3, times]);
});

test("a passing failure is reported once until it is over", async () => {
  const faults = { "publish a": attempts("000"), "publish b": attempts("00 ") };
  const queue = new MemoryQueue(["a", "b"], { faults });
  const { reported } = await run(queue, { limit: { messages: 1, bytes: 2000 } });
  const line = "the output cannot be stored: 0; retrying";
  expect(reported).toEqual([line, line]);
});

test("a message is given back with increasing delays, at most 30 seconds", async () => {
  const queue = new MemoryQueue(["!a"], { maxDeliver: 10 });
  expect(await run(queue)).toMatchObject({ failed: 1, redelivered: 9 });
  const delays = [250, 500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 0];
  expect(queue.log).toEqual(delays.map((delay) => `giveBack !a ${delay}`));
});

test("a message with a single delivery fails at once, even if the error is not an Error", async () => {
  const queue = new MemoryQueue(["a"], { maxDeliver: 1 });
  const result = await run(queue, {}, () => {
    throw "text\u0007";
  });
  const reported = ["message a: internal error: text\\u0007; failed, after 1 delivery"];
  expect(result).toEqual({ ...NOTHING, failed: 1, usedUp: 1, reported });
});

test("the work does not end while the source does not answer, or another worker holds a message", async () => {
  const queue = new MemoryQueue([], { faults: { state: attempts("00") } });
  queue.unsettled.add(new MemoryMessage(queue, "x"));
  const { reported, worker } = workerOn(queue);
  let isEnded = false;
  const ended = worker.run().then(() => {
    isEnded = true;
  });
  await vi.advanceTimersByTimeAsync(10_000);
  queue.unsettled.clear();
  expect([isEnded, reported]).toEqual([false, []]);
  await vi.advanceTimersByTimeAsync(250);
  expect(isEnded).toBe(true);
  await ended;
});

test("draining finishes what was taken, and takes nothing more", async () => {
  const queue = new MemoryQueue(["a", "b", "c", "d", "e", "f"]);
  let open = () => {};
  queue.gate = new Promise((resolve) => {
    open = resolve;
  });
  const { worker } = workerOn(queue, { limit: { messages: 2, bytes: 2000 }, endsIdle: false });
  const ended = worker.run();
  await vi.advanceTimersByTimeAsync(1000);
  expect([worker.inFlight, queue.log]).toEqual([2, ["publish a", "publish b"]]);
  worker.drain();
  worker.drain();
  await vi.advanceTimersByTimeAsync(1000);
  expect(queue.published).toEqual([]);
  open();
  await ended;
  expect(queue.published).toEqual(["A", "B"]);
  expect([worker.inFlight, worker.totals.done, queue.unsettled.size]).toEqual([0, 2, 0]);
  expect(vi.getTimerCount()).toBe(0);
});

test("no more is held than the limit of messages, and none is asked for without room", async () => {
  const queue = new MemoryQueue(Array.from({ length: 20 }, (_, i) => `m${i}`));
  let open = () => {};
  queue.gate = new Promise((resolve) => {
    open = resolve;
  });
  const { worker } = workerOn(queue, { limit: { messages: 8, bytes: 2000 } });
  const ended = worker.run();
  await vi.advanceTimersByTimeAsync(1000);
  expect(worker.inFlight).toBe(8);
  expect(queue.amounts).toEqual([
    { messages: 4, bytes: 500 },
    { messages: 4, bytes: 500 },
  ]);
  open();
  await vi.advanceTimersByTimeAsync(1000);
  await ended;
  expect(worker.totals.done).toBe(20);
});

test("no more is asked for than there are bytes for", async () => {
  const large = "x".repeat(100);
  const queue = new MemoryQueue([large, large, large, large, large]);
  let open = () => {};
  queue.gate = new Promise((resolve) => {
    open = resolve;
  });
  // Half is for inputs: room for two.
  const { worker } = workerOn(queue, { limit: { messages: 2, bytes: 400 } });
  const ended = worker.run();
  await vi.advanceTimersByTimeAsync(1000);
  expect(queue.amounts).toEqual([
    { messages: 1, bytes: 100 },
    { messages: 1, bytes: 100 },
  ]);
  open();
  await vi.advanceTimersByTimeAsync(1000);
  await ended;
  expect(worker.totals.done).toBe(5);
});

test("what waits is not expanded while too much output waits to be stored", async () => {
  const queue = new MemoryQueue(["a", "b", "c", "d", "e", "f", "g", "h"]);
  let open = () => {};
  queue.gate = new Promise((resolve) => {
    open = resolve;
  });
  const hundredfold: Expand = ({ data }) => new Uint8Array(data.length * 100).fill(data[0]!);
  const { worker } = workerOn(queue, { limit: { messages: 8, bytes: 600 } }, hundredfold);
  const ended = worker.run();
  await vi.advanceTimersByTimeAsync(1000);
  expect([worker.inFlight, queue.log]).toEqual([8, ["publish a", "publish b", "publish c"]]);
  open();
  await vi.advanceTimersByTimeAsync(1000);
  await ended;
  expect(queue.published.map((text) => text[0])).toEqual(["a", "b", "c", "d", "e", "f", "g", "h"]);
});

test("a message that takes long is kept here by a heartbeat, others are not", async () => {
  const queue = new MemoryQueue(["a", "b"], { faults: { "publish a": Array(12).fill(passing("full")) } });
  const result = await run(queue, { patience: 30_000 });
  expect(result.done).toBe(2);
  expect(queue.log.filter((step) => step.startsWith("working"))).toEqual(["working a", "working a"]);
});
