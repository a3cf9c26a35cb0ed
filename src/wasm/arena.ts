/**
 * The layout of WASM memory:
 *
 *   0        tablesStart()      scratchStart()                        memory end
 *   | static | tables of variables | input, records, output of one call  |
 *
 * The scratch area belongs to the running call and is free afterward. No user code runs while it is in use, except for a sink
 * that receives output. A sink must not call back (`setLent`).
 *
 * Addresses are unsigned, but an export returns a negative number for an address above 2 GiB, so apply `>>> 0`.
 */

import { ARENA_OFFSET, KEPT, POISON } from "./capacities.ts";
import { SLACK } from "./codes.ts";
import { type Compiled, changeModule, replaceInstance, wasmInstance } from "./instance.ts";

const PAGE = 65_536;

let bytesView = new Uint8Array(0);
let wordsView = new Int32Array(0);
let tablesEnd = 0;
let isLent = false;
let isReplacementDue = false;
/** How often all tables were forgotten: a table of an earlier generation is gone. */
export let generation = 0;

// After growing, the memory has another ArrayBuffer: each view is taken anew then.

/** Memory as bytes. Valid until the next `ensure`. */
export function bytes(): Uint8Array {
  if (bytesView.length === 0) bytesView = new Uint8Array(wasmInstance().scanners.memory.buffer);
  return bytesView;
}

/** Memory as 32-bit numbers (index = address / 4). Valid until the next `ensure`. */
export function words(): Int32Array {
  if (wordsView.length === 0) wordsView = new Int32Array(wasmInstance().scanners.memory.buffer);
  return wordsView;
}

/** The first address of the tables of variables. */
export function tablesStart(): number {
  return aligned((wasmInstance().scanners.arenaStart() >>> 0) + ARENA_OFFSET);
}

/** The first address after the tables, a multiple of 16: the start of the space that a call can use. */
export function scratchStart(): number {
  refuseReentry();
  const start = tablesEnd === 0 ? tablesStart() : tablesEnd;
  if (POISON !== undefined) {
    ensure(start + POISON.length);
    bytes().set(POISON, start);
  }
  return start;
}

/** Sets the tables' end. */
export function moveScratch(start: number): void {
  tablesEnd = start;
}

/** Frees all tables. */
export function forgetTables(): void {
  generation += 1;
  tablesEnd = 0;
}

/**
 * Grows memory to include the address `end` and the scanners' slack after it.
 *
 * @throws RangeError if a 32-bit memory, or this runtime, cannot hold as much
 */
export function ensure(end: number): void {
  // Not `memory.buffer`, which takes longer than the rest of a short text.
  const byteLength = bytes().length;
  const missing = end + SLACK - byteLength;
  if (missing <= 0) return;
  // More than asked for, by a quarter of what is used, so that input which grows step by step does not grow memory at
  // every step.
  const more = Math.max(0, byteLength - ARENA_OFFSET) / 4;
  const { memory } = wasmInstance().scanners;
  if (!hasGrown(memory, missing + more) && !hasGrown(memory, missing))
    throw new RangeError(`not enough memory for ${end} bytes; use a stream`);
  forgetViews();
  if (!isReplacementDue && isFarTooLarge()) {
    isReplacementDue = true;
    // A microtask runs after all synchronous code, so no call is running then.
    queueMicrotask(giveBack);
  }
}

function hasGrown(memory: WebAssembly.Memory, bytes: number): boolean {
  try {
    const pages = Math.ceil(bytes / PAGE);
    // Scanners in JavaScript do not throw.
    const before = memory.grow(pages);
    return memory.buffer.byteLength >= (before + pages) * PAGE;
  } catch {
    return false;
  }
}

/** An address rounded up to a multiple of 16. */
export function aligned(address: number): number {
  return Math.ceil(address / 16) * 16;
}

/** Whether a sink is reading memory now: a call from there would overwrite what is still to be read. */
export function setLent(value: boolean): void {
  isLent = value;
}

/** Every call that writes into memory begins with this. */
export function refuseReentry(): void {
  if (isLent) throw new Error("a sink must not call varexpand; copy the output and call later");
}

/** Whether memory is so large that it is to be given back. */
function isFarTooLarge(): boolean {
  return wasmInstance().scanners.memory.buffer.byteLength > Math.max(tablesEnd, tablesStart()) + KEPT;
}

/** WebAssembly memory never shrinks: it is given back with its instance. */
function giveBack(): void {
  isReplacementDue = false;
  if (wasmInstance() !== undefined && isFarTooLarge() && replaceInstance()) forgetMemory();
}

/** Goes on with an instance of this module, and without any table. */
export function useModule(module: Compiled): void {
  refuseReentry();
  changeModule(module);
  forgetMemory();
}

function forgetMemory(): void {
  forgetViews();
  forgetTables();
}

function forgetViews(): void {
  bytesView = new Uint8Array(0);
  wordsView = new Int32Array(0);
}

/** Bytes of one result that is held in memory as a whole. */
export const RESULT_LIMIT = 2 ** 31;

/** @throws RangeError before a result takes more memory than there may be. */
export function checkResult(length: number): void {
  if (length <= RESULT_LIMIT) return;
  throw new RangeError(`the result would have more than ${RESULT_LIMIT} bytes; use a stream`);
}

const encoder = /* @__PURE__ */ new TextEncoder();

/**
 * Writes a text into memory as UTF-8 (a lone surrogate as U+FFFD) and returns its end. `TextEncoder` is several times
 * faster than any loop over the string's units: 64 KiB of ASCII take 3 µs.
 */
export function writeText(text: string, at: number): number {
  // Room for ASCII at first: three bytes a unit, the most there can be, would be wasted on nearly every text. (The view
  // has its end: into one of 2 GiB and more, Node 20 writes nothing.)
  ensure(at + text.length);
  let { read, written } = encoder.encodeInto(text, bytes().subarray(at, at + text.length));
  let end = at + written;
  if (read < text.length) {
    const room = (text.length - read) * 3;
    ensure(end + room);
    ({ written } = encoder.encodeInto(text.slice(read), bytes().subarray(end, end + room)));
    end += written;
  }
  return end;
}

/** Writes a text, or copies bytes as they are, and returns the end. */
export function writeSource(source: string | Uint8Array, at: number): number {
  if (typeof source === "string") return writeText(source, at);
  ensure(at + source.length);
  bytes().set(source, at);
  return at + source.length;
}
