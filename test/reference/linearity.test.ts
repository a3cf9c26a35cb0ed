import { expect, test } from "vitest";
import { growthExponent, LINEAR } from "./linearity.ts";

let sink = 0;

/** Work that takes `steps` steps, which no compiler removes. */
function work(steps: number): void {
  let state = sink;
  for (let i = 0; i < steps; i++) state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
  sink = state;
}

test("the classifier distinguishes linear, n log n, and quadratic work", () => {
  expect(growthExponent((size) => work(size), 400_000)).toBeLessThan(LINEAR);
  expect(growthExponent((size) => work(size * Math.log2(size)), 40_000)).toBeLessThan(LINEAR);
  expect(growthExponent((size) => work(size * size), 300, 3)).toBeGreaterThan(LINEAR);
});

test("runs of less than a microsecond are distinguished, too", () => {
  expect(growthExponent((size) => work(size), 64)).toBeLessThan(LINEAR);
  expect(growthExponent((size) => work(size * size), 64)).toBeGreaterThan(LINEAR);
});
