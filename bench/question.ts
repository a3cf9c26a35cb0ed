/** Questions, the rows that answer them, and the project's goals. */

/** One question: some input, and several ways to the same answer. */
export interface Question {
  readonly title: string;
  /** Input bytes of one run; gives a row its GB/s. */
  readonly bytes?: number;
  /** The answer that every row must give; if left out, the first row's answer. */
  readonly expected?: unknown;
  readonly rows: readonly Row[];
  /** The row that the others are compared with; the first one unless named. */
  readonly baseline?: string;
  /** How rows are compared: how many times as fast as the baseline (the default), or how much longer. */
  readonly compare?: Comparison;
  readonly goals?: readonly Goal[];
  /** The number of turns of each row, for runs that take seconds or are processes. Default: the effort's number. */
  readonly turns?: number;
  /** Why the question cannot be measured on this machine; it has no rows then. */
  readonly skipped?: string;
  /** Rows that this machine cannot measure. */
  readonly missing?: readonly LeftOut[];
  /** The items that one run processes. A row then also shows the time for each item. */
  readonly items?: Items;
  /** The title of the sweep over input sizes to which this question belongs. */
  readonly sweep?: string;
}

export type Comparison = "ratio" | "difference";

/** A row that gave a wrong answer or an error, or whose tool is not installed. */
export interface LeftOut {
  readonly name: string;
  readonly reason: string;
}

export interface Items {
  readonly count: number;
  /** One of them: "file". */
  readonly name: string;
}

export interface Row {
  readonly name: string;
  /** The kind of row; by default, a peer's or a baseline's. */
  readonly role?: Role;
  /** One run. May return a promise: then a run is also one sample. */
  readonly run: () => unknown;
  /** For a program that measures itself: returns the nanoseconds of one of its runs. `run` then only verifies. */
  readonly turn?: (milliseconds: number) => Promise<number>;
  /** A run's result in the form of `expected`, or a promise of it; only called to verify it. */
  readonly answer?: (result: unknown) => unknown;
  /** Whether a wrong answer or an error omits this row with a message, instead of ending the run. */
  readonly mayBeWrong?: boolean;
}

/**
 * - `subject`: varexpand.
 * - `rival`: the same work done by something else.
 * - `limit`: a part of the work, so nothing can be faster; its answer is not verified.
 * - `native`: the same work done by another language.
 * - `guest`: an engine of `--engine`.
 */
export type Role = "subject" | "rival" | "limit" | "native" | "guest";

export type Goal = SpeedGoal | DelayGoal;

/** `row` should be at least `atLeast` times as fast as `against`. */
export interface SpeedGoal {
  readonly row: string;
  readonly against: string;
  readonly atLeast: number;
}

/** `row` should take at most `atMost` nanoseconds longer than `against`. */
export interface DelayGoal {
  readonly row: string;
  readonly against: string;
  readonly atMost: number;
}
