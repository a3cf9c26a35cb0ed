import type { Amount, QueueMessage, Sink, Source, SourceState } from "../../../src/scale/stream/queue.ts";
import { FatalError, RejectedError } from "../../../src/scale/stream/queue.ts";

/** What goes wrong: for each step and message, the errors of the first attempts. */
export type Faults = Readonly<Record<string, readonly (Error | undefined)[]>>;

interface Request {
  left: number;
  readonly take: (message: MemoryMessage) => void;
  readonly end: () => void;
}

/** A source and a sink in memory, which keep a log of what is asked of them. */
export class MemoryQueue implements Source<MemoryMessage>, Sink<MemoryMessage> {
  readonly log: string[] = [];
  readonly amounts: Amount[] = [];
  /** What was published, in order. */
  readonly published: string[] = [];
  readonly letters: string[] = [];
  readonly putAside: Sink<MemoryMessage>["putAside"];
  readonly unsettled = new Set<MemoryMessage>();
  /** While it is set, what is published is not acknowledged. */
  gate: Promise<void> | undefined;
  maxDeliver = 5;
  usedUp = 0;
  private readonly pending: MemoryMessage[];
  private readonly faults: Map<string, (Error | undefined)[]>;
  private requests: Request[] = [];
  private isStopped = false;

  constructor(texts: readonly string[], options: { faults?: Faults; hasLetters?: boolean; maxDeliver?: number } = {}) {
    const { faults = {}, hasLetters = false, maxDeliver = 5 } = options;
    this.maxDeliver = maxDeliver;
    this.pending = texts.map((text) => new MemoryMessage(this, text));
    this.faults = new Map(Object.entries(faults).map(([step, errors]) => [step, [...errors]]));
    this.putAside = hasLetters
      ? async (message, reason) => {
          await this.step("putAside", message);
          this.letters.push(`${message.text}: ${reason}`);
        }
      : undefined;
  }

  pull(amount: Amount, take: (message: MemoryMessage) => void): Promise<void> {
    const fault = this.faults.get("pull")?.shift();
    if (fault !== undefined) return Promise.reject(fault);
    if (this.isStopped) return Promise.resolve();
    this.amounts.push(amount);
    return new Promise((resolve) => {
      this.requests.push({ left: amount.messages, take, end: resolve });
      this.deliver();
    });
  }

  stop(): void {
    this.isStopped = true;
    for (const { end } of this.requests) end();
  }

  state(): Promise<SourceState> {
    const fault = this.faults.get("state")?.shift();
    if (fault !== undefined) return Promise.reject(fault);
    return Promise.resolve({ pending: this.pending.length, unsettled: this.unsettled.size, usedUp: this.usedUp });
  }

  async publish(message: MemoryMessage, output: Uint8Array): Promise<void> {
    await this.step("publish", message);
    await this.gate;
    this.published.push(new TextDecoder().decode(output));
  }

  /** Delivers a message again, later, unless that was the last time. */
  return(message: MemoryMessage, delay: number): void {
    setTimeout(() => {
      this.unsettled.delete(message);
      if (message.deliveries >= this.maxDeliver) {
        this.usedUp++;
        return;
      }
      this.pending.push(message);
      this.deliver();
    }, delay);
  }

  async step(name: string, message: MemoryMessage): Promise<void> {
    const step = `${name} ${message.text}`;
    this.log.push(step);
    const fault = this.faults.get(step)?.shift();
    if (fault !== undefined) throw fault;
  }

  private deliver(): void {
    while (this.pending.length > 0 && this.requests.length > 0 && !this.isStopped) {
      const request = this.requests[0]!;
      const message = this.pending.shift()!;
      message.deliveries++;
      this.unsettled.add(message);
      request.left--;
      if (request.left === 0) this.requests.shift();
      request.take(message);
      if (request.left === 0) request.end();
    }
  }
}

export class MemoryMessage implements QueueMessage {
  readonly text: string;
  readonly data: Uint8Array;
  deliveries = 0;
  private readonly queue: MemoryQueue;

  constructor(queue: MemoryQueue, text: string) {
    this.queue = queue;
    this.text = text;
    this.data = new TextEncoder().encode(text);
  }

  get name(): string {
    return `message ${this.text}`;
  }

  get isLast(): boolean {
    return this.deliveries >= this.queue.maxDeliver;
  }

  working(): void {
    this.queue.log.push(`working ${this.text}`);
  }

  async ack(): Promise<void> {
    await this.queue.step("ack", this);
    this.queue.unsettled.delete(this);
  }

  async terminate(): Promise<void> {
    await this.queue.step("terminate", this);
    this.queue.unsettled.delete(this);
  }

  giveBack(delay: number): void {
    this.queue.log.push(`giveBack ${this.text} ${delay}`);
    this.queue.return(this, delay);
  }
}

export const passing = (text: string): Error => new Error(text);
export const rejected = (text: string): RejectedError => new RejectedError(text);
export const fatal = (text: string): FatalError => new FatalError(text);
