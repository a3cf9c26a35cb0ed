/** A progress line on standard error, if that is a terminal. */
import type { CommandIo } from "./io.ts";

/** Milliseconds before the first line, so that short work shows none, and between updates. */
const FIRST = 1000;
const INTERVAL = 200;
const MEBIBYTE = 1 << 20;

export class Progress {
  private readonly io: CommandIo;
  private readonly name: string;
  /** In bytes, if it is known. */
  private readonly total: number | undefined;
  private done = 0;
  private next: number;
  private isShown = false;

  constructor(io: CommandIo, name: string, total: number | undefined) {
    this.io = io;
    this.name = name;
    this.total = total;
    // Node.js loads its clock on first use.
    this.next = io.showProgress === undefined ? Number.POSITIVE_INFINITY : performance.now() + FIRST;
  }

  /** Adds bytes that were processed. */
  advance(bytes: number): void {
    this.done += bytes;
    if (this.io.showProgress === undefined) return;
    const now = performance.now();
    if (now < this.next) return;
    this.next = now + INTERVAL;
    this.isShown = true;
    const done = `${Math.round(this.done / MEBIBYTE)} MiB`;
    const share = this.total === undefined ? "" : ` of ${Math.round(this.total / MEBIBYTE)} MiB`;
    this.io.showProgress(`${this.name}: ${done}${share}`);
  }

  /** Removes the line. */
  end(): void {
    if (this.isShown) this.io.showProgress?.("");
  }
}
