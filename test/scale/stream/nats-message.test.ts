/** A message of a JetStream consumer. */
import type { Msg } from "@nats-io/transport-node";
import { describe, expect, test } from "vitest";
import type { NatsLink } from "../../../src/scale/stream/nats-link.ts";
import { NatsMessage } from "../../../src/scale/stream/nats-source.ts";

/** A message of a stream that is called as it is delivered, and what it sends. */
function delivered(reply: string, subject = "in.a") {
  const sent: string[] = [];
  const text = (data: Uint8Array | string) => (typeof data === "string" ? data : Buffer.from(data).toString());
  const link = {
    send: (to: string, data: Uint8Array | string) => void sent.push(`${to} ${text(data)}`),
    request: (to: string, data: Uint8Array) => Promise.resolve(sent.push(`${to} ${text(data)}?`)),
  } as unknown as NatsLink;
  const failed = new Set<number>();
  const own = { reply, subject, data: Buffer.from("text"), headers: undefined } as unknown as Msg;
  const message = new NatsMessage(own, { stream: "IN", durable: "it", maxDeliver: 5 }, link, failed);
  return { message, sent, failed };
}

const reply = (deliveries: number) => `$JS.ACK.IN.it.${deliveries}.42.7.1700000000000000000.3`;

test.each([
  ["of one account", "$JS.ACK.IN.it.2.42.7.1700000000000000000.3"],
  ["of a domain", "$JS.ACK.hub.ACCOUNT.IN.it.2.42.7.1700000000000000000.3"],
  ["of a domain, with a random token", "$JS.ACK._.ACCOUNT.IN.it.2.42.7.1700000000000000000.3.rAnDoM"],
])("what the reply's subject says, %s", (_, subject) => {
  const { message } = delivered(subject);
  expect(message).toMatchObject({
    deliveries: 2,
    sequence: 42,
    pending: 3,
    stream: "IN",
    subject: "in.a",
    id: "IN:1700000000000000000:42",
  });
  expect(Buffer.from(message.data).toString()).toBe("text");
});

test("its name shows no control character", () => {
  expect(delivered(reply(1), "in.\u001b").message.name).toBe("IN: message 42 (in.\\u001b)");
});

test.each([
  [1, false],
  [4, false],
  [5, true],
  [6, true],
])("delivery %i of 5 is the last one: %s", (deliveries, isLast) => {
  expect(delivered(reply(deliveries)).message.isLast).toBe(isLast);
});

describe("the server hears", () => {
  test("what becomes of it", async () => {
    const { message, sent } = delivered(reply(1));
    message.working();
    await message.ack();
    await message.terminate();
    expect(sent).toEqual([`${reply(1)} +WPI`, `${reply(1)} +ACK?`, `${reply(1)} +TERM?`]);
  });

  test("the delay before redelivery in nanoseconds", () => {
    const { failed, message, sent } = delivered(reply(4));
    message.giveBack(250);
    message.giveBack(0);
    expect(sent).toEqual([`${reply(4)} -NAK {"delay": 250000000}`, `${reply(4)} -NAK`]);
    expect([...failed]).toEqual([]);
  });

  test("that it is given back the last time, and it is known to have failed here", () => {
    const { failed, message, sent } = delivered(reply(5));
    message.giveBack(0);
    expect(sent).toEqual([`${reply(5)} -NAK`]);
    expect([...failed]).toEqual([42]);
  });
});
