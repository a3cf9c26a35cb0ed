/** Halfway between linear and quadratic: what lies below is linear. */
export const LINEAR = 1.5;

/** More rounds find faster times: noise goes, a quadratic algorithm stays quadratic. */
const ROUNDS = 10;

/**
 * Distinguishes linear from quadratic growth: returns the exponent of the power law through the fastest times of
 * `run(smallest)` and `run(smallest * 2 ** doublings)`. Noise changes it by tenths; a quadratic algorithm has an exponent
 * of 2. It stops after the first round whose exponent is linear. `VAREXPAND_GROWTH=off` turns off the measurement for the
 * debug build, whose tiny buffers distort times, and for mutation tests, which run on a busy machine.
 */
export function growthExponent(run: (size: number) => void, smallest: number, doublings = 4): number {
  if (process.env.VAREXPAND_GROWTH === "off") return 1;
  let large = Number.POSITIVE_INFINITY;
  let small = Number.POSITIVE_INFINITY;
  let exponent = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS && exponent >= LINEAR; round++) {
    // The large size runs first and warms up the JIT: cold code at the small size would hide a quadratic algorithm.
    large = Math.min(large, timeOf(run, smallest * 2 ** doublings));
    for (let again = 0; again < 3; again++) small = Math.min(small, timeOf(run, smallest));
    exponent = Math.log2(large / small) / doublings;
  }
  return exponent;
}

/** Microseconds of the processor: what other processes take from a busy machine does not count. */
function timeOf(run: (size: number) => void, size: number): number {
  const start = process.cpuUsage();
  run(size);
  const { user, system } = process.cpuUsage(start);
  return Math.max(user + system, 1);
}

/** Whether the growth looks linear in one of three tries: noise fails some of them, a quadratic algorithm all. */
export function growsLinearly(run: (size: number) => void, smallest: number, doublings = 4): boolean {
  return [1, 2, 3].some(() => growthExponent(run, smallest, doublings) < LINEAR);
}
