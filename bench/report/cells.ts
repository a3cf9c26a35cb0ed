/** Results as cells, which the terminal and the page show as tables. */
import type { Sweep } from "../crossover.ts";
import type { MemorySweep } from "../memory.ts";
import type { Role } from "../question.ts";
import { isSteady, type QuestionResult, type RowResult } from "../result.ts";
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

export interface Table {
  readonly title: string;
  /** The heads of the columns after the first one, if they are not clear without. */
  readonly heads?: readonly string[];
  readonly rows: readonly TableRow[];
  readonly notes: readonly Note[];
}

export interface TableRow {
  readonly name: string;
  readonly role: Role;
  readonly cells: readonly string[];
  /** The length of its bar, from 0 to 1. */
  readonly bar?: number;
}

export interface Note {
  readonly text: string;
  readonly kind: "goal" | "missed" | "problem" | "plain";
}

export function questionCells(result: QuestionResult): Table {
  const { title, rows, baseline, compare, items, leftOut, skipped, goals } = result;
  const seenOf = (row: RowResult) => (compare === "ratio" ? row.ratio : row.difference);
  // A limit may be so far away that the other bars would all look equally short.
  const shown = rows.filter(({ role }) => role !== "limit");
  const longest = Math.max(...(shown.length > 0 ? shown : rows).map((row) => seenOf(row).median));
  return {
    title,
    rows: rows.map((row) => ({
      name: row.name,
      role: row.role,
      cells: [
        duration(row.time.median),
        row.gigabytesPerSecond === undefined ? "" : `${digits(row.gigabytesPerSecond)} GB/s`,
        row.name === baseline ? (compare === "ratio" ? "1" : "+0") : comparisonText(row, compare),
        spreadText(row.time),
        ...(items === undefined ? [] : [eachText(row.time.median, items)]),
        row.name === baseline || isSteady(seenOf(row)) ? "" : "unsteady",
      ],
      bar: Math.min(1, Math.max(0, seenOf(row).median / longest)),
    })),
    notes: [
      ...leftOut.map(({ name, reason }) => ({ text: `left out  ${name}: ${reason}`, kind: "problem" }) as const),
      ...(skipped === undefined ? [] : [{ text: `skipped: ${skipped}`, kind: "problem" } as const]),
      ...goals.map((goal) =>
        goal.reached
          ? ({ text: `reached  ${goalText(goal)}`, kind: "goal" } as const)
          : ({ text: `missed   ${goalText(goal)}`, kind: "missed" } as const),
      ),
    ],
  };
}

export function sweepCells({ title, points, rows, crossovers, leftOut }: Sweep): Table {
  const throughput = (point: QuestionResult, name: string) =>
    digitsOf(point.rows.find((row) => row.name === name)?.gigabytesPerSecond);
  return {
    title: `${title}, GB/s`,
    heads: points.map(({ bytes }) => sizeText(bytes!)),
    rows: rows.map(({ name, role }) => ({ name, role, cells: points.map((point) => throughput(point, name)) })),
    notes: [
      ...leftOut.map(({ name, reason }) => ({ text: `left out  ${name}: ${reason}`, kind: "problem" }) as const),
      ...crossovers.map((each) => ({ text: crossoverText(each), kind: "plain" }) as const),
    ],
  };
}

export function memoryCells({ title, rows, points }: MemorySweep): Table {
  return {
    title: `${title}, MiB`,
    heads: points.map(({ bytes }) => sizeText(bytes)),
    rows: rows.map(({ name, role }) => ({
      name,
      role,
      cells: points.map(({ peaks }) => digitsOf(peaks[name]! / 2 ** 20)),
    })),
    notes: [],
  };
}

function digitsOf(value: number | undefined): string {
  return value === undefined ? "" : digits(value);
}

function sizeText(bytes: number): string {
  return bytesText(bytes).replace(/ (.).*/, "$1");
}
