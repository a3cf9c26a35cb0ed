/** A message of a JetStream consumer. */
import type { Msg, MsgHdrs } from "@nats-io/transport-node";
import { printable } from "../../text/printable.ts";
import type { NatsLink } from "./nats-link.ts";
import type { QueueMessage } from "./queue.ts";

const encoder = /* @__PURE__ */ new TextEncoder();
const ACK = /* @__PURE__ */ encoder.encode("+ACK");
const TERM = /* @__PURE__ */ encoder.encode("+TERM");
const WORKING = /* @__PURE__ */ encoder.encode("+WPI");

const NANOSECONDS = 1_000_000;

/** The durable consumer that the workers of a job share. */
export interface NatsConsumer {
  readonly stream: string;
  readonly durable: string;
  /** How often a message is delivered at most. */
  readonly maxDeliver: number;
}

export class NatsMessage implements QueueMessage {
  readonly stream: string;
  readonly sequence: number;
  /** Different from the id of every other message, also of a stream that was deleted and created again. */
  readonly id: string;
  readonly deliveries: number;
  /** How many messages of the consumer had not been delivered then. */
  readonly pending: number;
  private readonly message: Msg;
  private readonly link: NatsLink;
  private readonly consumer: NatsConsumer;
  private readonly failed: Set<number>;

  /**
   * @param message with a reply subject that JetStream has made
   * @param failed gets the sequences of messages that are given back the last time
   */
  constructor(message: Msg, consumer: NatsConsumer, link: NatsLink, failed: Set<number>) {
    this.failed = failed;
    this.message = message;
    this.stream = consumer.stream;
    this.consumer = consumer;
    this.link = link;
    // $JS.ACK[.DOMAIN.ACCOUNT].STREAM.CONSUMER.deliveries.sequence.consumer's sequence.time.pending[.RANDOM]
    const tokens = message.reply!.split(".");
    const first = tokens.length === SHORT ? 4 : 6;
    this.deliveries = Number(tokens[first]);
    this.sequence = Number(tokens[first + 1]);
    this.id = `${this.stream}:${tokens[first + 3]}:${this.sequence}`;
    this.pending = Number(tokens[first + 4]);
  }

  get name(): string {
    return `${printable(this.stream)}: message ${this.sequence} (${printable(this.subject)})`;
  }

  get subject(): string {
    return this.message.subject;
  }

  get data(): Uint8Array {
    return this.message.data;
  }

  get headers(): MsgHdrs | undefined {
    return this.message.headers;
  }

  get isLast(): boolean {
    return this.deliveries >= this.consumer.maxDeliver;
  }

  working(): void {
    this.link.send(this.message.reply!, WORKING);
  }

  ack(): Promise<unknown> {
    return this.link.request(this.message.reply!, ACK);
  }

  terminate(): Promise<unknown> {
    return this.link.request(this.message.reply!, TERM);
  }

  giveBack(delay: number): void {
    if (this.isLast) this.failed.add(this.sequence);
    this.link.send(this.message.reply!, delay === 0 ? "-NAK" : `-NAK {"delay": ${delay * NANOSECONDS}}`);
  }
}

/** The tokens of a reply subject without a domain. */
const SHORT = 9;
