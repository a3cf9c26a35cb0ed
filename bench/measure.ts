/**
 * Measures: the rows of a question take turns in one process, so that other work of the machine affects all of them.
 * Only the ratios count.
 */
import { Bench } from "tinybench";
import type { Effort } from "./effort.ts";
import type { Question } from "./question.ts";
import { type QuestionResult, resultOf, STEADY, unsteadiness } from "./result.ts";
import { type VerifiedRow, verify } from "./verify.ts";

/** The shortest sample: shorter runs are measured several at once, so that the clock's own cost does not count. */
const SAMPLE_MILLISECONDS = 0.05;

export async function measure(question: Question, effort: Effort): Promise<QuestionResult> {
  const { rows, leftOut } = await verify(question);
  const runsPerSample = rows.map((row) => (row.isAsync || row.turn ? 1 : calibrate(row)));

  let steadiest: QuestionResult | undefined;
  for (let attempt = 0; attempt < (effort.attempts ?? 1); attempt++) {
    const times = await takeTurns(rows, runsPerSample, question.turns ?? effort.turns, effort.milliseconds);
    const result = resultOf(question, new Map(rows.map(({ name }, i) => [name, times[i]!])), leftOut);
    if (steadiest === undefined || unsteadiness(result) < unsteadiness(steadiest)) steadiest = result;
    if (unsteadiness(steadiest) <= STEADY) break;
  }
  return steadiest!;
}

async function takeTurns(
  rows: readonly VerifiedRow[],
  runsPerSample: readonly number[],
  turns: number,
  milliseconds: number,
): Promise<number[][]> {
  const times: number[][] = rows.map(() => []);
  for (let turn = 0; turn < turns; turn++) {
    for (let i = 0; i < rows.length; i++) {
      // Every other turn has the reverse order, so that no row always follows the same one.
      const index = turn % 2 === 0 ? i : rows.length - 1 - i;
      times[index]!.push(await takeTurn(rows[index]!, runsPerSample[index]!, milliseconds));
    }
  }
  return times;
}

/** Warms the row up and returns how many runs make a sample. */
function calibrate(row: VerifiedRow): number {
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
async function takeTurn(row: VerifiedRow, runs: number, milliseconds: number): Promise<number> {
  if (row.turn !== undefined) return row.turn(milliseconds);
  const bench = new Bench({ time: milliseconds, iterations: 1, warmup: false, retainSamples: true, throws: true });
  // Without this option, tinybench runs the task once more to detect whether it is asynchronous.
  const { isAsync } = row;
  if (runs === 1) {
    bench.add(row.name, row.run, { async: isAsync });
  } else {
    bench.add(
      row.name,
      () => {
        const start = bench.now();
        for (let i = 0; i < runs; i++) row.run();
        const elapsed = bench.now() - start;
        return { overriddenDuration: elapsed / runs, overriddenIterationCost: elapsed };
      },
      { async: false },
    );
  }
  const [task] = await bench.run();
  const result = task!.result;
  if (!("latency" in result)) throw new Error(`"${row.name}" was not measured: ${result.state}`);
  return result.latency.p50 * 1e6;
}
