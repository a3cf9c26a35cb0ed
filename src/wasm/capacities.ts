/**
 * How much the host's buffers hold. The tests of the debug build replace this file by test/wasm/small-capacities.ts, so that
 * they fill every buffer up and cross 2 GiB.
 */

/** Bytes between the scanners' own data and the first table. */
export const ARENA_OFFSET = 0;
/** Bytes of tables that stay in memory side by side; beyond, and beyond twice the largest one, all are made anew. */
export const TABLES = 1 << 24;
/** Bytes of memory, beside the tables, that an instance keeps between calls; with more, it is replaced. */
export const KEPT = 1 << 24;
/** Replaced values of a table, in bytes, that are never worth making it anew. */
export const WASTE = 1 << 16;

/** Free memory is filled with this when a call begins, in tests. */
export const POISON: Uint8Array | undefined = undefined;

/** Assignments of an env file in one batch. */
export const ASSIGNMENTS = 4096;
/** Names of unresolved references in one batch. */
export const UNRESOLVED = 1024;
/** Output bytes of strings expanded at once whose separators are listed; each byte may be one. */
export const LISTED = 1 << 16;

/**
 * Input bytes that are copied in and scanned at a time: they are still in the fastest cache when they are scanned.
 * (1 MiB at once: 10 % slower; 8 KiB: the calls begin to count.) A longer reference is copied in whole.
 */
export const STEP = 1 << 16;
/** The first window of an input that goes to the caller's memory; plain text of this length does not go through. */
export const WINDOW = 1 << 10;
/** Output is handed over when there is this much. */
export const OUTPUT = 1 << 22;
/** Output bytes beyond the input's length for strings or YAML scalars that are expanded at once. */
export const VALUES = 1 << 16;
