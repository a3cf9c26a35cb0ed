/** The tables of the README and of docs/benchmarks.md: where varexpand is faster, and where it is not. */
import { type Headline, headlinesOf } from "../headlines.ts";
import type { Report } from "../report.ts";
import { isSteady, type QuestionResult, type Spread } from "../result.ts";
import { rounded } from "./numbers.ts";

/** Precedes a number that should not be quoted. */
const UNSTEADY = "≈";

/** As Markdown, with a column for each run; undefined if nothing of it was measured. */
export function headlineTable(runs: readonly Report[]): string | undefined {
  const rows = headlineRows(runs);
  return rows.length === 0 ? undefined : markdown(rows);
}

/** The heads, and a row for each line. */
export function headlineRows(runs: readonly Report[]): string[][] {
  const columns = runs.map(headlinesOf);
  const lines = columns[0]!;
  if (lines.length === 0) return [];
  const texts = (line: number) => columns.map((each) => textOf(each[line]!));
  // The versions of Node.js can have goals of their own.
  const goals = (line: number) => [...new Set(columns.map((each) => goalsOf(each[line]!)))].join("; ");
  return [
    ["question", "against", "goal", ...runs.map(nameOf)],
    ...lines.map((line, i) => [line.question, line.against, goals(i), ...texts(i)]),
  ];
}

/** The README's rows: those that every run measured reliably. */
export function readmeTable(runs: readonly Report[]): string {
  const columns = runs.map(headlinesOf);
  const rows = columns[0]!.flatMap(({ isInReadme, question, against }, i) => {
    const all = columns.map((each) => each[i]!);
    const isReliable = all.every(({ cells }) => cells.every(({ seen }) => seen !== undefined && isSteady(seen)));
    return isInReadme && isReliable ? [[question, against, ...all.map(textOf)]] : [];
  });
  return markdown([["question", "against", ...runs.map(nameOf)], ...rows]);
}

function goalsOf({ cells, isDifference }: Headline): string {
  if (cells.every(({ goal }) => goal === undefined)) return "";
  return cells.map(({ goal }) => (goal === undefined ? "-" : rounded(isDifference ? goal / 1e6 : goal))).join(" / ");
}

function textOf({ cells, isDifference }: Headline): string {
  return cells.map(({ seen }) => (seen === undefined ? "-" : quotable(seen, isDifference ? 1e6 : 1))).join(" / ");
}

function quotable(seen: Spread, unit = 1): string {
  return `${isSteady(seen) ? "" : UNSTEADY}${rounded(seen.median / unit)}`;
}

function nameOf({ machine }: Report): string {
  return `Node ${machine.node.replace(/^v(\d+).*/, "$1")}`;
}

/** How many times as fast as `compileText` each template engine is; undefined if it was not measured. */
export function engineTable(runs: readonly Report[]): string | undefined {
  const columns = ["as strings", "as bytes", "in workerd"].flatMap((kind) =>
    runs.map((run) => {
      const questions = run.groups.find(({ name }) => name === "engines")?.questions ?? [];
      return { head: `${kind}, ${nameOf(run)}`, questions: questions.filter(({ title }) => title.endsWith(kind)) };
    }),
  );
  // The version of Node.js does not matter to workerd.
  columns.length -= runs.length - 1;
  if (columns.some(({ questions }) => questions.length === 0)) return undefined;
  columns.at(-1)!.head = "in workerd, the mail";
  const { rows, leftOut } = columns[0]!.questions[0]!;
  return markdown([
    ["engine", ...columns.map(({ head }) => head)],
    ...[...rows, ...leftOut].map(({ name }) => [
      name,
      ...columns.map(({ questions }) => questions.map((question) => engineCell(question, name)).join(" / ")),
    ]),
  ]);
}

function engineCell({ rows, baseline }: QuestionResult, name: string): string {
  const row = rows.find((row) => row.name === name);
  if (row === undefined) return "does not run";
  return name === baseline ? "1" : quotable(row.ratio);
}

function markdown(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const line = (row: readonly string[]) => `| ${row.map((cell, i) => cell.padEnd(widths[i]!)).join(" | ")} |`;
  const [head, ...body] = rows.map(line);
  return [head, `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`, ...body].join("\n");
}
