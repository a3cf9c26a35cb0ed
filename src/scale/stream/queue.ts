/** The interfaces of a stream worker: a source of messages, and a sink for their expansions. */

/** A message of a source, from its delivery until it is settled: acknowledged, terminated, or given back. */
export interface QueueMessage {
  /** For messages to the user: printable. */
  readonly name: string;
  readonly data: Uint8Array;
  /** The number of deliveries, including this one. */
  readonly deliveries: number;
  /** Whether this is the last delivery. */
  readonly isLast: boolean;
  /** Resets the source's timeout for the acknowledgement. */
  working(): void;
  /** Acknowledges the message. Resolves when the source confirms it. */
  ack(): Promise<unknown>;
  /** Prevents further deliveries. Resolves when the source confirms it. */
  terminate(): Promise<unknown>;
  /** Asks for another delivery after some milliseconds, unless this is the last one. */
  giveBack(delay: number): void;
}

/** An amount to request or to hold. */
export interface Amount {
  readonly messages: number;
  readonly bytes: number;
}

export interface SourceState {
  /** Messages that were never delivered. */
  readonly pending: number;
  /** Messages that were delivered but not settled. */
  readonly unsettled: number;
  /** Messages that reached the delivery limit. */
  readonly usedUp: number;
}

export interface Source<M extends QueueMessage> {
  /**
   * Requests messages. Resolves when the request ends: all messages arrived, it timed out, `stop` was called, or the
   * connection was lost.
   *
   * @throws FatalError if no more messages can arrive
   */
  pull(amount: Amount, take: (message: M) => void): Promise<void>;
  /** Ends all requests. Messages in transit are still received. */
  stop(): void;
  state(): Promise<SourceState>;
}

export interface Sink<M extends QueueMessage> {
  /**
   * Publishes the expansion of a message. Resolves when it is stored.
   *
   * @throws RejectedError if this message can never be stored, FatalError if no message can be stored; after any other
   *   error, the call can be repeated
   */
  publish(message: M, output: Uint8Array): Promise<unknown>;
  /** Stores a message that cannot be expanded, with the reason. Undefined if there is no dead-letter subject. */
  readonly putAside?: ((message: M, reason: string) => Promise<void>) | undefined;
}

/**
 * Expands a message's bytes into new memory.
 *
 * @throws RejectedError
 */
export type Expand = (message: Pick<QueueMessage, "data" | "name">) => Uint8Array;

/** A message can never be expanded or stored. The text is printable. */
export class RejectedError extends Error {
  override readonly name = "RejectedError";
}

/** The worker cannot continue. The text is printable. */
export class FatalError extends Error {
  override readonly name = "FatalError";
}
