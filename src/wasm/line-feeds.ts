import { allScanners } from "./all-scanners.ts";
import { bytes, ensure, scratchStart } from "./arena.ts";
import { STEP } from "./rooms.ts";

/** How many line feeds are in UTF-8 or any other bytes. */
export function countLineFeeds(text: Uint8Array): number {
  const scanners = allScanners();
  const start = scratchStart();
  ensure(start + Math.min(text.length, STEP));
  const memory = bytes();
  let count = 0;
  for (let at = 0; at < text.length; at += STEP) {
    const step = text.subarray(at, at + STEP);
    memory.set(step, start);
    count += scanners.lineFeeds(start, start + step.length);
  }
  return count;
}
