/**
 * The messages of a durable JetStream consumer. The client's pull requests limit either messages or bytes; the requests
 * here limit both, which the server supports.
 */
import type { JetStreamManager } from "@nats-io/jetstream";
import type { Msg, MsgHdrs, Subscription } from "@nats-io/transport-node";
import { printable } from "../../text/printable.ts";
import type { NatsLink } from "./nats-link.ts";
import { type Amount, FatalError, type QueueMessage, type Source, type SourceState } from "./queue.ts";

/** Milliseconds: how long a request waits, the heartbeat of the server, and the silence after which a request fails. */
const EXPIRES = 30_000;
const HEARTBEAT = 2000;
const TOO_SILENT = 2.5 * HEARTBEAT;

const NANOSECONDS = 1_000_000;

/** Status codes of a request. */
const IDLE_HEARTBEAT = 100;
const CONFLICT = 409;
const NO_RESPONDERS = 503;

export class NatsSource implements Source<NatsMessage> {
  /** The number of undelivered messages when the last one arrived. */
  pending = 0;
  /** The number of messages that reached the delivery limit without failing here, according to the server. */
  lapsed = 0;
  private readonly link: NatsLink;
  private readonly manager: JetStreamManager;
  private readonly consumer: NatsConsumer;
  private readonly makeInbox: () => string;
  private readonly requests = new Set<Request>();
  /** The sequences of messages whose last delivery failed here. */
  private readonly failed = new Set<number>();
  private isStopped = false;

  /**
   * @param makeInbox returns a unique subject
   * @param report receives a printable line for the user
   */
  constructor(
    link: NatsLink,
    manager: JetStreamManager,
    consumer: NatsConsumer,
    makeInbox: () => string,
    report: (line: string) => void,
  ) {
    this.link = link;
    this.manager = manager;
    this.consumer = consumer;
    this.makeInbox = makeInbox;
    this.reportLapsed(report);
  }

  async pull({ messages, bytes }: Amount, take: (message: NatsMessage) => void): Promise<void> {
    await this.link.whenUp();
    if (this.isStopped) return;
    const { stream, durable } = this.consumer;
    const request = new Request(this.link, this.makeInbox(), messages, (message) => {
      const taken = new NatsMessage(message, this.consumer, this.link, this.failed);
      this.pending = taken.pending;
      take(taken);
    });
    this.requests.add(request);
    const [expires, idle_heartbeat] = [EXPIRES * NANOSECONDS, HEARTBEAT * NANOSECONDS];
    const question = { batch: messages, max_bytes: bytes, expires, idle_heartbeat };
    const subject = `$JS.API.CONSUMER.MSG.NEXT.${stream}.${durable}`;
    this.link.send(subject, JSON.stringify(question), request.inbox);
    try {
      const failure = await request.ended;
      if (failure === undefined || this.isStopped) return;
      // The server does not report what was deleted, so ask for it.
      await this.state();
      throw new Error(failure);
    } finally {
      this.requests.delete(request);
    }
  }

  stop(): void {
    this.isStopped = true;
    for (const request of this.requests) request.stop();
  }

  /** Reports each message that reaches the delivery limit. The server sends this advisory once and does not store it. */
  private reportLapsed(report: (line: string) => void): void {
    const { stream, durable, maxDeliver } = this.consumer;
    this.link.connection.subscribe(`$JS.EVENT.ADVISORY.CONSUMER.MAX_DELIVERIES.${stream}.${durable}`, {
      callback: (error, advisory) => {
        // The user may not have permission to subscribe.
        if (error !== null) return;
        const { stream_seq: sequence } = advisory.json<{ stream_seq: number }>();
        if (this.failed.delete(sequence)) return;
        this.lapsed++;
        const what = `delivered ${maxDeliver} times, but never settled; its worker failed, or another worker reported why`;
        report(`${printable(stream)}: message ${sequence}: ${what}`);
      },
    });
  }

