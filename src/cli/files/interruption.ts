/** Delays signals that would end the process until temporary files are removed. */

/** Their numbers are the same on all systems. */
const SIGNALS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;
type Signal = keyof typeof SIGNALS;
const NAMES = Object.keys(SIGNALS) as Signal[];

export class Interruption {
  private pending: Signal | undefined;
  private readonly keep = (signal: NodeJS.Signals): void => {
    this.pending ??= signal as Signal;
  };

  constructor() {
    for (const signal of NAMES) process.on(signal, this.keep);
  }

  /** Whether the last `poll` found a signal. */
  get isPending(): boolean {
    return this.pending !== undefined;
  }

  async poll(): Promise<void> {
    // The event loop polls once between the two, whatever its current phase is.
    for (let i = 0; i < 2; i++) await new Promise((resolve) => setImmediate(resolve));
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
    for (const signal of NAMES) process.off(signal, this.keep);
    if (this.pending === undefined) return;
    process.kill(process.pid, this.pending);
    // The process still runs, because another listener handled the signal.
    process.exit(128 + SIGNALS[this.pending]);
  }
}
