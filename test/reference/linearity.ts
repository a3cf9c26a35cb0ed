/** Halfway between linear and quadratic: what lies below is linear. */
export const LINEAR = 1.5;

/** The minimum number of rounds before a test fails, and their minimum total time in milliseconds: most noise ends sooner. */
const ROUNDS = 10;
const MIN_TIME = 1000;

/** A run that takes this many microseconds is long enough to measure. */
const ENOUGH = 100_000;

/**
 * Distinguishes linear from quadratic growth: returns the exponent of the power law through the fastest times of
 * `run(smallest)` and `run(smallest * 2 ** doublings)`, or of a quarter of these sizes if that takes long enough. Noise changes it by tenths; a quadratic algorithm has an exponent
 * of 2. It stops after the first round whose exponent is linear. `VAREXPAND_GROWTH=off` turns off the measurement for the
 * debug build, whose tiny buffers distort times, and for mutation tests, which run on a busy machine.
 */
export function growthExponent(run: (size: number) => void, smallest: number, doublings = 4): number {
  if (process.env.VAREXPAND_GROWTH === "off") return 1;
  const ratio = 2 ** doublings;
  // Larger sizes than necessary only take longer.
  const isLong = timeOf(() => run((smallest * ratio) / 4)) > ENOUGH;
  const size = isLong ? Math.ceil(smallest / 4) : smallest;
  let large = Number.POSITIVE_INFINITY;
  let small = Number.POSITIVE_INFINITY;
  let exponent = Number.POSITIVE_INFINITY;
  const end = performance.now() + MIN_TIME;
  for (let round = 0; exponent >= LINEAR && (round < ROUNDS || performance.now() < end); round++) {
    // The large size runs first and warms up the JIT: cold code at the small size would hide a quadratic algorithm.
    large = Math.min(
      large,
      timeOf(() => run(size * ratio)),
    );
    // As much input as in the large run: if time is linear, both take as long and leave as much garbage.
    small = Math.min(
      small,
      timeOf(() => {
        for (let again = 0; again < ratio; again++) run(size);
      }),
    );
    exponent = 1 + Math.log2(large / small) / doublings;
  }
  return exponent;
}

/**
 * The time of a call in microseconds. CPU time includes other threads, such as those that collect garbage, and wall-clock
 * time includes other programs, so the shorter one is closer.
 */
export function timeOf(run: () => void): number {
  const [start, startOfUse] = [performance.now(), process.cpuUsage()];
  run();
  const { user, system } = process.cpuUsage(startOfUse);
  return Math.max(1, Math.min(user + system, 1000 * (performance.now() - start)));
}
