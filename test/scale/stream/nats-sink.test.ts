/** Publishing to subjects of JetStream. */
import type { JetStreamClient } from "@nats-io/jetstream";
import { headers, type MsgHdrs } from "@nats-io/transport-node";
import { describe, expect, test } from "vitest";
import type { NatsLink } from "../../../src/scale/stream/nats-link.ts";
import { NatsSink } from "../../../src/scale/stream/nats-sink.ts";
import type { NatsMessage } from "../../../src/scale/stream/nats-source.ts";
import { RejectedError } from "../../../src/scale/stream/queue.ts";

interface Published {
  readonly subject: string;
  readonly text: string;
  readonly id: string;
  readonly timeout: number;
  readonly headers: Record<string, string[]>;
}

function sinkTo(deadLetter?: string, failure?: Error) {
  const published: Published[] = [];
  const link = {
    ask: <T>(question: (options: { timeout: number }) => Promise<T>) => question({ timeout: 5 }),
  } as Partial<NatsLink> as NatsLink;
  const client = {
    async publish(subject: string, data: Uint8Array, options: { msgID: string; timeout: number; headers: MsgHdrs }) {
      if (failure !== undefined) throw failure;
      published.push({
        subject,
        text: Buffer.from(data).toString(),
        id: options.msgID,
        timeout: options.timeout,
        headers: Object.fromEntries(options.headers),
      });
    },
  } as unknown as JetStreamClient;
  const sink = new NatsSink(link, client, { durable: "it", to: "out", deadLetter }, () => headers());
  return { sink, published };
}

function message(given?: Iterable<[string, string[]]>): NatsMessage {
  const own = {
    stream: "IN",
    sequence: 42,
    id: "IN:17:42",
    subject: "in.a",
    data: Buffer.from("input"),
    headers: given,
  };
  return own as unknown as NatsMessage;
}

const output = Buffer.from("output");

test("an output has an id by which the stream knows it again", async () => {
  const { published, sink } = sinkTo();
  await sink.publish(message(), output);
  expect(published).toEqual([{ subject: "out", text: "output", id: "it:out:IN:17:42", timeout: 5, headers: {} }]);
});

test("an output has the message's headers, without those that mean something to a server", async () => {
  const { published, sink } = sinkTo();
  const given: [string, string[]][] = [
    ["Trace", ["a", "b"]],
    ["Nats-Msg-Id", ["1"]],
    ["nats-expected-stream", ["IN"]],
    ["X-Nats-Y", ["c"]],
  ];
  await sink.publish(message(given), output);
  expect(published[0]!.headers).toEqual({ Trace: ["a", "b"], "X-Nats-Y": ["c"] });
});

function* broken(): Generator<[string, string[]]> {
  yield ["Trace", ["a"]];
  throw new Error("bad headers");
}

test("a message whose headers cannot be read is rejected", async () => {
  const { published, sink } = sinkTo();
  await expect(sink.publish(message(broken()), output)).rejects.toThrow(
    new RejectedError("the headers cannot be read"),
  );
  expect(published).toEqual([]);
});

describe("a dead letter", () => {
  const said = {
    "Varexpand-Error": ["why\\nand how"],
    "Varexpand-Stream": ["IN"],
    "Varexpand-Sequence": ["42"],
    "Varexpand-Subject": ["in.a"],
  };

  test("is the message, with the reason and where it comes from", async () => {
    const { published, sink } = sinkTo("bad");
    await sink.putAside!(message([["Trace", ["a"]]]), "why\nand how");
    expect(published).toEqual([
      { subject: "bad", text: "input", id: "it:bad:IN:17:42", timeout: 5, headers: { Trace: ["a"], ...said } },
    ]);
  });

  test("has none of the message's headers if they cannot be read, and no long reason", async () => {
    const { published, sink } = sinkTo("bad");
    await sink.putAside!(message(broken()), "x".repeat(1001));
    expect(published[0]!.headers).toEqual({ ...said, "Varexpand-Error": [`${"x".repeat(1000)}...`] });
  });

  test("exists only if the caller wants it", () => {
    expect(sinkTo().sink.putAside).toBeUndefined();
  });
});

describe("what is refused", () => {
  const error = (name: string, more: object = {}) => Object.assign(new Error("no\u0007"), { name, ...more });
  const outcome = (failure: Error) =>
    sinkTo(undefined, failure)
      .sink.publish(message(), output)
      .catch((each) => each);

  test.each([
    [error("JetStreamApiError", { status: 400 }), "the stream rejects the message: no\\u0007"],
    [error("JetStreamApiError", { status: 499 }), "the stream rejects the message: no\\u0007"],
    [error("InvalidArgumentError"), "the message of 6 bytes and its headers is too large: no\\u0007"],
  ])("as it is: %o", async (failure, reason) => {
    expect(await outcome(failure)).toEqual(new RejectedError(reason));
  });

  test.each([
    error("JetStreamApiError", { status: 500 }),
    error("JetStreamApiError", { status: 503 }),
    error("JetStreamApiError"),
    error("TimeoutError", { status: 400 }),
    "closed" as unknown as Error,
  ])("for a time: %o", async (failure) => {
    expect(await outcome(failure)).toBe(failure);
  });
});
