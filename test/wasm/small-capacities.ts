/** Stands in for src/wasm/capacities.ts in the tests of the debug build: every buffer is full at once, memory is near 2 GiB. */

/** Tables and texts lie on both sides of the address 2^31. The memory below is reserved, and never touched. */
export const ARENA_OFFSET = 2 ** 31 - 4096;
export const TABLES = 1 << 12;
export const KEPT = 1 << 16;
export const WASTE = 64;

/** Whatever a scanner reads behind its range must not count: there stands what would count most. */
export const POISON = new TextEncoder().encode("$(A)$$'\"\\)=\n$(".repeat(32));

export const ASSIGNMENTS = 2;
export const UNRESOLVED = 2;
export const LISTED = 64;
export const PARTS = 3;

export const STEP = 24;
export const WINDOW = 3;
export const OUTPUT = 16;
export const VALUES = 400;
