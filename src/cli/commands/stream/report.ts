/** What `varexpand stream` tells people: lines, and on a terminal how far it is. */
import type { StreamTotals } from "../../../scale/stream/worker.ts";
import { printable } from "../../../text/printable.ts";
import type { CommandIo } from "../../frame/io.ts";

/** Milliseconds between two progress lines. */
const INTERVAL = 500;

/** Findings that are told; the rest is counted. */
const MOST_FINDINGS = 100;

export interface StreamState extends StreamTotals {
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

  /** Tells a line. */
  tell(line: string): void {
    this.clear();
    this.io.report(`varexpand stream: ${line}`);
  }

  /** Tells a finding about a message's contents, unless there are too many. */
  tellFinding(line: string): void {
    this.findings++;
    if (this.findings > MOST_FINDINGS) return;
    this.clear();
    this.io.report(line);
  }

  /** Shows on a terminal how far it is, again and again. */
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

  /** Tells what was done, in place of how far it is. */
  sum(
    totals: StreamTotals,
    { deadLetter, stream }: { readonly deadLetter: string | undefined; readonly stream: string },
  ) {
    clearInterval(this.timer);
    const { done, failed, putAside, redelivered, usedUp } = totals;
    const more = this.findings - MOST_FINDINGS;
    if (more > 0) this.tell(`${more} more findings`);
    if (usedUp > failed) {
      const what = "not done after all deliveries; what is not named here failed elsewhere or earlier";
      this.tell(`stream ${printable(stream)}: ${usedUp} ${what}`);
    }
    const letters = putAside > 0 ? [`${putAside} to ${printable(deadLetter ?? "")}`] : [];
    const again = redelivered > 0 ? [`${redelivered} redelivered`] : [];
    this.tell([`${done} done`, ...letters, `${failed} failed`, ...again].join(", "));
  }

  private clear(): void {
    if (this.timer !== undefined) this.io.showProgress?.("");
  }
}
