/** Formats numbers for people. */
import type { CopySpeed } from "../copy-speed.ts";
import { NOISY } from "../noise.ts";
import type { Items } from "../question.ts";
import type { Machine } from "../report.ts";
import type { GoalResult, RowResult, Spread } from "../result.ts";

/** "7.53x", with its quartiles. */
export function factorText({ median, low, high }: Spread): string {
  return `${digits(median)}x (${digits(low)}-${digits(high)})`;
}

/** Three digits from 1 on, and two below. */
export function digits(value: number): string {
  if (value >= 100) return value.toFixed(0);
  if (value >= 10) return value.toFixed(1);
  return value >= 0.1 || value === 0 ? value.toFixed(2) : value.toPrecision(2);
}

/** Nanoseconds. */
export function duration(nanoseconds: number): string {
  const size = Math.abs(nanoseconds);
  if (size < 1e3) return `${nanoseconds.toFixed(0)} ns`;
  if (size < 1e6) return `${(nanoseconds / 1e3).toFixed(1)} µs`;
  if (size < 1e9) return `${(nanoseconds / 1e6).toFixed(1)} ms`;
  return `${(nanoseconds / 1e9).toFixed(2)} s`;
}

/** A difference in nanoseconds. */
export function milliseconds(nanoseconds: number): string {
  return `${nanoseconds < 0 ? "-" : "+"}${(Math.abs(nanoseconds) / 1e6).toFixed(1)} ms`;
}

/** "+3.4 ms", with its quartiles. */
export function differenceText({ median, low, high }: Spread): string {
  return `${milliseconds(median)} (${milliseconds(low)} to ${milliseconds(high)})`;
}

/** Half of the distance between the quartiles, relative to the median. */
export function spreadText({ median, low, high }: Spread): string {
  return `±${(((high - low) / 2 / median) * 100).toFixed(0)} %`;
}

/** The time of one run for each of its items: "72.1 µs a file, 13900 a second". */
export function eachText(nanoseconds: number, { count, name }: Items): string {
  const each = nanoseconds / count;
  return `${duration(each)} a ${name}, ${Math.round(1e9 / each)} a second`;
}

/** Says that a machine is too busy to be measured on. */
export function noiseText(noise: number): string | undefined {
  if (noise < NOISY) return undefined;
  return `This machine is busy: the same work took ${digits(noise)} times as long as at best. Do not quote this run.`;
}

/** A number of bytes: "16 B", "64 KiB", "1.5 MiB". */
export function bytesText(bytes: number): string {
  const power = Math.min(3, Math.floor(Math.log2(Math.max(bytes, 1)) / 10));
  const value = bytes / 1024 ** power;
  return `${Number.isInteger(value) || value >= 100 ? value.toFixed(0) : value.toFixed(1)} ${["B", "KiB", "MiB", "GiB"][power]}`;
}

export function goalText(goal: GoalResult): string {
  return "atLeast" in goal
    ? `${goal.row} / ${goal.against}: ${factorText(goal.seen)}, goal ${rounded(goal.atLeast)}x`
    : `${goal.row} - ${goal.against}: ${differenceText(goal.seen)}, goal at most ${milliseconds(goal.atMost)}`;
}

/** A goal as people write it. */
export function rounded(value: number): string {
  return `${Number(value.toPrecision(2))}`;
}

/** A row's measured value relative to the baseline. */
export function comparisonText(row: RowResult, compare: "ratio" | "difference"): string {
  return compare === "ratio" ? factorText(row.ratio) : differenceText(row.difference);
}

/** The size from which a row is the fastest. */
export function crossoverText({ row, from }: { readonly row: string; readonly from: number | undefined }): string {
  if (from === undefined) return `${row}: not faster than every rival at the largest size`;
  if (from === 0) return `${row}: faster than every rival at every size`;
  return `${row}: faster than every rival from about ${bytesText(Math.round(from))} on`;
}

export function machineText({ processor, cores, memoryBytes, platform, node }: Machine): string {
  return `${processor}, ${cores} cores, ${bytesText(memoryBytes)}, ${platform}, Node ${node}`;
}

/** The physical limit, beside which a throughput means something. */
export function limitText({ inCache, fromMemory }: CopySpeed): string {
  return `The physical limit: one core copies ${digits(inCache)} GB/s in its cache, ${digits(fromMemory)} GB/s from memory`;
}
