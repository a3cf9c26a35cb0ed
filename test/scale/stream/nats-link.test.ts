/** Questions to a server whose connection is lost and found. */
import type { NatsConnection } from "@nats-io/transport-node";
import { expect, test } from "vitest";
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
