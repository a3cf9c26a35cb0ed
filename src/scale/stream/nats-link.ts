/** A connection to NATS whose calls end when the connection is lost: what was asked then is never answered. */
import type { Msg, NatsConnection } from "@nats-io/transport-node";
import { printable } from "../../text/printable.ts";
import { FatalError } from "./queue.ts";

/** Milliseconds to wait for an answer. */
const ANSWER = 5000;

/** Milliseconds for what is still to be sent before the end. */
const LAST_WORDS = 1000;

/** Milliseconds between two attempts to connect, at least and at most. */
const FIRST_WAIT = 100;
const LONGEST_WAIT = 5000;

export class NatsLink {
  readonly connection: NatsConnection;
  private readonly report: (line: string) => void;
  private readonly open = new Set<(error: Error) => void>();
  private readonly lost = new Set<() => void>();
  private readonly found = new Set<() => void>();
  private isUp = true;
  private losses = 0;
  private lostAt = 0;

  /** @param report takes a line for people, printable */
  constructor(connection: NatsConnection, report: (line: string) => void) {
    this.connection = connection;
    this.report = report;
    void this.watch();
    // Nobody waits for a connection that does not come; what is asked then fails.
    void connection.closed().then(() => this.release());
  }

  /** Milliseconds before the next attempt to connect: the longer it was not possible, the longer. */
  get reconnectDelay(): number {
    const since = this.isUp ? 0 : performance.now() - this.lostAt;
    return Math.min(Math.max(since / 2, FIRST_WAIT), LONGEST_WAIT) * (1 + Math.random() / 4);
  }

  /** Resolves when there is a connection, or none will come. */
  whenUp(): Promise<void> {
    return this.isUp || this.connection.isClosed()
      ? Promise.resolve()
      : new Promise((resolve) => this.found.add(resolve));
  }

  /** Calls a function when the connection is lost; returns what takes that back. */
  onLost(call: () => void): () => void {
    this.lost.add(call);
    return () => this.lost.delete(call);
  }

  /**
   * Asks when there is a connection, and waits for the answer.
   *
   * @throws FatalError if the server forbids it; any other error may pass.
   */
  async ask<T>(question: (options: { timeout: number }) => Promise<T>): Promise<T> {
    if (!this.isUp) await this.whenUp();
    return new Promise<T>((resolve, reject) => {
      this.open.add(reject);
      question({ timeout: ANSWER }).then(
        (answer) => {
          this.open.delete(reject);
          resolve(answer);
        },
        (error: unknown) => {
          this.open.delete(reject);
          reject(fatalOf(error) ?? error);
        },
      );
    });
  }

  /** Asks as often as the connection is lost before there is an answer. */
  async askAgain<T>(question: () => Promise<T>): Promise<T> {
    while (true) {
      const { losses } = this;
      try {
        return await this.ask(question);
      } catch (error) {
        if (error instanceof FatalError || this.losses === losses) throw error;
      }
    }
  }

  /** Sends a request, and waits for the reply. */
  request(subject: string, data: Uint8Array): Promise<Msg> {
    return this.ask((options) => this.connection.request(subject, data, options));
  }

  /** Sends without waiting for anything; where there is no connection, nothing is sent. */
  send(subject: string, data: Uint8Array | string, reply?: string): void {
    if (this.isUp && !this.connection.isClosed()) {
      this.connection.publish(subject, data, reply === undefined ? undefined : { reply });
    }
  }

  /** Sends what is still to be sent, and closes the connection. */
  async close(): Promise<void> {
    if (this.isUp && !this.connection.isClosed()) {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, LAST_WORDS);
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
    this.report("the connection to the server is lost; connecting again");
    const error = new Error("the connection was lost");
    for (const reject of this.open) reject(error);
    for (const call of this.lost) call();
  }

  private comeUp(): void {
    this.isUp = true;
    this.report("connected to the server again");
    this.release();
  }

  private release(): void {
    for (const resolve of this.found) resolve();
    this.found.clear();
  }
}

/** What a server forbids, it forbids the next time, too; a connection that is closed for good stays closed. */
function fatalOf(error: unknown): FatalError | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause.name === "PermissionViolationError") return new FatalError(`not allowed: ${printable(cause.message)}`);
    if (cause.name === "ClosedConnectionError" || cause.name === "DrainingConnectionError") {
      return new FatalError("the connection to the server is closed");
    }
  }
  return undefined;
}
