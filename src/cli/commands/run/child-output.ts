/** What a child process writes until it exits. */
import type { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";

/** Bytes read after the exit: more than a pipe holds. */
const MOST_AFTER_EXIT = 1 << 21;

/**
 * Yields what is written to a pipe until the process exits. A background process of its can keep the pipe open, and
 * write to it for ever: what comes later is not read.
 */
export async function* outputUntil(exit: Promise<unknown>, pipe: Readable): AsyncGenerator<Buffer> {
  let hasExited = false;
  let isIdle = false;
  let wake = () => {};
  void exit.then(() => {
    hasExited = true;
    wake();
  });
  for (const event of ["readable", "end", "close", "error"]) pipe.on(event, () => wake());
  for (let left = MOST_AFTER_EXIT; left > 0 && !pipe.readableEnded; ) {
    const piece: Buffer | null = pipe.read();
    if (pipe.errored) throw pipe.errored;
    if (piece !== null) {
      isIdle = false;
      if (hasExited) left -= piece.length;
      yield piece;
    } else if (pipe.destroyed || (hasExited && isIdle)) return;
    else if (hasExited) {
      // In two turns of the event loop, what is in the pipe is read.
      isIdle = true;
      await setImmediate();
      await setImmediate();
    } else {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }
}
