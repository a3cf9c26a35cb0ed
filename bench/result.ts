/** Results: the times of a question's rows, turn by turn, as ratios and goals. */
import type { Comparison, Goal, Items, LeftOut, Question, Role } from "./question.ts";

/** Over the turns: the median and the quartiles. */
export interface Spread {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

export interface RowResult {
  readonly name: string;
  readonly role: Role;
  /** Nanoseconds for one run. */
  readonly time: Spread;
  /** The same, turn by turn. */
  readonly turns: readonly number[];
  /** How many times as fast as the baseline, turn by turn. */
  readonly ratio: Spread;
  /** How many nanoseconds longer than the baseline, turn by turn. */
  readonly difference: Spread;
  readonly gigabytesPerSecond?: number;
}

export type GoalResult = Goal & {
  /** In the goal's unit, turn by turn. */
  readonly seen: Spread;
  readonly reached: boolean;
};

export interface QuestionResult {
  readonly title: string;
  readonly bytes?: number;
  readonly items?: Items;
  readonly sweep?: string;
  readonly skipped?: string;
  readonly baseline: string;
  readonly compare: Comparison;
  readonly rows: readonly RowResult[];
  readonly leftOut: readonly LeftOut[];
  readonly goals: readonly GoalResult[];
}

/**
 * `times` has the nanoseconds of each row that was measured, one for each turn. A goal about a row that was left out is
 * left out too; where the baseline was, the first row takes its place.
 */
export function resultOf(
  question: Question,
  times: ReadonlyMap<string, readonly number[]>,
  wrong: readonly LeftOut[] = [],
): QuestionResult {
  const timesOf = (name: string) => {
    const found = times.get(name);
    if (found === undefined) throw new Error(`"${question.title}" has no row "${name}"`);
    return found;
  };
  const compared = (row: string, against: string, by: (own: number, other: number) => number) =>
    compareTurns(timesOf(row), timesOf(against), by);
  const leftOut = [...wrong, ...(question.missing ?? [])];
  const isMeasured = (name: string) => !leftOut.some((row) => row.name === name);
  const measured = question.rows.filter(({ name }) => isMeasured(name));
  const named = question.baseline ?? question.rows[0]?.name ?? "";
  const baseline = isMeasured(named) ? named : (measured[0]?.name ?? named);
  const { bytes, items, sweep, skipped } = question;
  return {
    title: question.title,
    ...(bytes !== undefined && { bytes }),
    ...(items !== undefined && { items }),
    ...(sweep !== undefined && { sweep }),
    ...(skipped !== undefined && { skipped }),
    baseline,
    compare: question.compare ?? "ratio",
    rows: measured.map(({ name, role = "rival" }) => {
      const time = spread(timesOf(name));
      return {
        name,
        role,
        time,
        turns: timesOf(name),
        ratio: compared(name, baseline, timesAsFast),
        difference: compared(name, baseline, longer),
        ...(bytes !== undefined && { gigabytesPerSecond: bytes / time.median }),
      };
    }),
    leftOut,
    goals: (question.goals ?? [])
      .filter(({ row, against }) => isMeasured(row) && isMeasured(against))
      .map((goal) => {
        if ("atLeast" in goal) {
          const seen = compared(goal.row, goal.against, timesAsFast);
          return { ...goal, seen, reached: seen.median >= goal.atLeast };
        }
        const seen = compared(goal.row, goal.against, longer);
        return { ...goal, seen, reached: seen.median <= goal.atMost };
      }),
  };
}

export function compareTurns(
  own: readonly number[],
  others: readonly number[],
  by: (own: number, other: number) => number,
): Spread {
  return spread(others.map((other, turn) => by(own[turn]!, other)));
}

/** How far apart the quartiles of a number may be that somebody quotes. */
export const STEADY = 1.25;

/** Whether turns agree so far that their median can be quoted. A difference may also be small beside what it is of. */
export function isSteady({ low, high }: Spread): boolean {
  return low > 0 && high / low <= STEADY;
}

/** How far apart the quartiles are of what the project states: its own rows, and its goals. */
export function unsteadiness({ rows, goals, baseline, compare }: QuestionResult): number {
  const own = rows.filter(({ name, role }) => role === "subject" && name !== baseline);
  const seen = [
    ...own.map(({ ratio, difference }) => (compare === "ratio" ? ratio : difference)),
    ...goals.map(({ seen }) => seen),
  ];
  return Math.max(1, ...seen.map(({ low, high }) => (low > 0 ? high / low : Number.POSITIVE_INFINITY)));
}

export function timesAsFast(own: number, other: number): number {
  return other / own;
}

export function longer(own: number, other: number): number {
  return own - other;
}

export function spread(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const last = sorted.length - 1;
  // A quartile between two values is the outer one, so that few turns do not look steadier than they were.
  return {
    median: sorted[Math.round(last / 2)]!,
    low: sorted[Math.floor(last / 4)]!,
    high: sorted[Math.ceil((last * 3) / 4)]!,
  };
}
