/** Results as text for a terminal. */
import { styleText } from "node:util";
import type { Sweep } from "../crossover.ts";
import type { MemorySweep } from "../memory.ts";
import type { LeftOut } from "../question.ts";
import { isSteady, type QuestionResult } from "../result.ts";
import {
  bytesText,
  comparisonText,
  crossoverText,
  digits,
  duration,
  eachText,
  goalText,
  spreadText,
} from "./numbers.ts";

export function questionTable(result: QuestionResult): string {
  const rows = result.rows.map((row) => [
    row.name,
    duration(row.time.median),
    row.gigabytesPerSecond === undefined ? "" : `${digits(row.gigabytesPerSecond)} GB/s`,
    row.name === result.baseline ? (result.compare === "ratio" ? "1" : "+0") : comparisonText(row, result.compare),
    spreadText(row.time),
    ...(result.items === undefined ? [] : [eachText(row.time.median, result.items)]),
    row.name === result.baseline || isSteady(result.compare === "ratio" ? row.ratio : row.difference) ? "" : "unsteady",
  ]);
  return [
    styleText("bold", result.title),
    ...aligned(rows),
    ...leftOutLines(result.leftOut),
    ...(result.skipped === undefined ? [] : [styleText("yellow", `skipped: ${result.skipped}`)]),
    ...result.goals.map((goal) =>
      goal.reached
        ? styleText("green", `reached  ${goalText(goal)}`)
        : styleText("yellow", `missed   ${goalText(goal)}`),
    ),
  ].join("\n  ");
}

export function sweepTable({ title, points, rows, crossovers, leftOut }: Sweep): string {
  const throughput = (point: QuestionResult, name: string) => {
    const row = point.rows.find((row) => row.name === name);
    return row === undefined ? "" : digits(row.gigabytesPerSecond!);
  };
  return [
    `${styleText("bold", title)}, GB/s`,
    ...aligned([
      ["", ...points.map(({ bytes }) => sizeText(bytes!))],
      ...rows.map(({ name }) => [name, ...points.map((point) => throughput(point, name))]),
    ]),
    ...leftOutLines(leftOut),
    ...crossovers.map(crossoverText),
  ].join("\n  ");
}

export function memoryTable({ title, rows, points }: MemorySweep): string {
  return [
    `${styleText("bold", title)}, MiB`,
    ...aligned([
      ["", ...points.map(({ bytes }) => sizeText(bytes))],
      ...rows.map(({ name }) => [name, ...points.map(({ peaks }) => digits(peaks[name]! / 2 ** 20))]),
    ]),
  ].join("\n  ");
}

function sizeText(bytes: number): string {
  return bytesText(bytes).replace(/ (.).*/, "$1");
}

function leftOutLines(leftOut: readonly LeftOut[]): string[] {
  return leftOut.map(({ name, reason }) => styleText("red", `left out  ${name}: ${reason}`));
}

/** Columns of one width each, the first to the left and numbers to the right. */
function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows.map((row) =>
    row
      .map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!)))
      .join("   ")
      .trimEnd(),
  );
}
