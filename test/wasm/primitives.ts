/** The primitives of assembly/testing.ts, optimized as they are shipped, with a memory of their own. */
import { readFileSync } from "node:fs";

interface Primitives {
  readonly memory: WebAssembly.Memory;
  arenaStart(): number;
  copyPiece(start: number, length: number, to: number): void;
  copyUntil(start: number, end: number, to: number, unit: number): number;
  equal(a: number, b: number, length: number): number;
  findFar(start: number, end: number, unit: number): number;
  find8(start: number, end: number, unit: number): number;
  find16(start: number, end: number, unit: number): number;
  hash(start: number, length: number): number;
  lineFeeds(start: number, end: number): number;
  list(start: number, end: number, one: number, other: number, to: number): void;
  nowhere(): number;
  seedAt(): number;
  skipSpaces(at: number): number;
}

const module = new WebAssembly.Module(readFileSync(new URL("../../build/testing.wasm", import.meta.url)));
export const primitives = new WebAssembly.Instance(module).exports as unknown as Primitives;

primitives.memory.grow(8);
const { buffer } = primitives.memory;
export const bytes = new Uint8Array(buffer);
export const units = new Uint16Array(buffer);
export const words = new Int32Array(buffer);

/** The first address that a test may use; 8 pages follow. */
export const base = primitives.arenaStart();
