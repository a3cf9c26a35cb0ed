/** Results as text for a terminal. */
import { styleText } from "node:util";
import type { GoalResult, QuestionResult, Spread } from "./measure.ts";

export function printQuestion(result: QuestionResult): void {
  console.log(`\n${styleText("bold", result.title)}`);
  const rows = result.rows.map((row) => [
    row.name,
    duration(row.time.median),
    row.gigabytesPerSecond === undefined ? "" : `${row.gigabytesPerSecond.toFixed(2)} GB/s`,
    row.name === result.baseline ? "1" : factor(row.ratio),
    `±${(((row.time.high - row.time.low) / 2 / row.time.median) * 100).toFixed(0)} %`,
  ]);
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...rows.map((row) => row[column]!.length)));
  for (const row of rows) {
    console.log(
      `  ${row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join("   ")}`,
    );
  }
  for (const goal of result.goals) console.log(`  ${goalLine(goal)}`);
}

export function isReached(goal: GoalResult): boolean {
  return goal.ratio.median >= goal.atLeast;
}

function goalLine(goal: GoalResult): string {
  const text = `${goal.row} / ${goal.against}: ${factor(goal.ratio)}, goal ${goal.atLeast}x`;
  return isReached(goal) ? styleText("green", `reached  ${text}`) : styleText("yellow", `missed   ${text}`);
}

function factor({ median, low, high }: Spread): string {
  return `${digits(median)}x (${digits(low)}-${digits(high)})`;
}

function digits(value: number): string {
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

/** Nanoseconds for people. */
export function duration(nanoseconds: number): string {
  if (nanoseconds < 1e3) return `${nanoseconds.toFixed(0)} ns`;
  if (nanoseconds < 1e6) return `${(nanoseconds / 1e3).toFixed(1)} µs`;
  if (nanoseconds < 1e9) return `${(nanoseconds / 1e6).toFixed(1)} ms`;
  return `${(nanoseconds / 1e9).toFixed(2)} s`;
}
