/** Publishes to JetStream subjects, each message once within the stream's duplicate window. */
import type { JetStreamClient } from "@nats-io/jetstream";
import type { MsgHdrs } from "@nats-io/transport-node";
import { printable } from "../../text/printable.ts";
import type { NatsLink } from "./nats-link.ts";
import type { NatsMessage } from "./nats-source.ts";
import { RejectedError, type Sink } from "./queue.ts";

/** Headers that servers interpret or set. */
const RESERVED = /^nats-/i;

/** The maximum length of a reason in a header, in UTF-16 code units. */
const MAX_REASON_LENGTH = 1000;

/** API errors from this code on are temporary errors of the server; lower codes are errors of the message. */
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
    if (deadLetter !== undefined) this.putAside = (message, reason) => this.sendDeadLetter(deadLetter, message, reason);
  }

  publish(message: NatsMessage, output: Uint8Array): Promise<void> {
    const headers = this.headersOf(message);
    if (headers === undefined) return Promise.reject(new RejectedError("the headers cannot be read"));
    return this.store(this.target.to, message, output, headers);
  }

  private sendDeadLetter(subject: string, message: NatsMessage, reason: string): Promise<void> {
    const headers = this.headersOf(message) ?? this.makeHeaders();
    headers.set("Varexpand-Error", printable(reason, MAX_REASON_LENGTH));
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

  /** The message's headers without reserved ones; undefined if the client cannot parse them, as servers do not check them. */
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

/** The error if it concerns the message; undefined if it may be temporary. */
function rejected(error: unknown, size: number): RejectedError | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error.name === "InvalidArgumentError") {
    return new RejectedError(`the message of ${size} bytes and its headers is too large: ${printable(error.message)}`);
  }
  const { status } = error as { status?: unknown };
  if (error.name !== "JetStreamApiError" || typeof status !== "number" || status >= SERVER_ERROR) return undefined;
  return new RejectedError(`the stream rejects the message: ${printable(error.message)}`);
}
