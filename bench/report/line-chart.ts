/** Something against input size, both on logarithmic axes. */
import type { Crossover } from "../crossover.ts";
import type { RowResult } from "../result.ts";
import { html, type Markup } from "./html.ts";
import { bytesText, crossoverText } from "./numbers.ts";

/** What is drawn: throughput, or memory. */
export interface Chart {
  readonly title: string;
  /** What the vertical axis counts. */
  readonly unit: string;
  readonly rows: readonly Pick<RowResult, "name" | "role">[];
  /** By size, the values of the rows that were measured there. */
  readonly points: readonly ChartPoint[];
  readonly crossovers: readonly Crossover[];
}

export interface ChartPoint {
  readonly bytes: number;
  readonly values: ReadonlyMap<string, number>;
}

export interface ChartSize {
  readonly width: number;
  readonly height: number;
  /** Room at the right for the names of the lines; 0 leaves them out. */
  readonly names: number;
}

/** The shape of a line's points, which distinguishes lines besides their colour; within 5 units of the middle. */
const SHAPES = [
  "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z",
  "M-3.5 -3.5h7v7h-7z",
  "M0 -4.5l4.5 8h-9z",
  "M0 -5l5 5l-5 5l-5 -5z",
  "M0 4.5l4.5 -8h-9z",
  "M-4 -1h3v-3h2v3h3v2h-3v3h-2v-3h-3z",
];

/** How a line is drawn; also for a legend. */
export function lineClass(index: number, role: RowResult["role"]): string {
  return `line line-${index % SHAPES.length} ${role}`;
}

export function marker(index: number, x: number, y: number): Markup {
  return html`<path class="point" transform="translate(${x.toFixed(1)} ${y.toFixed(1)})" d="${SHAPES[index % SHAPES.length]}"/>`;
}

const MARGIN = { top: 26, right: 14, bottom: 44, left: 46 };
/** Names of lines are at least this far apart. */
const LINE_HEIGHT = 17;

export function lineChart(chart: Chart, { width, height, names }: ChartSize): Markup {
  const { points, rows, crossovers } = chart;
  const sizes = points.map(({ bytes }) => bytes);
  const all = points.flatMap(({ values }) => [...values.values()]);
  const right = width - MARGIN.right - names;
  const bottom = height - MARGIN.bottom;
  const x = logarithmic([sizes[0]!, sizes.at(-1)!], [MARGIN.left, right]);
  const y = logarithmic([Math.min(...all) * 0.85, Math.max(...all) * 1.15], [bottom, MARGIN.top]);

  const lines = rows.map((row, index) => {
    const places = points.flatMap((point) => {
      const value = point.values.get(row.name);
      return value === undefined ? [] : [[x(point.bytes), y(value)] as const];
    });
    return { row, index, places };
  });
  const found = crossovers.flatMap(({ row, from }) =>
    from === undefined || from < sizes[0]! ? [] : [{ row, from, value: valueBetween(points, row, from) }],
  );
  const first = found.reduce((best, each) => (best === undefined || each.from < best.from ? each : best), found[0]);

  return html`<svg viewBox="0 0 ${width} ${height}" width="${width}" role="img">
<title>${chart.title}. ${crossovers.map((each) => `${crossoverText(each)}. `).join("")}</title>
${valueAxis(y, chart.unit, MARGIN.left, right)}${sizeAxis(sizes, x, bottom, (right - MARGIN.left) / 44)}
${first === undefined ? undefined : crossoverLine(x(first.from), bottom, `fastest from ${bytesText(Math.round(first.from))}`)}
${lines.map(
  ({ row, index, places }) => html`<g class="${lineClass(index, row.role)}"><title>${row.name}</title>
<path d="${places.map(([x, y], i) => `${i === 0 ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`).join("")}"/>
${places.map(([x, y]) => marker(index, x, y))}</g>`,
)}
${found.map(
  ({ row, from, value }) =>
    html`<circle class="crossover" cx="${x(from).toFixed(1)}" cy="${y(value).toFixed(1)}" r="8"><title>${crossoverText({ row, from })}</title></circle>`,
)}
${names > 0 ? lineNames(lines, right + 12, bottom) : undefined}
</svg>`;
}

