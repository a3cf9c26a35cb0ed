/** Signals that end a process, put off while something must be cleaned up first. */
import { constants } from "node:os";
import { setImmediate } from "node:timers/promises";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

export class Interruption {
  private pending: NodeJS.Signals | undefined;
  private readonly keep = (signal: NodeJS.Signals): void => {
    this.pending ??= signal;
  };

  /** From here on, signals wait. */
  constructor() {
    for (const signal of SIGNALS) process.on(signal, this.keep);
  }

  /** Whether a signal waits, as far as `heed` has looked. */
  get isPending(): boolean {
    return this.pending !== undefined;
  }

  /** Looks whether a signal has come. */
  async heed(): Promise<void> {
    // The event loop looks once between the two, in whatever phase it is now.
    await setImmediate();
    await setImmediate();
  }

  /** Signals wait no longer: one that has come ends the process, as it would have at once. */
  async end(): Promise<void> {
    await this.heed();
    for (const signal of SIGNALS) process.off(signal, this.keep);
    if (this.pending === undefined) return;
    process.kill(process.pid, this.pending);
    // Someone else has asked to hear of the signal.
    process.exit(128 + constants.signals[this.pending]);
  }
}
