/** Delays signals that would end the process until temporary files are removed. */
import { constants } from "node:os";
import { setImmediate } from "node:timers/promises";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

export class Interruption {
  private pending: NodeJS.Signals | undefined;
  private readonly keep = (signal: NodeJS.Signals): void => {
    this.pending ??= signal;
  };

  constructor() {
    for (const signal of SIGNALS) process.on(signal, this.keep);
  }

  /** Whether the last `poll` found a signal. */
  get isPending(): boolean {
    return this.pending !== undefined;
  }

  async poll(): Promise<void> {
    // The event loop polls once between the two, whatever its current phase is.
    await setImmediate();
    await setImmediate();
  }

  /** Runs steps until they are done or a signal arrives. */
  async during(steps: Iterable<unknown>): Promise<void> {
    for (const _ of steps) {
      await this.poll();
      if (this.isPending) break;
    }
  }

  /** Stops delaying signals. A signal that has arrived ends the process now. */
  async end(): Promise<void> {
    await this.poll();
    for (const signal of SIGNALS) process.off(signal, this.keep);
    if (this.pending === undefined) return;
    process.kill(process.pid, this.pending);
    // The process still runs, because another listener handled the signal.
    process.exit(128 + constants.signals[this.pending]);
  }
}
