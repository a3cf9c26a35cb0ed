/**
 * Who owns which byte of WASM memory:
 *
 *   0        arenaStart()                scratchStart()                        memory end
 *   | static | the resident environment  | input, records, output of one call  |
 *
 * The scratch belongs to the call that runs; nothing in it outlives the call, and no user code runs while it is in use.
 */
import { wasmInstance } from "./instance.ts";

const PAGE = 65_536;
/** WebAssembly's own limit for 32-bit memories. */
const MAX_BYTES = 65_536 * PAGE;
/** The scanners read and write whole blocks, up to this far behind a range. */
const SLACK = 128;

let bytesView = new Uint8Array(0);
let unitsView = new Uint16Array(0);
let wordsView = new Int32Array(0);

// After growing, the memory's old ArrayBuffer is detached and has length 0: each view is taken anew then.

/** Memory as bytes. Valid until the next `ensure`. */
export function bytes(): Uint8Array {
  if (bytesView.length === 0) bytesView = new Uint8Array(wasmInstance().scanners.memory.buffer);
  return bytesView;
}

/** Memory as UTF-16 units (index = address / 2). Valid until the next `ensure`. */
export function units(): Uint16Array {
  if (unitsView.length === 0) unitsView = new Uint16Array(wasmInstance().scanners.memory.buffer);
  return unitsView;
}

/** Memory as 32-bit numbers (index = address / 4). Valid until the next `ensure`. */
export function words(): Int32Array {
  if (wordsView.length === 0) wordsView = new Int32Array(wasmInstance().scanners.memory.buffer);
  return wordsView;
}

/**
 * Grows memory until `end` (an address) and the scanners' slack behind it are inside.
 *
 * @throws RangeError when that is more than a 32-bit memory holds, or than the runtime gives.
 */
export function ensure(end: number): void {
  const { memory } = wasmInstance().scanners;
  const missing = end + SLACK - memory.buffer.byteLength;
  if (missing <= 0) return;
  if (end + SLACK > MAX_BYTES)
    throw new RangeError(`the text needs ${end} bytes of WebAssembly memory; 4 GiB is the limit`);
  // A quarter more than asked for, so that input which grows step by step does not grow memory at every step.
  const wanted = Math.min(missing + (memory.buffer.byteLength >> 2), MAX_BYTES - memory.buffer.byteLength);
  try {
    memory.grow(Math.ceil(wanted / PAGE));
  } catch {
    memory.grow(Math.ceil(missing / PAGE));
  }
}

/** An address rounded up to a multiple of 16. */
export function aligned(address: number): number {
  return (address + 15) & ~15;
}
