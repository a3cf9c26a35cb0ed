/** Questions to a server whose connection is lost and found. */
import type { NatsConnection } from "@nats-io/transport-node";
import { expect, test, vi } from "vitest";
import { NatsLink } from "../../../src/scale/stream/nats-link.ts";

/** A connection whose status changes when the test calls `become`. */
function connected() {
  const reported: string[] = [];
  const waiting: ((status: { type: string }) => void)[] = [];
  async function* status() {
    while (true) yield await new Promise<{ type: string }>((resolve) => waiting.push(resolve));
  }
  const connection = { status, closed: () => new Promise(() => {}), isClosed: () => false };
  const link = new NatsLink(connection as Partial<NatsConnection> as NatsConnection, (line) => reported.push(line));
  const become = async (type: "disconnect" | "reconnect" | "reconnecting") => {
    waiting.shift()!({ type });
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { link, reported, become };
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