  /** @throws FatalError if the stream or the consumer was deleted */
  async state(): Promise<SourceState> {
    const { stream, durable } = this.consumer;
    try {
      const info = await this.link.ask(() => this.manager.consumers.info(stream, durable));
      return { pending: info.num_pending, unsettled: info.num_ack_pending, usedUp: info.num_redelivered };
    } catch (error) {
      const what = { ConsumerNotFoundError: `consumer ${durable}`, StreamNotFoundError: `stream ${stream}` };
      const gone = error instanceof Error ? what[error.name as keyof typeof what] : undefined;
      throw gone === undefined ? error : new FatalError(`the ${printable(gone)} was deleted`);
    }
  }
}

/** A request for messages, with its own subscription. */
class Request {
  readonly inbox: string;
  /** Resolves when the request ends, with the reason if it failed. */
  readonly ended: Promise<string | undefined>;
  private readonly subscription: Subscription;
  private readonly take: (message: Msg) => void;
  private readonly stopListening: () => void;
  private left: number;
  private lastReceived = performance.now();
  private readonly watchdog: ReturnType<typeof setInterval>;
  private resolve!: (failure: string | undefined) => void;

  constructor(link: NatsLink, inbox: string, messages: number, take: (message: Msg) => void) {
    this.inbox = inbox;
    this.left = messages;
    this.take = take;
    this.ended = new Promise((resolve) => {
      this.resolve = resolve;
    });
    this.stopListening = link.onLost(() => this.end());
    this.watchdog = setInterval(() => {
      if (performance.now() - this.lastReceived > TOO_SILENT) this.end("the server does not respond");
    }, HEARTBEAT);
    this.subscription = link.connection.subscribe(inbox, {
      callback: (error, message) => {
        if (error === null) this.receive(message);
        else this.end(error.message);
      },
    });
  }

  /** Ends the request. Messages in transit are still received. */
  stop(): void {
    this.subscription.drain().then(
      () => this.end(),
      () => this.end(),
    );
  }

  private receive(message: Msg): void {
    this.lastReceived = performance.now();
    const code = message.subject === this.inbox ? (message.headers?.code ?? 0) : 0;
    if (code === IDLE_HEARTBEAT) return;
    if (code !== 0 || message.reply === undefined) {
      // Other codes mean that the request ended: a timeout, the limit of bytes, or a shutdown of the server.
      const description = message.headers?.description ?? "";
      const isGone = code === NO_RESPONDERS || (code === CONFLICT && /deleted/i.test(description));
      this.end(isGone ? description || "no responders" : undefined);
      return;
    }
    this.take(message);
    this.left--;
    if (this.left === 0) this.end();
  }

  private end(failure?: string): void {
    clearInterval(this.watchdog);
    this.stopListening();
    if (!this.subscription.isClosed()) this.subscription.unsubscribe();
    this.resolve(failure);
  }
}

const encoder = /* @__PURE__ */ new TextEncoder();
const ACK = /* @__PURE__ */ encoder.encode("+ACK");
const TERM = /* @__PURE__ */ encoder.encode("+TERM");
const WORKING = /* @__PURE__ */ encoder.encode("+WPI");

/** The durable consumer that the workers of a job share. */
export interface NatsConsumer {
  readonly stream: string;
  readonly durable: string;
  /** The maximum number of deliveries of a message. */
  readonly maxDeliver: number;
}

export class NatsMessage implements QueueMessage {
  readonly stream: string;
  readonly sequence: number;
  /** Unique, even if the stream is deleted and created again. */
  readonly id: string;
  readonly deliveries: number;
  /** The number of undelivered messages of the consumer at the time of the delivery. */
  readonly pending: number;
  private readonly message: Msg;
  private readonly link: NatsLink;
  private readonly consumer: NatsConsumer;
  private readonly failed: Set<number>;

  /**
   * @param message with a reply subject from JetStream
   * @param failed receives the sequence of a message whose last delivery fails
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

/** The number of tokens in a reply subject without a domain. */
const SHORT = 9;
