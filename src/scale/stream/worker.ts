/**
 * Takes messages from a source, expands them, publishes the results, and settles the messages.
 *
 *   source.pull ─▶ waiting ─▶ expand ─▶ sink.publish ─▶ message.ack          done
 *                                │           │
 *                                └─ rejected ┴─▶ sink.putAside ─▶ message.terminate     put aside
 *                                            └─▶ message.giveBack: delivered again, or failed after the last delivery
 *
 * A message is acknowledged only after the sink confirmed the output, so if a worker fails, the message is delivered
 * again. Temporary failures are retried with increasing delays, while `working` extends the message's timeout.
 */

import { printable } from "../../text/printable.ts";
import { REQUESTS, Room } from "./in-flight-limit.ts";
import type { Sink, Source } from "./queue.ts";
import { type Amount, type Expand, FatalError, type QueueMessage, RejectedError } from "./queue.ts";
import { Waker } from "./wake-signal.ts";

export interface StreamWorkerOptions {
  /** The maximum amount to hold. Half of the bytes are for inputs, half for outputs. */
  readonly limit: Amount;
  /** The maximum size of a message in bytes. */
  readonly largest: number;
  /** Milliseconds after which an unsettled message is delivered again. */
  readonly patience: number;
  /** Whether to end when the source has no more messages to deliver. */
  readonly endsIdle: boolean;
  /** Receives a printable line for the user. */
  report(this: void, line: string): void;
}

/** The numbers of messages so far. */
export interface StreamTotals {
  /** Published and acknowledged. */
  done: number;
  /** Stored as dead letters. */
  putAside: number;
  /** Not expanded at the last delivery. */
  failed: number;
  /** Delivered more than once. */
  redelivered: number;
  /** Left in the source because they reached the delivery limit. */
  usedUp: number;
}

/** Milliseconds before the first retry; each further one waits twice as long, up to the maximum. */
const FIRST_WAIT = 100;
const MAX_WAIT_LENGTH = 5000;

/** Milliseconds before a message that is given back is delivered again, after the first delivery and at most. */
const FIRST_RETURN = 250;
const MAX_RETURN_LENGTH = 30_000;

/** Milliseconds between two checks for remaining messages. */
const IDLE_INTERVAL = 250;

interface Held<M> {
  readonly message: M;
  /** Whether it was already held at the last heartbeat. */
  isOld: boolean;
}

export class StreamWorker<M extends QueueMessage> {
  readonly totals: StreamTotals = { done: 0, putAside: 0, failed: 0, redelivered: 0, usedUp: 0 };
  private readonly source: Source<M>;
  private readonly expand: Expand;
  private readonly sink: Sink<M>;
  private readonly options: StreamWorkerOptions;
  private readonly room: Room;
  private readonly outputLimit: number;
  private outputBytes = 0;
  private readonly held = new Set<Held<M>>();
  /** Held messages that are not expanded yet, in order. */
  private readonly waiting: Held<M>[] = [];
  private readonly waker = new Waker();
  private isDraining = false;
  private fatal: Error | undefined;
  /** The temporary failure that was reported last. */
  private trouble: string | undefined;

  constructor(source: Source<M>, expand: Expand, sink: Sink<M>, options: StreamWorkerOptions) {
    this.source = source;
    this.expand = expand;
    this.sink = sink;
    this.options = options;
    const half = Math.floor(options.limit.bytes / 2);
    this.room = new Room({ messages: options.limit.messages, bytes: half }, options.largest);
    this.outputLimit = half;
  }

  get inFlight(): number {
    return this.held.size;
  }

  /**
   * Runs until it is drained, or, with `endsIdle`, until the source is empty.
   *
   * @throws FatalError if it cannot continue; the held messages will be delivered again
   */
  async run(): Promise<void> {
    const heartbeat = setInterval(() => this.beat(), Math.max(1, Math.floor(this.options.patience / 3)));
    try {
      const pulls = Array.from({ length: REQUESTS }, () => this.pullOn());
      if (this.options.endsIdle) pulls.push(this.endWhenIdle());
      await Promise.all(pulls);
      while (this.held.size > 0 && this.fatal === undefined) await this.waker.wait();
    } catch (error) {
      this.fail(error);
    } finally {
      clearInterval(heartbeat);
      this.waker.end();
    }
    if (this.fatal !== undefined) throw this.fatal;
  }

  /** Stops requesting messages; `run` ends when the held ones are settled. */
  drain(): void {
    if (this.isDraining) return;
    this.isDraining = true;
    this.source.stop();
    this.waker.wake();
  }

  private async pullOn(): Promise<void> {
    for (let failures = 0; !this.isDraining; ) {
      const reservation = this.room.reserve();
      if (reservation === undefined) {
        await this.waker.wait();
        continue;
      }
      try {
        await this.source.pull(reservation.amount, (message) => {
          reservation.take(message.data.length);
          this.take(message);
        });
        failures = 0;
      } catch (error) {
        if (error instanceof FatalError) throw error;
        this.reportTrouble(`messages cannot be fetched: ${textOf(error)}; retrying`);
        await this.waker.sleep(waitAfter(failures++));
      } finally {
        reservation.end();
        this.waker.wake();
      }
    }
  }

