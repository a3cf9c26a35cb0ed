/** What a stream worker stands between: a source of messages, and a sink for what becomes of them. */

/** A message of a source, from when it is delivered until it is settled: acknowledged, terminated or given back. */
export interface QueueMessage {
  /** For messages to people: printable. */
  readonly name: string;
  readonly data: Uint8Array;
  /** How often it was delivered, this time included. */
  readonly deliveries: number;
  /** If it is not settled now, it is not delivered again. */
  readonly isLast: boolean;
  /** Tells the source that the work goes on: the wait for the acknowledgement begins anew. */
  working(): void;
  /** Says that it is done. Resolves when the source has confirmed that. */
  ack(): Promise<unknown>;
  /** Says that it is never to be delivered again. Resolves when the source has confirmed that. */
  terminate(): Promise<unknown>;
  /** Gives it back: it is delivered again after some milliseconds, unless this was the last time. */
  giveBack(delay: number): void;
}

/** How much is asked for at once, and how much may be held. */
export interface Amount {
  readonly messages: number;
  readonly bytes: number;
}

/** What a source still has. */
export interface SourceState {
  /** Messages that were never delivered. */
  readonly pending: number;
  /** Messages that were delivered, and are not settled. */
  readonly unsettled: number;
  /** Messages that have used up their deliveries. */
  readonly usedUp: number;
}

export interface Source<M extends QueueMessage> {
  /**
   * Asks for messages, at most so many. Resolves when no more come of this request: all are there, it has waited long
   * enough, `stop` was called, or the connection was lost.
   *
   * @throws FatalError if no more can come.
   */
  pull(amount: Amount, take: (message: M) => void): Promise<void>;
  /** Ends all requests. What is on its way is still taken. */
  stop(): void;
  state(): Promise<SourceState>;
}

export interface Sink<M extends QueueMessage> {
  /**
   * Publishes what became of a message. Resolves when that is stored.
   *
   * @throws RejectedError if this message can never be stored, FatalError if none can; after any other error, the same
   *   call may succeed later.
   */
  publish(message: M, output: Uint8Array): Promise<unknown>;
  /** Puts a message aside that cannot be expanded, with the reason. Undefined if there is no place for such ones. */
  readonly putAside?: ((message: M, reason: string) => Promise<void>) | undefined;
}

/**
 * What becomes of a message's bytes: memory of its own.
 *
 * @throws RejectedError
 */
export type Expand = (message: Pick<QueueMessage, "data" | "name">) => Uint8Array;

/** A message that cannot be expanded or stored, however often it is tried. The text is for people: printable. */
export class RejectedError extends Error {
  override readonly name = "RejectedError";
}

/** The worker cannot go on. The text is for people: printable. */
export class FatalError extends Error {
  override readonly name = "FatalError";
}
