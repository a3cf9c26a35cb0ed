/**
 * How much each buffer of the scanners holds. The test build (`--use SMALL_CAPACITIES=1` in asconfig.json) shrinks them, so
 * that every test fills them up and goes on.
 */

// @ts-expect-error: asc knows `isDefined`, and SMALL_CAPACITIES where a build defines it
const SMALL: bool = isDefined(SMALL_CAPACITIES);

/** Window of the index of `$` and `)`, in bytes: the smallest and the largest. */
export const FIRST_WINDOW: i32 = SMALL ? 2 : 128;
export const MAX_WINDOW: i32 = SMALL ? 8 : 2048;
/** Slots of the smallest table of variables; a power of two. */
export const FIRST_SLOTS: u32 = SMALL ? 2 : 64;
/** Slots for each variable, at least (2 at least, so that a slot is always free), up to `SPARSE_SLOTS` and beyond. */
export const SPARSENESS: u32 = SMALL ? 2 : 16;
export const SPARSENESS_OF_MANY: u32 = SMALL ? 2 : 4;
/** Collections of YAML inside each other, one entry for the document included. */
export const COLLECTIONS: i32 = SMALL ? 4 : 64;
