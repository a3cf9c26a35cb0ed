/** Options of tests that wait for other programs: for conditions, so that a busy machine makes them slower, but not wrong. */
export const WAITING = { timeout: 300_000 } as const;
/** Milliseconds until a condition that does not become true fails the test. */
export const DEADLINE = 240_000;
