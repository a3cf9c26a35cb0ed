/** A sweep over input sizes, and the size from which on varexpand is faster. */
import type { LeftOut } from "./question.ts";
import type { QuestionResult, RowResult } from "./result.ts";

/** Where one row overtakes all rivals. */
export interface Crossover {
  readonly row: string;
  /** The size in bytes from which on it is the fastest; 0 if always, undefined if it is not at the largest size. */
  readonly from: number | undefined;
}

/** One sweep: its questions by size. */
export interface Sweep {
  readonly title: string;
  readonly points: readonly QuestionResult[];
  /** The rows that some point has. */
  readonly rows: readonly Pick<RowResult, "name" | "role">[];
  readonly crossovers: readonly Crossover[];
  /** A row may be left out at some sizes only; each reason once. */
  readonly leftOut: readonly LeftOut[];
}

/** The sweeps among results, in the order in which they come. */
export function sweepsIn(results: readonly QuestionResult[]): Sweep[] {
  const titles = new Set(results.flatMap(({ sweep }) => (sweep === undefined ? [] : [sweep])));
  return [...titles].map((title) => {
    const points = results.filter(({ sweep }) => sweep === title).sort((a, b) => a.bytes! - b.bytes!);
    const rows = new Map(points.flatMap((point) => point.rows.map(({ name, role }) => [name, { name, role }])));
    const leftOut = new Map(points.flatMap((point) => point.leftOut.map((row) => [`${row.name}: ${row.reason}`, row])));
    return {
      title,
      points,
      rows: [...rows.values()],
      crossovers: [...rows.values()]
        .filter(({ role }) => role === "subject")
        .map(({ name }) => ({ row: name, from: crossover(points, name) })),
      leftOut: [...leftOut.values()],
    };
  });
}

/**
 * The size from which on a row is faster than every rival, read off the lines between the measured points as a chart
 * with logarithmic axes draws them. The last crossing counts: from there on it stays ahead.
 */
export function crossover(points: readonly QuestionResult[], row: string): number | undefined {
  const leads = points.map((point) => Math.log(fastestRival(point) / timeOf(point, row)));
  const slower = leads.findLastIndex((lead) => lead <= 0);
  if (slower < 0) return 0;
  if (slower === points.length - 1) return undefined;
  const share = -leads[slower]! / (leads[slower + 1]! - leads[slower]!);
  const [below, above] = [Math.log(points[slower]!.bytes!), Math.log(points[slower + 1]!.bytes!)];
  return Math.exp(below + share * (above - below));
}

function fastestRival({ rows }: QuestionResult): number {
  return Math.min(...rows.filter(({ role }) => role === "rival").map(({ time }) => time.median));
}

function timeOf({ rows }: QuestionResult, name: string): number {
  return rows.find((row) => row.name === name)!.time.median;
}
