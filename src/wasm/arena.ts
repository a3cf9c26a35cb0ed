/**
 * Who owns which byte of WASM memory:
 *
 *   0        tablesStart()      scratchStart()                        memory end
 *   | static | tables of variables | input, records, output of one call  |
 *
 * The scratch belongs to the running call and is free behind it. No user code runs while it is in use, except a sink that
 * is handed output: it must not call back (`setLent`).
 *
 * Addresses are unsigned: what an export returns is negative beyond 2 GiB, and goes through `>>> 0`.
 */
import { SLACK } from "./codes.ts";
import { changeModule, exchangeInstance, type Instance, replaceInstance, wasmInstance } from "./instance.ts";
import { ARENA_OFFSET, KEPT, POISON } from "./rooms.ts";

const PAGE = 65_536;

let bytesView = new Uint8Array(0);
let unitsView = new Uint16Array(0);
let wordsView = new Int32Array(0);
let tablesEnd = 0;
let isLent = false;
let isReplacementDue = false;
/** How often all tables were forgotten: a table of an earlier generation is gone. */
export let generation = 0;

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

/** The first address of the tables of variables. */
export function tablesStart(): number {
  return aligned((wasmInstance().scanners.arenaStart() >>> 0) + ARENA_OFFSET);
}

/** The first address behind the tables, a multiple of 16: where a call may put its own bytes. */
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
 * Grows memory until `end` (an address) and the scanners' slack behind it are inside.
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
    throw new RangeError(`the text needs ${end} bytes of WebAssembly memory; there is less, and never more than 4 GiB`);
  if (!isReplacementDue && isFarTooLarge()) {
    isReplacementDue = true;
    // Behind everything that is synchronous, no call is running.
    queueMicrotask(giveBack);
  }
}

function hasGrown(memory: WebAssembly.Memory, bytes: number): boolean {
  try {
    memory.grow(Math.ceil(bytes / PAGE));
    return true;
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
  if (isLent) throw new Error("a sink must not call varexpand: keep a copy of what it is handed, and call later");
}

/** Whether memory is so large that it is to be given back. */
export function isFarTooLarge(): boolean {
  return wasmInstance().scanners.memory.buffer.byteLength > Math.max(tablesEnd, tablesStart()) + KEPT;
}

/** WebAssembly memory never shrinks: it is given back with its instance. */
function giveBack(): void {
  isReplacementDue = false;
  if (wasmInstance() !== undefined && isFarTooLarge() && replaceInstance()) forgetMemory();
}

/** The instance that ran aside last, and its views: making them takes longer than scanning a short file. */
let aside:
  | {
      readonly instance: Instance;
      readonly bytesView: typeof bytesView;
      readonly unitsView: typeof unitsView;
      readonly wordsView: typeof wordsView;
    }
  | undefined;

/** Runs a function on an instance without tables, and then continues with this one, whose tables stay. */
export function runAside<T>(other: Instance, run: () => T): T {
  refuseReentry();
  const former = exchangeInstance(other);
  const kept = { bytesView, unitsView, wordsView, tablesEnd };
  if (aside?.instance === other) ({ bytesView, unitsView, wordsView } = aside);
  else forgetViews();
  tablesEnd = 0;
  try {
    return run();
  } finally {
    aside = isFarTooLarge() ? undefined : { instance: other, bytesView, unitsView, wordsView };
    exchangeInstance(former);
    ({ bytesView, unitsView, wordsView, tablesEnd } = kept);
  }
}

/** Goes on with an instance of this module, and without any table. */
export function useModule(module: WebAssembly.Module): void {
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
  unitsView = new Uint16Array(0);
  wordsView = new Int32Array(0);
}
