/** A NATS connection whose calls fail when the connection is lost, because their replies would never arrive. */
import type { Msg, NatsConnection } from "@nats-io/transport-node";
import { printable } from "../../text/printable.ts";
import { FatalError } from "./queue.ts";

/** Milliseconds to wait for a reply. */
const REPLY_TIMEOUT = 5000;

/** Milliseconds to flush before closing the connection. */
const FLUSH_TIMEOUT = 1000;

/** The minimum and maximum number of milliseconds between two attempts to connect. */
const FIRST_WAIT = 100;
const MAX_WAIT_LENGTH = 5000;

export class NatsLink {
  readonly connection: NatsConnection;
  private readonly report: (line: string) => void;
  private readonly pending = new Set<(error: Error) => void>();
  private readonly lossListeners = new Set<() => void>();
  private readonly waiters = new Set<() => void>();
  private isUp = true;
  private losses = 0;
  private lostAt = 0;

  /** @param report receives a printable line for the user */
  constructor(connection: NatsConnection, report: (line: string) => void) {
    this.connection = connection;
    this.report = report;
    void this.watch();
    // Ends the wait for a connection; requests fail from then on.
    void connection.closed().then(() => this.release());
  }

  /** Milliseconds before the next attempt to connect, which grow with the duration of the outage. */
  get reconnectDelay(): number {
    const since = this.isUp ? 0 : performance.now() - this.lostAt;
    return Math.min(Math.max(since / 2, FIRST_WAIT), MAX_WAIT_LENGTH) * (1 + Math.random() / 4);
  }

  /** Resolves when the connection is up or closed for good. */
  whenUp(): Promise<void> {
    return this.isUp || this.connection.isClosed()
      ? Promise.resolve()
      : new Promise((resolve) => this.waiters.add(resolve));
  }

  /** Adds a listener for the loss of the connection; returns a function that removes it. */
  onLost(call: () => void): () => void {
    this.lossListeners.add(call);
    return () => this.lossListeners.delete(call);
  }

  /**
   * Waits for the connection, sends a request, and waits for the reply.
   *
   * @throws FatalError if the server does not allow it; any other error may be temporary
   */
  async ask<T>(request: (options: { timeout: number }) => Promise<T>): Promise<T> {
    if (!this.isUp) await this.whenUp();
    return new Promise<T>((resolve, reject) => {
      this.pending.add(reject);
      request({ timeout: REPLY_TIMEOUT }).then(
        (reply) => {
          this.pending.delete(reject);
          resolve(reply);
        },
        (error: unknown) => {
          this.pending.delete(reject);
          reject(fatalOf(error) ?? error);
        },
      );
    });
  }

  /** Like `ask`, but repeats the request if the connection is lost before the reply arrives. */
  async askAgain<T>(request: () => Promise<T>): Promise<T> {
    while (true) {
      const { losses } = this;
      try {
        return await this.ask(request);
      } catch (error) {
        if (error instanceof FatalError || this.losses === losses) throw error;
      }
    }
  }

  /** Sends a request, and waits for the reply. */
  request(subject: string, data: Uint8Array): Promise<Msg> {
    return this.ask((options) => this.connection.request(subject, data, options));
  }

  /** Sends without waiting for a reply. Does nothing if the connection is down. */
  send(subject: string, data: Uint8Array | string, reply?: string): void {
    if (this.isUp && !this.connection.isClosed()) {
      this.connection.publish(subject, data, reply === undefined ? undefined : { reply });
    }
  }

  /** Flushes and closes the connection. */
  async close(): Promise<void> {
    if (this.isUp && !this.connection.isClosed()) {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, FLUSH_TIMEOUT);
      });
      await Promise.race([this.connection.flush().catch(() => {}), late]);
      clearTimeout(timer);
    }
    await this.connection.close();
  }

  private async watch(): Promise<void> {
    for await (const status of this.connection.status()) {
      if (status.type === "disconnect") this.goDown();
      else if (status.type === "reconnect") this.comeUp();
    }
  }

  private goDown(): void {
    if (!this.isUp) return;
    this.isUp = false;
    this.losses++;
    this.lostAt = performance.now();
    this.report("the connection to the server was lost; reconnecting");
    const error = new Error("the connection was lost");
    for (const reject of this.pending) reject(error);
    for (const call of this.lossListeners) call();
  }

  private comeUp(): void {
    this.isUp = true;
    this.report("reconnected to the server");
    this.release();
  }

  private release(): void {
    for (const resolve of this.waiters) resolve();
    this.waiters.clear();
  }
}

/** The errors that repeating a request cannot resolve: missing permissions and a closed connection. */
function fatalOf(error: unknown): FatalError | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause.name === "PermissionViolationError") return new FatalError(`not allowed: ${printable(cause.message)}`);
    if (cause.name === "ClosedConnectionError" || cause.name === "DrainingConnectionError") {
      return new FatalError("the connection to the server is closed");
    }
  }
  return undefined;
}
