/**
 * The messages of a durable consumer of JetStream. The client's own pull requests bound messages or bytes, not both; the
 * requests here bound both, as the server can.
 */
import type { JetStreamManager } from "@nats-io/jetstream";
import type { Msg, Subscription } from "@nats-io/transport-node";
import { printable } from "../../text/printable.ts";
import type { NatsLink } from "./nats-link.ts";
import { type NatsConsumer, NatsMessage } from "./nats-message.ts";
import { type Amount, FatalError, type Source, type SourceState } from "./queue.ts";

/** Milliseconds that a request waits for messages, that the server is silent at most, and that are too long then. */
const EXPIRES = 30_000;
const HEARTBEAT = 2000;
const TOO_SILENT = 2.5 * HEARTBEAT;

const NANOSECONDS = 1_000_000;

/** Codes of what a server says of a request. */
const STILL_THERE = 100;
const CONFLICT = 409;
const NOBODY = 503;

export class NatsSource implements Source<NatsMessage> {
  /** How many messages had not been delivered when the last one came. */
  pending = 0;
  /** How many messages have used up their deliveries, as the server has said, without failing here. */
  lapsed = 0;
  private readonly link: NatsLink;
  private readonly manager: JetStreamManager;
  private readonly consumer: NatsConsumer;
  private readonly makeInbox: () => string;
  private readonly requests = new Set<Request>();
  /** Sequences of messages whose last delivery has failed here. */
  private readonly failed = new Set<number>();
  private isStopped = false;

  /**
   * @param makeInbox gives a subject that nobody else uses
   * @param report takes a line for people, printable
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
    this.hearOfLapsed(report);
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
      // The server says no more than that nobody answers, or that something is gone.
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

  /** Reports each message that has used up its deliveries. The server sends such an advisory once, and does not store it. */
  private hearOfLapsed(report: (line: string) => void): void {
    const { stream, durable, maxDeliver } = this.consumer;
    this.link.connection.subscribe(`$JS.EVENT.ADVISORY.CONSUMER.MAX_DELIVERIES.${stream}.${durable}`, {
      callback: (error, advisory) => {
        // Not everybody may listen.
        if (error !== null) return;
        const { stream_seq: sequence } = advisory.json<{ stream_seq: number }>();
        if (this.failed.delete(sequence)) return;
        this.lapsed++;
        const what = `delivered ${maxDeliver} times, and never settled: its worker ended, or another worker tells why`;
        report(`${printable(stream)}: message ${sequence}: ${what}`);
      },
    });
  }

  /** @throws FatalError if the stream or the consumer is gone. */
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

/** A request for messages, with a subscription of its own. */
class Request {
  readonly inbox: string;
  /** Resolves when no more messages come: with what has failed, if something has. */
  readonly ended: Promise<string | undefined>;
  private readonly subscription: Subscription;
  private readonly take: (message: Msg) => void;
  private readonly forget: () => void;
  private left: number;
  private heard = performance.now();
  private readonly watchdog: ReturnType<typeof setInterval>;
  private resolve!: (failure: string | undefined) => void;

  constructor(link: NatsLink, inbox: string, messages: number, take: (message: Msg) => void) {
    this.inbox = inbox;
    this.left = messages;
    this.take = take;
    this.ended = new Promise((resolve) => {
      this.resolve = resolve;
    });
    this.forget = link.onLost(() => this.end());
    this.watchdog = setInterval(() => {
      if (performance.now() - this.heard > TOO_SILENT) this.end("the server is silent");
    }, HEARTBEAT);
    this.subscription = link.connection.subscribe(inbox, {
      callback: (error, message) => {
        if (error === null) this.heardOf(message);
        else this.end(error.message);
      },
    });
  }

  /** Ends the request; what is on its way is still taken. */
  stop(): void {
    this.subscription.drain().then(
      () => this.end(),
      () => this.end(),
    );
  }

  private heardOf(message: Msg): void {
    this.heard = performance.now();
    const code = message.subject === this.inbox ? (message.headers?.code ?? 0) : 0;
    if (code === STILL_THERE) return;
    if (code !== 0 || message.reply === undefined) {
      // The rest says that the request is over: its time, its bytes, the server's shutdown.
      const description = message.headers?.description ?? "";
      const isGone = code === NOBODY || (code === CONFLICT && /deleted/i.test(description));
      this.end(isGone ? description || "nobody answers" : undefined);
      return;
    }
    this.take(message);
    this.left--;
    if (this.left === 0) this.end();
  }

  private end(failure?: string): void {
    clearInterval(this.watchdog);
    this.forget();
    if (!this.subscription.isClosed()) this.subscription.unsubscribe();
    this.resolve(failure);
  }
}
