/** All results as one HTML page without external files and scripts. Its markup is also well-formed XML. */
import { sweepsIn } from "../crossover.ts";
import type { GroupResult, Report } from "../report.ts";
import { memoryCells, questionCells, sweepCells, type Table } from "./cells.ts";
import { headlineRows } from "./headlines.ts";
import { html, Markup } from "./html.ts";
import { limitText, machineText, noiseText } from "./numbers.ts";
import { STYLE } from "./style.ts";

/** Shows the first run in full, and the others only in the first table. */
export function page(runs: readonly Report[]): string {
  const { machine, copying, date, isQuick, groups } = runs[0]!;
  const noise = noiseText(Math.max(...runs.map(({ noise }) => noise)));
  return html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"/>
<title>varexpand: benchmarks</title>
<style>${new Markup(STYLE)}</style>
</head>
<body>
<header>
<h1>varexpand benchmarks</h1>
<p>${isQuick ? "A quick run, with fewer turns and smaller inputs." : "A full run."} Every answer was verified before anything was timed. Rows of one question take turns in one process; only ratios within a question are meaningful.</p>
${noise && html`<p class="warning">${noise}</p>`}
<p class="note">${machineText(machine)}, <time datetime="${date}">${date.slice(0, 10)}</time>. ${limitText(copying)}.</p>
<nav aria-label="Groups">${groups.map(({ name, title }) => html`<a href="#${name}">${title}</a> `)}</nav>
</header>
<main>
${headlines(runs)}
${groups.map(groupSection)}
</main>
</body>
</html>
`.text;
}

function headlines(runs: readonly Report[]): Markup | undefined {
  const [heads, ...rows] = headlineRows(runs);
  if (heads === undefined) return undefined;
  const cells = (texts: readonly string[]) =>
    texts.map((text) => html`<td class="text">${text.replaceAll("`", "")}</td>`);
  return html`<section aria-labelledby="answer"><h2 id="answer">How many times as fast</h2>
<p class="note">Below 1, varexpand is slower. A number marked with ≈ is not reliable.</p>
<div class="scroll"><table><thead><tr>${heads.map((text) => html`<th scope="col" class="text">${text}</th>`)}</tr></thead>
<tbody>${rows.map(([question, ...rest]) => html`<tr><th scope="row">${question!.replaceAll("`", "")}</th>${cells(rest)}</tr>`)}</tbody></table></div></section>`;
}

function groupSection({ name, title, questions, memory }: GroupResult): Markup {
  const tables = [
    ...sweepsIn(questions).map(sweepCells),
    ...(memory === undefined ? [] : [memoryCells(memory)]),
    ...questions.filter(({ sweep }) => sweep === undefined).map(questionCells),
  ];
  return html`<section id="${name}"><h2>${title}</h2>
${tables.map(tableOf)}
</section>
`;
}

function tableOf({ title, heads, rows, notes }: Table): Markup {
  return html`<h3>${title}</h3>
<div class="scroll"><table>${heads && html`<thead><tr><th scope="col">input</th>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>`}
<tbody>${rows.map(
    ({ name, role, cells, bar }) => html`
<tr class="${role}"><th scope="row">${name}</th>${bar === undefined ? undefined : html`<td class="bar"><i style="width: ${(bar * 100).toFixed(1)}%"></i></td>`}${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`,
  )}</tbody></table></div>
${notes.map(({ text, kind }) => html`<p class="${kind === "problem" || kind === "missed" ? "bad" : "note"}">${text}</p>`)}`;
}
