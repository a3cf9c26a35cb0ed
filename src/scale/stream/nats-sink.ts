/** Publishes to subjects of JetStream, each message once within the stream's window for duplicates. */
import type { JetStreamClient } from "@nats-io/jetstream";
import type { MsgHdrs } from "@nats-io/transport-node";
import { printable } from "../../text/printable.ts";
import type { NatsLink } from "./nats-link.ts";
import type { NatsMessage } from "./nats-message.ts";
import { RejectedError, type Sink } from "./queue.ts";

/** Names of headers that mean something to a server, or say what one has done. */
const RESERVED = /^nats-/i;

/** The longest reason in a header, in UTF-16 units. */
const LONGEST_REASON = 1000;

/** From here on, an error of the API is about the server, and passes; below, about the message. */
const SERVER_ERROR = 500;

export interface NatsTarget {
  readonly durable: string;
  readonly to: string;
  readonly deadLetter: string | undefined;
}

export class NatsSink implements Sink<NatsMessage> {
  readonly putAside: ((message: NatsMessage, reason: string) => Promise<void>) | undefined;
  private readonly link: NatsLink;
  private readonly client: JetStreamClient;
  private readonly target: NatsTarget;
  private readonly makeHeaders: () => MsgHdrs;

  constructor(link: NatsLink, client: JetStreamClient, target: NatsTarget, makeHeaders: () => MsgHdrs) {
    this.link = link;
    this.client = client;
    this.target = target;
    this.makeHeaders = makeHeaders;
    const { deadLetter } = target;
    if (deadLetter !== undefined) this.putAside = (message, reason) => this.sendLetter(deadLetter, message, reason);
  }

  publish(message: NatsMessage, output: Uint8Array): Promise<void> {
    const headers = this.headersOf(message);
    if (headers === undefined) return Promise.reject(new RejectedError("the headers cannot be read"));
    return this.store(this.target.to, message, output, headers);
  }

  private sendLetter(subject: string, message: NatsMessage, reason: string): Promise<void> {
    const headers = this.headersOf(message) ?? this.makeHeaders();
    headers.set("Varexpand-Error", printable(reason, LONGEST_REASON));
    headers.set("Varexpand-Stream", message.stream);
    headers.set("Varexpand-Sequence", String(message.sequence));
    headers.set("Varexpand-Subject", message.subject);
    return this.store(subject, message, message.data, headers);
  }

  private store(subject: string, message: NatsMessage, data: Uint8Array, headers: MsgHdrs): Promise<void> {
    const msgID = `${this.target.durable}:${subject}:${message.id}`;
    return this.link
      .ask(({ timeout }) => this.client.publish(subject, data, { timeout, msgID, headers }))
      .then(
        () => {},
        (error: unknown) => {
          throw rejected(error, data.length) ?? error;
        },
      );
  }

  /** The headers of a message that are its own; undefined if the client cannot read them. Servers let any pass. */
  private headersOf(message: NatsMessage): MsgHdrs | undefined {
    const headers = this.makeHeaders();
    try {
      for (const [name, values] of message.headers ?? []) {
        if (RESERVED.test(name)) continue;
        for (const value of values) headers.append(name, value);
      }
    } catch {
      return undefined;
    }
    return headers;
  }
}

/** An error that is about the message; undefined if it may pass. */
function rejected(error: unknown, size: number): RejectedError | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error.name === "InvalidArgumentError") {
    return new RejectedError(
      `${size} bytes and the headers are more than a message may have: ${printable(error.message)}`,
    );
  }
  const { status } = error as { status?: unknown };
  if (error.name !== "JetStreamApiError" || typeof status !== "number" || status >= SERVER_ERROR) return undefined;
  return new RejectedError(`the stream refuses it: ${printable(error.message)}`);
}
