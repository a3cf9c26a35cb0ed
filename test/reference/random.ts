/** A seeded generator (mulberry32), so that a failing case can be made again from the seed in its message. */
export class Random {
  private state: number;

  constructor(seed: number) {
    this.state = seed | 0;
  }

  /** A whole number in [0, limit). */
  below(limit: number): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4_294_967_296) * limit);
  }

  pick<T>(choices: readonly T[]): T {
    return choices[this.below(choices.length)]!;
  }
}

/**
 * How many cases a fuzz test runs: `VAREXPAND_FUZZ`, which may be `thorough`; else a tenth of the thorough number.
 *
 * @param thorough how many cases have found every mistake so far
 */
export function fuzzCases(thorough: number): number {
  const wanted = process.env.VAREXPAND_FUZZ;
  if (wanted === "thorough") return thorough;
  return Number(wanted ?? Math.ceil(thorough / 10));
}
