/** Questions to a server whose connection is lost and found. */
import type { NatsConnection } from "@nats-io/transport-node";
import { describe, expect, test, vi } from "vitest";
import { NatsLink } from "../../../src/scale/stream/nats-link.ts";
import { FatalError } from "../../../src/scale/stream/queue.ts";

/** A connection whose status changes when the test calls `become`. */
function connected() {
  const reported: string[] = [];
  const waiting: ((status: { type: string }) => void)[] = [];
  async function* status() {
    while (true) yield await new Promise<{ type: string }>((resolve) => waiting.push(resolve));
  }
  const calls: unknown[] = [];
  let isClosed = false;
  let endConnection = () => {};
  const ended = new Promise<void>((resolve) => {
    endConnection = resolve;
  });
  const connection = {
    status,
    closed: () => ended,
    isClosed: () => isClosed,
    publish: (...call: unknown[]) => void calls.push(["publish", ...call]),
    request: async (...call: unknown[]) => void calls.push(["request", ...call]),
    flush: async () => void calls.push("flush"),
    close: async () => void calls.push("close"),
  };
  const link = new NatsLink(connection as unknown as NatsConnection, (line) => reported.push(line));
  const become = async (type: "disconnect" | "reconnect" | "reconnecting") => {
    waiting.shift()!({ type });
    await new Promise((resolve) => setImmediate(resolve));
  };
  const closeForGood = async () => {
    isClosed = true;
    endConnection();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { link, connection, calls, reported, become, closeForGood };
}

test("a question whose connection is lost fails at once, or is asked again when there is one", async () => {
  const { link, reported, become } = connected();
  let asked = 0;
  const never = () => {
    asked++;
    return new Promise<string>(() => {});
  };
  const once = link.ask(never);
  const again = link.askAgain(() => (asked++ === 1 ? new Promise<string>(() => {}) : Promise.resolve("answer")));
  const outcomes = Promise.allSettled([once, again]);
  await become("disconnect");
  await become("reconnect");
  expect(await outcomes).toEqual([
    { status: "rejected", reason: new Error("the connection was lost") },
    { status: "fulfilled", value: "answer" },
  ]);
  expect(asked).toBe(3);
  expect(reported).toEqual(["the connection to the server was lost; reconnecting", "reconnected to the server"]);
});

test("an attempt to reconnect is not a connection", async () => {
  const { link, reported, become } = connected();
  await become("reconnecting");
  expect(reported).toEqual([]);
  await become("disconnect");
  await become("reconnecting");
  const asked: string[] = [];
  const answer = link.ask(async () => asked.push("asked"));
  await become("disconnect");
  expect([asked, reported]).toEqual([[], ["the connection to the server was lost; reconnecting"]]);
  await become("reconnect");
  expect([await answer, asked]).toEqual([1, ["asked"]]);
});

test("an error response is not a lost connection", async () => {
  const { link } = connected();
  await expect(link.askAgain(() => Promise.reject(new Error("no such stream")))).rejects.toThrow("no such stream");
});

test("attempts to reconnect wait for half of the time since the loss, and up to a quarter longer", async () => {
  const { link, become } = connected();
  const now = vi.spyOn(performance, "now");
  const random = vi.spyOn(Math, "random");
  const delays = (since: number) => {
    now.mockReturnValue(1000 + since);
    return [0, 1].map((most) => {
      random.mockReturnValue(most);
      return link.reconnectDelay;
    });
  };
  try {
    expect(delays(5000)).toEqual([100, 125]);
    now.mockReturnValue(1000);
    await become("disconnect");
    expect([0, 200, 400, 10_000, 60_000].map(delays)).toEqual([
      [100, 125],
      [100, 125],
      [200, 250],
      [5000, 6250],
      [5000, 6250],
    ]);
    await become("reconnect");
    expect(delays(60_000)).toEqual([100, 125]);
  } finally {
    vi.restoreAllMocks();
  }
});

describe("an error that repeating the request cannot resolve", () => {
  const error = (name: string, options?: ErrorOptions) => Object.assign(new Error("no\u0007", options), { name });
  const outcome = (cause: unknown) =>
    connected()
      .link.ask(() => Promise.reject(cause))
      .catch((each: unknown) => each);

  test.each([
    ["PermissionViolationError", "not allowed: no\\u0007"],
    ["ClosedConnectionError", "the connection to the server is closed"],
    ["DrainingConnectionError", "the connection to the server is closed"],
  ])("%s, or one that it causes", async (name, message) => {
    expect(await outcome(error(name))).toEqual(new FatalError(message));
    const indirect = error("RequestError", { cause: error("RequestError", { cause: error(name) }) });
    expect(await outcome(indirect)).toEqual(new FatalError(message));
  });

  test.each([error("TimeoutError"), error("RequestError", { cause: error("NoResponders") }), "closed"])(
    "is not %s",
    async (failure) => {
      expect(await outcome(failure)).toBe(failure);
    },
  );
});

test("a request has a timeout of 5 seconds, and a message has a reply subject only if one is given", async () => {
  const { calls, link } = connected();
  const data = Uint8Array.of(1);
  await link.request("a", data);
  link.send("b", data);
  link.send("c", "text", "inbox");
  expect(calls).toEqual([
    ["request", "a", data, { timeout: 5000 }],
    ["publish", "b", data, undefined],
    ["publish", "c", "text", { reply: "inbox" }],
  ]);
});

test("nothing is sent while the connection is down, or after it is closed", async () => {
  const { become, calls, closeForGood, link } = connected();
  await become("disconnect");
  link.send("a", "down");
  await become("reconnect");
  link.send("a", "up");
  await closeForGood();
  link.send("a", "closed");
  expect(calls).toEqual([["publish", "a", "up", undefined]]);
});

test("a wait for the connection ends when it is up, or closed for good", async () => {
  const { become, closeForGood, link } = connected();
  const log: string[] = [];
  const wait = async (name: string) => {
    void link.whenUp().then(() => log.push(name));
    await new Promise((resolve) => setImmediate(resolve));
  };
  await wait("up");
  await become("disconnect");
  await wait("reconnected");
  expect(log).toEqual(["up"]);
  await become("reconnect");
  expect(log).toEqual(["up", "reconnected"]);
  await become("disconnect");
  await wait("closed");
  expect(log).toEqual(["up", "reconnected"]);
  await closeForGood();
  await wait("after that");
  expect(log).toEqual(["up", "reconnected", "closed", "after that"]);
});

test("each loss calls the listeners that were not removed, once", async () => {
  const { become, link } = connected();
  const calls: string[] = [];
  link.onLost(() => calls.push("a"));
  const remove = link.onLost(() => calls.push("b"));
  await become("disconnect");
  await become("disconnect");
  expect(calls).toEqual(["a", "b"]);
  remove();
  await become("reconnect");
  await become("disconnect");
  expect(calls).toEqual(["a", "b", "a"]);
});

describe("closing", () => {
  test("flushes first, even if that fails", async () => {
    const { calls, connection, link } = connected();
    await link.close();
    expect(calls).toEqual(["flush", "close"]);
    connection.flush = () => Promise.reject(new Error("timeout"));
    await link.close();
    expect(calls).toEqual(["flush", "close", "close"]);
  });

  test("does not flush a connection that is down or closed", async () => {
    const [down, closed] = [connected(), connected()];
    await down.become("disconnect");
    await closed.closeForGood();
    await Promise.all([down.link.close(), closed.link.close()]);
    expect([down.calls, closed.calls]).toEqual([["close"], ["close"]]);
  });

  test("waits for the server for at most a second", async () => {
    vi.useFakeTimers();
    try {
      const { calls, connection, link } = connected();
      await link.close();
      expect(vi.getTimerCount()).toBe(0);
      connection.flush = () => new Promise(() => {});
      const closing = link.close();
      await vi.advanceTimersByTimeAsync(999);
      expect(calls).toEqual(["flush", "close"]);
      await vi.advanceTimersByTimeAsync(1);
      await closing;
      expect(calls).toEqual(["flush", "close", "close"]);
    } finally {
      vi.useRealTimers();
    }
  });
});
