import { describe, expect, test } from "vitest";
import type { Question } from "../../bench/question.ts";
import { isSteady, resultOf, spread } from "../../bench/result.ts";

const nothing = () => undefined;
const question: Question = {
  title: "T",
  bytes: 1000,
  baseline: "slow",
  rows: [
    { name: "fast", role: "subject", run: nothing },
    { name: "slow", run: nothing },
  ],
};
/** The machine is busy in the second turn: both take longer, and the ratio stays. */
const times = new Map([
  ["fast", [100, 300, 100]],
  ["slow", [200, 600, 210]],
]);

test("the spread is the median and the quartiles, whatever the order", () => {
  expect(spread([5, 1, 4, 2, 3])).toEqual({ median: 3, low: 2, high: 4 });
  expect(spread([7])).toEqual({ median: 7, low: 7, high: 7 });
});

test("rows are compared with the baseline turn by turn", () => {
  const { rows, compare, leftOut } = resultOf(question, times);
  expect(compare).toBe("ratio");
  expect(leftOut).toEqual([]);
  expect(rows).toEqual([
    {
      name: "fast",
      role: "subject",
      time: { median: 100, low: 100, high: 300 },
      turns: [100, 300, 100],
      ratio: { median: 2, low: 2, high: 2.1 },
      difference: { median: -110, low: -300, high: -100 },
      gigabytesPerSecond: 10,
    },
    {
      name: "slow",
      role: "rival",
      time: { median: 210, low: 200, high: 600 },
      turns: [200, 600, 210],
      ratio: { median: 1, low: 1, high: 1 },
      difference: { median: 0, low: 0, high: 0 },
      gigabytesPerSecond: 1000 / 210,
    },
  ]);
});

test("a row whose tool is missing is left out, and its goals", () => {
  const missing = [{ name: "other", reason: "not installed" }];
  const goals = [{ row: "fast", against: "other", atLeast: 2 }];
  expect(resultOf({ ...question, missing, goals }, times)).toMatchObject({ leftOut: missing, goals: [] });
});

test("turns are steady within a quarter, and a difference that may be nothing is not", () => {
  expect(isSteady({ low: 4, median: 4, high: 5 })).toBe(true);
  expect(isSteady({ low: 4, median: 4, high: 5.1 })).toBe(false);
  expect(isSteady({ low: -1, median: 1, high: 1 })).toBe(false);
});

describe("goals", () => {
  const pair = { row: "fast", against: "slow" };

  test.each([
    [2, true],
    [2.01, false],
  ])("at least %d times as fast: %s", (atLeast, reached) => {
    const { goals } = resultOf({ ...question, goals: [{ ...pair, atLeast }] }, times);
    expect(goals).toEqual([{ ...pair, atLeast, seen: { median: 2, low: 2, high: 2.1 }, reached }]);
  });

  test.each([
    [110, true],
    [109, false],
  ])("at most %d ns longer: %s", (atMost, reached) => {
    const { goals } = resultOf({ ...question, goals: [{ row: "slow", against: "fast", atMost }] }, times);
    expect(goals).toEqual([
      { row: "slow", against: "fast", atMost, seen: { median: 110, low: 100, high: 300 }, reached },
    ]);
  });

  test("one about a row that there is not is a mistake", () => {
    const goals = [{ row: "fats", against: "slow", atLeast: 1 }];
    expect(() => resultOf({ ...question, goals }, times)).toThrow('"T" has no row "fats"');
  });
});

describe("rows that were left out", () => {
  const leftOut = [{ name: "slow", reason: "gives a wrong answer" }];
  const measured = new Map([["fast", [100]]]);

  test("take their goals along, and the first row is the baseline in their place", () => {
    const goals = [{ row: "fast", against: "slow", atLeast: 1 }];
    const result = resultOf({ ...question, goals }, measured, leftOut);
    expect(result).toMatchObject({ baseline: "fast", goals: [], leftOut });
    expect(result.rows.map(({ name }) => name)).toEqual(["fast"]);
  });
});

test("a question that was skipped says why", () => {
  expect(resultOf({ title: "T", rows: [], skipped: "no tool" }, new Map())).toEqual({
    title: "T",
    skipped: "no tool",
    baseline: "",
    compare: "ratio",
    rows: [],
    leftOut: [],
    goals: [],
  });
});
