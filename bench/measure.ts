/**
 * Measuring: every answer is verified before anything is timed, and the rows of a question take turns in one process,
 * so that whatever else the machine does happens to all of them. The ratios are what counts.
 */
import { deepStrictEqual } from "node:assert/strict";
import { Bench } from "tinybench";

/** One question: some input, and several ways to the same answer. */
export interface Question {
  readonly title: string;
  /** Input bytes of one run; gives a row its GB/s. */
  readonly bytes?: number;
  /** What every row must come to; left out where the rows themselves are compared (the first one's answer). */
  readonly expected?: unknown;
  readonly rows: readonly Row[];
  /** The row that ratios are against; the first one unless named. */
  readonly baseline?: string;
  readonly goals?: readonly Goal[];
}

export interface Row {
  readonly name: string;
  /** One run. May return a promise: then a run is also one sample. */
  readonly run: () => unknown;
  /** A run's result in the form of `expected`; only called to verify it. */
  readonly answer?: (result: unknown) => unknown;
  /** For a row that is a limit and answers nothing. */
  readonly unverified?: true;
}

/** `row` is to be at least `atLeast` times as fast as `against`. */
export interface Goal {
  readonly row: string;
  readonly against: string;
  readonly atLeast: number;
}

/** Times in nanoseconds for one run; low and high are quartiles, over the turns. */
export interface Spread {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

export interface RowResult {
  readonly name: string;
  readonly time: Spread;
  /** How many times as fast as the baseline, turn by turn. */
  readonly ratio: Spread;
  readonly gigabytesPerSecond?: number;
}

export interface GoalResult extends Goal {
  readonly ratio: Spread;
}

export interface QuestionResult {
  readonly title: string;
  readonly bytes?: number;
  readonly baseline: string;
  readonly rows: readonly RowResult[];
  readonly goals: readonly GoalResult[];
}

export interface Effort {
  /** How often each row gets its turn, and for how many milliseconds each time. */
  readonly turns: number;
  readonly milliseconds: number;
}

export const FULL: Effort = { turns: 25, milliseconds: 40 };
export const QUICK: Effort = { turns: 7, milliseconds: 15 };

/** A sample shorter than this is made of several runs: the clock's own cost must not count. */
const SAMPLE_MILLISECONDS = 0.05;

export async function measure(question: Question, effort: Effort): Promise<QuestionResult> {
  const isAsync = await verify(question);
  const runsPerSample: number[] = [];
  for (const row of question.rows) runsPerSample.push(isAsync(row) ? 1 : calibrate(row));

  const times: number[][] = question.rows.map(() => []);
  for (let turn = 0; turn < effort.turns; turn++) {
    for (let i = 0; i < question.rows.length; i++) {
      // Every other turn goes the other way round: no row always follows the same neighbour.
      const index = turn % 2 === 0 ? i : question.rows.length - 1 - i;
      times[index]!.push(await takeTurn(question.rows[index]!, runsPerSample[index]!, effort.milliseconds));
    }
  }

  const timesOf = (name: string) => {
    const index = question.rows.findIndex((row) => row.name === name);
    if (index < 0) throw new Error(`"${question.title}" has no row "${name}"`);
    return times[index]!;
  };
  const ratio = (row: string, against: string) => {
    const own = timesOf(row);
    return spread(timesOf(against).map((time, turn) => time / own[turn]!));
  };
  const baseline = question.baseline ?? question.rows[0]!.name;
  return {
    title: question.title,
    ...(question.bytes === undefined ? {} : { bytes: question.bytes }),
    baseline,
    rows: question.rows.map(({ name }) => {
      const time = spread(timesOf(name));
      return {
        name,
        time,
        ratio: ratio(name, baseline),
        ...(question.bytes === undefined ? {} : { gigabytesPerSecond: question.bytes / time.median }),
      };
    }),
    goals: (question.goals ?? []).map((goal) => ({ ...goal, ratio: ratio(goal.row, goal.against) })),
  };
}

/** Runs each row once and compares its answer; returns which rows are asynchronous. */
async function verify(question: Question): Promise<(row: Row) => boolean> {
  const asynchronous = new Set<Row>();
  let expected = question.expected;
  for (const row of question.rows) {
    const returned = row.run();
    if (returned instanceof Promise) asynchronous.add(row);
    const result = await returned;
    if (row.unverified) continue;
    const answer = row.answer === undefined ? result : row.answer(result);
    expected ??= answer;
    if (!same(answer, expected)) throw new Error(`"${question.title}": "${row.name}" gives a wrong answer`);
  }
  return (row) => asynchronous.has(row);
}

function same(answer: unknown, expected: unknown): boolean {
  if (answer instanceof Uint8Array && expected instanceof Uint8Array) return Buffer.compare(answer, expected) === 0;
  try {
    deepStrictEqual(answer, expected);
    return true;
  } catch {
    return false;
  }
}

/** Warms the row up and returns how many runs make a sample. */
function calibrate(row: Row): number {
  let runs = 1;
  while (true) {
    const start = performance.now();
    for (let i = 0; i < runs; i++) row.run();
    const elapsed = performance.now() - start;
    if (elapsed >= SAMPLE_MILLISECONDS * 20) return Math.max(1, Math.round((runs * SAMPLE_MILLISECONDS) / elapsed));
    runs *= 2;
  }
}

/** One turn: the median time of a run, in nanoseconds. */
async function takeTurn(row: Row, runs: number, milliseconds: number): Promise<number> {
  const bench = new Bench({ time: milliseconds, iterations: 1, warmup: false, retainSamples: true, throws: true });
  if (runs === 1) {
    bench.add(row.name, row.run);
  } else {
    bench.add(row.name, () => {
      const start = bench.now();
      for (let i = 0; i < runs; i++) row.run();
      const elapsed = bench.now() - start;
      return { overriddenDuration: elapsed / runs, overriddenIterationCost: elapsed };
    });
  }
  const [task] = await bench.run();
  const result = task!.result;
  if (!("latency" in result)) throw new Error(`"${row.name}" was not measured: ${result.state}`);
  return result.latency.p50 * 1e6;
}

function spread(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))]!;
  return { median: at(0.5), low: at(0.25), high: at(0.75) };
}
