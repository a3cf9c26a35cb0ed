/** The messages of `varexpand stream`, and its progress on a terminal. */
import type { NatsJobOptions } from "../../../scale/stream/nats-job.ts";
import type { StreamTotals } from "../../../scale/stream/worker.ts";
import { printable } from "../../../text/printable.ts";
import type { CommandIo } from "../../frame/io.ts";

const INTERVAL = 500;
/** How many findings are reported. The others are counted. */
const MAX_FINDINGS = 100;

interface StreamState extends StreamTotals {
  readonly inFlight: number;
  readonly pending: number;
}

export class StreamReport {
  private readonly io: CommandIo;
  private timer: ReturnType<typeof setInterval> | undefined;
  private findings = 0;

  constructor(io: CommandIo) {
    this.io = io;
  }

  line(line: string): void {
    this.clear();
    this.io.report(`varexpand stream: ${line}`);
  }

  /** Reports a finding in a message, unless there are too many. */
  finding(line: string): void {
    this.findings++;
    if (this.findings > MAX_FINDINGS) return;
    this.clear();
    this.io.report(line);
  }

  watch(state: () => StreamState): void {
    if (this.io.showProgress === undefined) return;
    let before = { done: 0, at: performance.now() };
    this.timer = setInterval(() => {
      const { done, inFlight, pending, redelivered } = state();
      const at = performance.now();
      const rate = Math.round(((done - before.done) * 1000) / (at - before.at));
      before = { done, at };
      const parts = [
        `${pending} pending`,
        `${inFlight} in flight`,
        `${done} done`,
        `${rate}/s`,
        `${redelivered} redelivered`,
      ];
      this.io.showProgress!(`varexpand stream: ${parts.join(", ")}`);
    }, INTERVAL);
  }

  summary(totals: StreamTotals, { deadLetter, stream }: Pick<NatsJobOptions, "deadLetter" | "stream">) {
    clearInterval(this.timer);
    const { done, failed, putAside, redelivered, usedUp } = totals;
    const more = this.findings - MAX_FINDINGS;
    if (more > 0) this.line(`${more} more findings`);
    if (usedUp > failed) {
      const what =
        "not done after the last delivery; those that are not listed here failed in another worker or earlier";
      this.line(`stream ${printable(stream)}: ${usedUp} ${what}`);
    }
    const letters = putAside > 0 ? [`${putAside} to ${printable(deadLetter ?? "")}`] : [];
    const again = redelivered > 0 ? [`${redelivered} redelivered`] : [];
    this.line([`${done} done`, ...letters, `${failed} failed`, ...again].join(", "));
  }

  private clear(): void {
    if (this.timer !== undefined) this.io.showProgress?.("");
  }
}
