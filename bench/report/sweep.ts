/** Values over input sizes: one chart for wide screens, one for narrow ones, and the numbers. */
import type { Sweep } from "../crossover.ts";
import type { MemorySweep } from "../memory.ts";
import type { LeftOut } from "../question.ts";
import { html, type Markup } from "./html.ts";
import { type Chart, lineChart, lineClass, marker } from "./line-chart.ts";
import { bytesText, crossoverText, digits } from "./numbers.ts";
import { leftOutList } from "./question.ts";

export function sweepSection({ title, rows, crossovers, points, leftOut }: Sweep, id: string): Markup {
  const speeds = points.map((point) => ({
    bytes: point.bytes!,
    values: new Map(point.rows.map(({ name, gigabytesPerSecond }) => [name, gigabytesPerSecond!])),
  }));
  return chartSection({ title, unit: "GB/s", rows, crossovers, points: speeds }, id, leftOut);
}

export function memorySection({ title, rows, points }: MemorySweep, id: string): Markup {
  const mebibytes = points.map(({ bytes, peaks }) => ({
    bytes,
    values: new Map(Object.entries(peaks).map(([name, peak]) => [name, peak / 2 ** 20])),
  }));
  return chartSection({ title, unit: "MiB", rows, crossovers: [], points: mebibytes }, id, []);
}

function chartSection(chart: Chart, id: string, leftOut: readonly LeftOut[]): Markup {
  const { title, unit, crossovers } = chart;
  const found = crossovers.map((each) => html`<li class="crossover">${crossoverText(each)}</li>`);
  return html`<article id="${id}">
<h3>${title}</h3>
<div class="chart wide">${lineChart(chart, { width: 860, height: 440, names: 206 })}</div>
<div class="chart narrow">${lineChart(chart, { width: 360, height: 380, names: 0 })}${legend(chart)}</div>
${found.length > 0 ? html`<ul class="goals">${found}</ul>` : undefined}
${leftOutList(leftOut)}
<details><summary>The numbers, in ${unit}</summary>${numbers(chart)}</details>
</article>
`;
}

function legend({ rows }: Chart): Markup {
  return html`<ul class="legend">${rows.map(
    ({ name, role }, index) =>
      html`<li><svg width="34" height="14" aria-hidden="true"><g class="${lineClass(index, role)}"><path d="M1 7H33"/>${marker(index, 17, 7)}</g></svg> ${name}</li>`,
  )}</ul>`;
}

function numbers({ points, rows }: Chart): Markup {
  return html`<div class="scroll"><table>
<thead><tr><th scope="col">input</th>${rows.map(({ name }) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${points.map(
    ({ bytes, values }) => html`
<tr><th scope="row">${bytesText(bytes)}</th>${rows.map(({ name }) => html`<td>${text(values.get(name))}</td>`)}</tr>`,
  )}</tbody>
</table></div>`;
}

function text(value: number | undefined): string {
  return value === undefined ? "" : digits(value);
}
