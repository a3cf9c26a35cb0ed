/** A sweep over input sizes: one chart for wide screens, one for narrow ones, and the numbers. */
import type { Sweep } from "../crossover.ts";
import { html, type Markup } from "./html.ts";
import { lineChart, lineClass, marker, speedText } from "./line-chart.ts";
import { bytesText, crossoverText } from "./numbers.ts";
import { leftOutList } from "./question.ts";

export function sweepSection(sweep: Sweep, id: string): Markup {
  const { title, crossovers, leftOut } = sweep;
  return html`<article id="${id}">
<h3>${title}</h3>
<div class="chart wide">${lineChart(sweep, { width: 860, height: 440, names: 206 })}</div>
<div class="chart narrow">${lineChart(sweep, { width: 360, height: 380, names: 0 })}${legend(sweep)}</div>
<ul class="goals">${crossovers.map((each) => html`<li class="crossover">${crossoverText(each)}</li>`)}</ul>
${leftOutList(leftOut)}
<details><summary>The numbers, in GB/s</summary>${numbers(sweep)}</details>
</article>
`;
}

function legend({ rows }: Sweep): Markup {
  return html`<ul class="legend">${rows.map(
    ({ name, role }, index) =>
      html`<li><svg width="34" height="14" aria-hidden="true"><g class="${lineClass(index, role)}"><path d="M1 7H33"/>${marker(index, 17, 7)}</g></svg> ${name}</li>`,
  )}</ul>`;
}

function numbers({ points, rows }: Sweep): Markup {
  return html`<div class="scroll"><table>
<thead><tr><th scope="col">input</th>${rows.map(({ name }) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${points.map(
    (point) => html`
<tr><th scope="row">${bytesText(point.bytes!)}</th>${rows.map(({ name }) => html`<td>${speedText(point, name)}</td>`)}</tr>`,
  )}</tbody>
</table></div>`;
}
