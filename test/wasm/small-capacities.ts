/**
 * Replaces src/wasm/capacities.ts in the tests of the debug build: tiny buffers that fill up immediately, at addresses
 * near 2 GiB.
 */

/** Tables and texts are on both sides of the address 2^31. The memory below is reserved but not used. */
export const ARENA_OFFSET = 2 ** 31 - 4096;
export const TABLES = 1 << 12;
/** Two pages. With one, V8 spends more time collecting garbage, because each replaced instance has 2 GiB of memory. */
export const KEPT = 1 << 17;
export const WASTE = 64;

/** Follows the range of each scanner, to find scanners that read past it: these bytes would change any result. */
export const POISON = new TextEncoder().encode("$(A)$$'\"\\)=\n$(".repeat(32));

export const ASSIGNMENTS = 2;
export const UNRESOLVED = 2;
export const LISTED = 64;

export const STEP = 24;
export const WINDOW = 3;
export const OUTPUT = 16;
export const VALUES = 400;