function logarithmic([from, to]: readonly [number, number], [start, end]: readonly [number, number]) {
  // A single size has no range: every point is at the left.
  const length = Math.log(to / from) || 1;
  return Object.assign((value: number) => start + (Math.log(value / from) / length) * (end - start), { from, to });
}

type Axis = ReturnType<typeof logarithmic>;

function valueAxis(y: Axis, unit: string, left: number, right: number): Markup {
  const ticks: Markup[] = [];
  for (let decade = Math.floor(Math.log10(y.from)); 10 ** decade <= y.to; decade++) {
    for (const step of [1, 2, 5]) {
      const value = step * 10 ** decade;
      if (value < y.from || value > y.to) continue;
      const at = y(value).toFixed(1);
      ticks.push(html`<line class="${step === 1 ? "grid" : "grid minor"}" x1="${left}" x2="${right}" y1="${at}" y2="${at}"/>
<text x="${left - 8}" y="${at}" dy="0.35em" text-anchor="end">${Number(value.toPrecision(1))}</text>`);
    }
  }
  return html`${ticks}<text x="2" y="12">${unit}</text>`;
}

/** Sizes below the axis, as many as have room. */
function sizeAxis(sizes: readonly number[], x: Axis, bottom: number, room: number): Markup {
  const every = Math.ceil(sizes.length / Math.max(1, Math.floor(room)));
  return html`${sizes.map((size, i) => {
    const at = x(size).toFixed(1);
    const label =
      i % every === 0
        ? html`<text x="${at}" y="${bottom + 19}" text-anchor="middle">${bytesText(size)}</text>`
        : undefined;
    return html`<line class="tick" x1="${at}" x2="${at}" y1="${bottom}" y2="${bottom + 4}"/>${label}`;
  })}<line class="axis" x1="${x(x.from)}" x2="${x(x.to)}" y1="${bottom}" y2="${bottom}"/>
<text x="${(x(x.from) + x(x.to)) / 2}" y="${bottom + 38}" text-anchor="middle">input</text>`;
}

function crossoverLine(at: number, bottom: number, text: string): Markup {
  return html`<line class="crossover-line" x1="${at.toFixed(1)}" x2="${at.toFixed(1)}" y1="${MARGIN.top - 8}" y2="${bottom}"/>
<text class="strong" x="${(at + 6).toFixed(1)}" y="${MARGIN.top - 4}">${text}</text>`;
}

interface Line {
  readonly row: Chart["rows"][number];
  readonly index: number;
  readonly places: readonly (readonly [x: number, y: number])[];
}

/** Each line's name beside its end, moved up or down where two would touch. */
function lineNames(lines: readonly Line[], left: number, bottom: number): Markup {
  const labels = lines
    .filter(({ places }) => places.length > 0)
    .map(({ row, index, places }) => ({ row, index, end: places.at(-1)![1], y: 0 }))
    .sort((a, b) => a.end - b.end);
  let free = MARGIN.top;
  for (const label of labels) {
    label.y = Math.max(label.end, free);
    free = label.y + LINE_HEIGHT;
  }
  for (let i = labels.length - 1, least = bottom; i >= 0; i--, least -= LINE_HEIGHT) {
    labels[i]!.y = Math.min(labels[i]!.y, least);
    least = Math.min(least, labels[i]!.y);
  }
  return html`${labels.map(
    ({ row, index, end, y }) => html`<g class="${lineClass(index, row.role)}">
<path class="lead" d="M${left - 6} ${end.toFixed(1)}L${left + 2} ${y.toFixed(1)}"/>
<text x="${left + 6}" y="${y.toFixed(1)}" dy="0.35em">${row.name}</text></g>`,
  )}`;
}

/** Where a row's line is between two measured sizes. */
function valueBetween(points: readonly ChartPoint[], row: string, size: number): number {
  const above = Math.max(
    1,
    points.findIndex(({ bytes }) => bytes >= size),
  );
  const [a, b] = [points[above - 1]!, points[above]!];
  const share = Math.log(size / a.bytes) / Math.log(b.bytes / a.bytes);
  return a.values.get(row)! ** (1 - share) * b.values.get(row)! ** share;
}