  private async endWhenIdle(): Promise<void> {
    while (!this.isDraining) {
      await this.waker.sleep(IDLE_INTERVAL);
      if (this.held.size > 0 || this.isDraining) continue;
      const state = await this.source.state().catch((error: unknown) => {
        if (error instanceof FatalError) throw error;
        return undefined;
      });
      if (state === undefined || state.pending > 0 || state.unsettled > 0 || this.held.size > 0) continue;
      this.totals.usedUp = state.usedUp;
      this.drain();
    }
  }

  private take(message: M): void {
    if (message.deliveries > 1) this.totals.redelivered++;
    const held = { message, isOld: false };
    this.held.add(held);
    this.waiting.push(held);
    this.expandWaiting();
  }

  /** Expands waiting messages while there is room for their outputs. */
  private expandWaiting(): void {
    let next = 0;
    while (next < this.waiting.length && this.outputBytes < this.outputLimit && this.fatal === undefined) {
      const held = this.waiting[next++]!;
      this.settle(held).catch((error: unknown) => this.fail(error));
    }
    this.waiting.splice(0, next);
  }

  /** Expands, publishes, and settles a message. */
  private async settle(held: Held<M>): Promise<void> {
    const { message } = held;
    let size = 0;
    try {
      const output = this.expand(message);
      size = output.length;
      this.outputBytes += size;
      await this.insist("the output cannot be stored", () => this.sink.publish(message, output));
      await this.insist("messages cannot be acknowledged", () => message.ack());
      this.totals.done++;
    } catch (error) {
      if (error instanceof FatalError || this.fatal !== undefined) throw error;
      const isMistake = !(error instanceof RejectedError);
      await this.reject(message, isMistake ? `internal error: ${textOf(error)}` : error.message);
    }
    this.outputBytes -= size;
    this.held.delete(held);
    this.room.release(message.data.length);
    this.expandWaiting();
    this.waker.wake();
  }

  /** Handles a message that cannot be expanded or stored. */
  private async reject(message: M, reason: string): Promise<void> {
    const { putAside } = this.sink;
    let why = reason;
    if (putAside !== undefined) {
      try {
        await this.insist("the dead letter cannot be stored", () => putAside.call(this.sink, message, reason));
        await this.insist("messages cannot be terminated", () => message.terminate());
        this.totals.putAside++;
        return;
      } catch (error) {
        if (!(error instanceof RejectedError)) throw error;
        why = `${reason}; as a dead letter: ${error.message}`;
      }
    }
    if (!message.isLast) {
      message.giveBack(Math.min(FIRST_RETURN * 2 ** (message.deliveries - 1), MAX_RETURN_LENGTH));
      return;
    }
    this.totals.failed++;
    this.options.report(`${message.name}: ${why}; failed, after ${times(message.deliveries)}`);
    message.giveBack(0);
  }

  /** Repeats an action until it succeeds or fails permanently. */
  private insist(failure: string, action: () => Promise<unknown>): Promise<unknown> {
    return action().catch((error: unknown) => this.tryAgain(failure, action, error));
  }

  private async tryAgain(failure: string, action: () => Promise<unknown>, first: unknown): Promise<void> {
    let error = first;
    for (let failures = 0; ; failures++) {
      if (error instanceof RejectedError || error instanceof FatalError) throw error;
      this.reportTrouble(`${failure}: ${textOf(error)}; retrying`);
      await this.waker.sleep(waitAfter(failures));
      if (this.fatal !== undefined) throw this.fatal;
      try {
        await action();
        this.trouble = undefined;
        return;
      } catch (again) {
        error = again;
      }
    }
  }

  /** Reports a temporary failure, but not repeatedly. */
  private reportTrouble(trouble: string): void {
    if (this.trouble === trouble) return;
    this.trouble = trouble;
    this.options.report(trouble);
  }

  /** Extends the timeouts of messages that are held for long. */
  private beat(): void {
    for (const held of this.held) {
      if (held.isOld) held.message.working();
      held.isOld = true;
    }
  }

  /** Ends the run with an error. */
  fail(error: unknown): void {
    this.fatal ??= error instanceof Error ? error : new Error(String(error));
    this.isDraining = true;
    this.source.stop();
    this.waker.end();
  }
}

/** Milliseconds to wait after a number of earlier failures. */
function waitAfter(failures: number): number {
  return Math.min(FIRST_WAIT * 2 ** failures, MAX_WAIT_LENGTH);
}

function textOf(error: unknown): string {
  return printable(error instanceof Error ? error.message : String(error));
}

function times(deliveries: number): string {
  return deliveries === 1 ? "1 delivery" : `${deliveries} deliveries`;
}
