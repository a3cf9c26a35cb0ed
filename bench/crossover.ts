/** A sweep over input sizes, and the size from which on varexpand is faster. */
import type { QuestionResult } from "./result.ts";

/** Where one row overtakes all rivals. */
export interface Crossover {
  readonly row: string;
  /** From so many bytes on it is the fastest; 0 if it always was, undefined if it never is, up to the largest size. */
  readonly from: number | undefined;
}

/** One sweep: its questions by size, each with the same rows. */
export interface Sweep {
  readonly title: string;
  readonly points: readonly QuestionResult[];
  readonly crossovers: readonly Crossover[];
}

/** The sweeps among results, in the order in which they come. */
export function sweepsIn(results: readonly QuestionResult[]): Sweep[] {
  const titles = new Set(results.flatMap(({ sweep }) => (sweep === undefined ? [] : [sweep])));
  return [...titles].map((title) => {
    const points = results.filter(({ sweep }) => sweep === title).sort((a, b) => a.bytes! - b.bytes!);
    const subjects = points[0]!.rows.filter(({ role }) => role === "subject");
    return { title, points, crossovers: subjects.map(({ name }) => ({ row: name, from: crossover(points, name) })) };
  });
}

/**
 * The size from which on a row is faster than every rival, read off the lines between the measured points as a chart
 * with logarithmic axes draws them. The last crossing counts: from there on it stays ahead.
 */
export function crossover(points: readonly QuestionResult[], row: string): number | undefined {
  const leads = points.map((point) => Math.log(fastestRival(point) / timeOf(point, row)));
  const behind = leads.findLastIndex((lead) => lead <= 0);
  if (behind < 0) return 0;
  if (behind === points.length - 1) return undefined;
  const share = -leads[behind]! / (leads[behind + 1]! - leads[behind]!);
  const [below, above] = [Math.log(points[behind]!.bytes!), Math.log(points[behind + 1]!.bytes!)];
  return Math.exp(below + share * (above - below));
}

function fastestRival({ rows }: QuestionResult): number {
  return Math.min(...rows.filter(({ role }) => role === "rival").map(({ time }) => time.median));
}

function timeOf({ rows }: QuestionResult, name: string): number {
  return rows.find((row) => row.name === name)!.time.median;
}
