/** What is measured: questions, the rows that answer them, and the goals that we set ourselves. */

/** One question: some input, and several ways to the same answer. */
export interface Question {
  readonly title: string;
  /** Input bytes of one run; gives a row its GB/s. */
  readonly bytes?: number;
  /** What every row must come to; left out where the rows themselves are compared (the first one's answer). */
  readonly expected?: unknown;
  readonly rows: readonly Row[];
  /** The row that the others are compared with; the first one unless named. */
  readonly baseline?: string;
  /** What tells rows apart: how many times as fast as the baseline (usual), or how much longer than it. */
  readonly compare?: Comparison;
  readonly goals?: readonly Goal[];
  /** Turns of each row, where the effort's are too many or too few: a run takes seconds, or is a process of its own. */
  readonly turns?: number;
  /** Why it cannot be measured here; then it has no rows. */
  readonly skipped?: string;
  /** The title of the sweep over input sizes that this question is one point of. */
  readonly sweep?: string;
}

export type Comparison = "ratio" | "difference";

export interface Row {
  readonly name: string;
  /** Whose row it is; a peer's or a baseline's unless said. */
  readonly role?: Role;
  /** One run. May return a promise: then a run is also one sample. */
  readonly run: () => unknown;
  /** A run's result in the form of `expected`, or a promise of it; only called to verify it. */
  readonly answer?: (result: unknown) => unknown;
  /** A wrong answer or an error leaves this row out, with a word about it, instead of ending the run. */
  readonly mayBeWrong?: boolean;
}

/**
 * - `subject`: what the suite is about, varexpand.
 * - `rival`: the same work done by something else.
 * - `limit`: less than the work, and so what nobody can be faster than; gives no answer that could be verified.
 * - `guest`: an engine that `--engine` brought in.
 */
export type Role = "subject" | "rival" | "limit" | "guest";

export type Goal = SpeedGoal | DelayGoal;

/** `row` is to be at least `atLeast` times as fast as `against`. */
export interface SpeedGoal {
  readonly row: string;
  readonly against: string;
  readonly atLeast: number;
}

/** `row` is to take at most `atMost` nanoseconds longer than `against`. */
export interface DelayGoal {
  readonly row: string;
  readonly against: string;
  readonly atMost: number;
}
