/**
 * Tells linear growth from quadratic: `run(size)` is timed at sizes that double, and the exponent of the best power law
 * through the fastest times is fitted. Noise moves it by tenths; a quadratic algorithm is at 2. (Mutation tests, which run
 * on a busy machine, set `VAREXPAND_GROWTH` to `off`.)
 */
export function growthExponent(run: (size: number) => void, smallest: number, doublings = 4): number {
  if (process.env.VAREXPAND_GROWTH === "off") return 1;
  const points: [number, number][] = [];
  for (let step = 0; step <= doublings; step++) {
    const size = smallest * 2 ** step;
    let best = Number.POSITIVE_INFINITY;
    for (let round = 0; round < 5; round++) {
      // The processor's time: what other processes take from a busy machine does not count.
      const start = process.cpuUsage();
      run(size);
      const { user, system } = process.cpuUsage(start);
      best = Math.min(best, user + system);
    }
    points.push([Math.log2(size), Math.log2(Math.max(best, 1))]);
  }
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const x = mean(points.map((point) => point[0]));
  const y = mean(points.map((point) => point[1]));
  const covariance = points.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0);
  const variance = points.reduce((sum, point) => sum + (point[0] - x) ** 2, 0);
  return covariance / variance;
}

/** Halfway between linear and quadratic: what lies below is linear. */
export const LINEAR = 1.5;

/** Whether the growth looks linear in one of three tries: noise fails some of them, a quadratic algorithm all. */
export function growsLinearly(run: (size: number) => void, smallest: number, doublings = 4): boolean {
  return [1, 2, 3].some(() => growthExponent(run, smallest, doublings) < LINEAR);
}
