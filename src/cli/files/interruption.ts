/** Delays the signals that end a process until temporary files are removed. */
import { constants } from "node:os";
import { setImmediate } from "node:timers/promises";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

export class Interruption {
  private pending: NodeJS.Signals | undefined;
  private readonly keep = (signal: NodeJS.Signals): void => {
    this.pending ??= signal;
  };

  /** Starts to delay signals. */
  constructor() {
    for (const signal of SIGNALS) process.on(signal, this.keep);
  }

  /** Whether the last `heed` has found a signal. */
  get isPending(): boolean {
    return this.pending !== undefined;
  }

  /** Checks for a signal. */
  async heed(): Promise<void> {
    // The event loop polls once between the two, whatever its phase is now.
    await setImmediate();
    await setImmediate();
  }

  /** Takes steps until they are done, or a signal has come. */
  async during(steps: Iterable<unknown>): Promise<void> {
    for (const _ of steps) {
      await this.heed();
      if (this.isPending) break;
    }
  }

  /** Stops delaying signals: one that has come ends the process now. */
  async end(): Promise<void> {
    await this.heed();
    for (const signal of SIGNALS) process.off(signal, this.keep);
    if (this.pending === undefined) return;
    process.kill(process.pid, this.pending);
    // Still here: another listener has caught the signal.
    process.exit(128 + constants.signals[this.pending]);
  }
}
