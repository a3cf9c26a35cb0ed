import { expect, test } from "vitest";
import { Run } from "../../../../src/garden/template/context/run.ts";
import { TemplateError } from "../../../../src/garden/template/error.ts";
import { budgetOf } from "../../../../src/garden/template/functions/budget.ts";
import { DEFAULT_SIZE, DEFAULT_STEPS } from "../../../../src/garden/template/limits.ts";

test("what is counted before the budget is asked for is taken from it, once", () => {
  const run = new Run({}, false, 0);
  run.countSteps(10);
  run.countText(7);
  for (const round of [1, 2]) {
    expect([run.budget.stepsLeft, run.budget.sizeLeft], String(round)).toEqual([DEFAULT_STEPS - 10, DEFAULT_SIZE - 7]);
  }
  for (let i = 0; i < 5000; i++) run.countSteps(3);
  run.countText(5000);
  expect([run.budget.stepsLeft, run.budget.sizeLeft]).toEqual([DEFAULT_STEPS - 15_010, DEFAULT_SIZE - 5007]);
});

test("without options, a resolution ends at the limits, however little is counted at a time", () => {
  const steps = new Run({}, false, 0);
  expect(() => {
    for (let i = 0; i <= DEFAULT_STEPS / 100; i++) steps.countSteps(101);
  }).toThrow(TemplateError);
  const size = new Run({}, false, 0);
  expect(() => {
    for (let i = 0; i <= DEFAULT_SIZE / 900; i++) size.countText(910);
  }).toThrow(TemplateError);
});

test("an explicit budget is reported at once", () => {
  const budget = budgetOf({ steps: 3, size: 2 });
  const run = new Run({}, false, 0, budget);
  run.countSteps(3);
  run.countText(2);
  expect([budget.stepsLeft, budget.sizeLeft]).toEqual([0, 0]);
  expect(() => run.countText(1)).toThrow("the results are larger than 2 characters");
  expect(() => run.countSteps(1)).toThrow("this takes more than 3 steps");
});
