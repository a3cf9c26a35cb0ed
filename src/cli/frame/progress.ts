/** A progress line on standard error, if that is a terminal. */
import type { CommandIo } from "./io.ts";

/** Milliseconds before the first line, so that short work shows none, and between updates. */
const FIRST = 1000;
const INTERVAL = 200;
const MEBIBYTE = 1 << 20;

export interface Progress {
  /** Adds bytes that were processed. */
  advance(bytes: number): void;
  /** Removes the line. */
  end(): void;
}

/** @param total in bytes, if it is known */
export function startProgress({ showProgress }: CommandIo, name: string, total: number | undefined): Progress {
  // Node.js loads its clock on first use.
  if (showProgress === undefined) return { advance() {}, end() {} };
  let done = 0;
  let next = performance.now() + FIRST;
  let isShown = false;
  return {
    advance(bytes) {
      done += bytes;
      const now = performance.now();
      if (now < next) return;
      next = now + INTERVAL;
      isShown = true;
      const share = total === undefined ? "" : ` of ${Math.round(total / MEBIBYTE)} MiB`;
      showProgress(`${name}: ${Math.round(done / MEBIBYTE)} MiB${share}`);
    },
    end() {
      if (isShown) showProgress("");
    },
  };
}
