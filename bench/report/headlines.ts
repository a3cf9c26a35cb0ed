/** The README's table, and the picture that the page opens with: where varexpand is faster, and where it is not. */
import { type Cell, type Headline, headlinesOf } from "../headlines.ts";
import { isSteady } from "../result.ts";
import type { Report } from "../suite.ts";
import { html, type Markup } from "./html.ts";
import { digits, rounded } from "./numbers.ts";

/** Precedes a number that should not be quoted. */
const UNSTEADY = "≈";

/** The README's table as Markdown, with a column for each run; undefined if nothing of it was measured. */
export function headlineTable(runs: readonly Report[]): string | undefined {
  const columns = runs.map(headlinesOf);
  const lines = columns[0]!;
  if (lines.length === 0) return undefined;
  const rows = lines.map(({ question, against }, line) => [
    question,
    against,
    ...columns.map((each) => cells(each[line]!)),
  ]);
  return markdown([["question", "against", ...runs.map(nameOf)], ...rows]);
}

function cells({ cells, isDifference }: Headline): string {
  const texts = cells.map(({ seen }) =>
    seen === undefined
      ? "-"
      : `${isSteady(seen) ? "" : UNSTEADY}${rounded(isDifference ? seen.median / 1e6 : seen.median)}`,
  );
  return texts.join(" / ");
}

function nameOf({ machine }: Report): string {
  return `Node ${machine.node.replace(/^v(\d+).*/, "$1")}`;
}

function markdown(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const line = (row: readonly string[]) => `| ${row.map((cell, i) => cell.padEnd(widths[i]!)).join(" | ")} |`;
  const [head, ...body] = rows.map(line);
  return [head, `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`, ...body].join("\n");
}

/** Bars to the right where varexpand is faster, and to the left where it is slower; every step is a doubling. */
export function headlinePicture(runs: readonly Report[]): Markup | undefined {
  const [lines, ...others] = runs.map((run) => headlinesOf(run).filter(({ isDifference }) => !isDifference));
  if (lines === undefined || lines.length === 0) return undefined;
  const all = lines.flatMap(({ cells }) => cells.flatMap(({ seen }) => (seen === undefined ? [] : [seen.median])));
  const [slowest, fastest] = [Math.min(0.5, ...all), Math.max(2, ...all)];
  const at = (value: number) => (Math.log(value / slowest) / Math.log(fastest / slowest)) * 100;
  const [name, ...otherNames] = runs.map(nameOf);
  const headings = headingsOf(lines);
  return html`<section class="answer" aria-labelledby="answer">
<h2 id="answer">How many times as fast</h2>
<p class="note">${name}. Right of the line, varexpand is faster; left of it, slower. The scale is logarithmic.</p>
${lines.map(
  ({ against, cells }, line) => html`<h3>${headings[line]}, against ${against.replaceAll("`", "")}</h3>
<ol class="bars">${cells.map((cell, i) =>
    cell.seen === undefined
      ? html`<li><span class="name">${cell.name}</span><span class="bar"></span><span class="ratio">not measured</span></li>`
      : barOf(
          cell,
          at,
          others.map((each, run) => otherText(otherNames[run]!, each[line]!.cells[i]!)),
        ),
  )}</ol>`,
)}
</section>
`;
}

/** The subjects of the lines, without the parts that differ between cells. "the same" refers to the previous line. */
function headingsOf(lines: readonly Headline[]): string[] {
  let before = "";
  return lines.map(({ question }) => {
    const [own] = question.split(":");
    if (!own!.startsWith("the same")) before = own!;
    return own!.startsWith("the same") ? before + own!.slice("the same".length) : own!;
  });
}

function barOf({ name, seen }: Cell, at: (value: number) => number, others: readonly string[]): Markup {
  const { median } = seen!;
  const [from, to] = median < 1 ? [at(median), at(1)] : [at(1), at(median)];
  const kind = median < 1 ? "slower" : "subject";
  return html`
<li class="subject"><span class="name">${name}</span>
<span class="bar"><svg role="img"><title>${name} ${digits(median)} times as fast</title>
<line class="one" x1="${at(1).toFixed(2)}%" x2="${at(1).toFixed(2)}%" y1="0" y2="100%"/>
<svg y="50%" overflow="visible"><rect class="${kind}" x="${from.toFixed(2)}%" y="-6" width="${(to - from).toFixed(2)}%" height="12" rx="2"/></svg></svg></span>
<span class="ratio"><b>${isSteady(seen!) ? "" : UNSTEADY}${digits(median)}×</b></span>
<span class="detail">${others.join(", ")}</span></li>`;
}

function otherText(run: string, { seen }: Cell): string {
  return seen === undefined ? "" : `${run}: ${isSteady(seen) ? "" : UNSTEADY}${digits(seen.median)}×`;
}
