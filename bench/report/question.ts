/** One question: its rows as bars, and whether its goals were reached. */
import type { Goal, LeftOut } from "../question.ts";
import { type GoalResult, isSteady, type QuestionResult, type RowResult, type Spread } from "../result.ts";
import { bar } from "./bar.ts";
import { html, type Markup } from "./html.ts";
import { digits, duration, eachText, milliseconds, rounded } from "./numbers.ts";

export function questionSection(result: QuestionResult, id: string): Markup {
  return html`<article id="${id}">
<h3>${result.title}</h3>
${result.skipped === undefined ? undefined : html`<p class="note">Skipped: ${result.skipped}.</p>`}
${result.rows.length > 0 ? bars(result) : undefined}
${leftOutList(result.leftOut)}
${goalList(result.goals)}
</article>
`;
}

export function leftOutList(leftOut: readonly LeftOut[]): Markup | undefined {
  if (leftOut.length === 0) return undefined;
  return html`<ul class="goals">${leftOut.map(
    ({ name, reason }) => html`<li class="missed">Left out: <b>${name}</b>: ${reason}</li>`,
  )}</ul>`;
}

function bars(result: QuestionResult): Markup {
  const { rows, baseline, compare, goals, items } = result;
  const seenOf = (row: RowResult) => (compare === "ratio" ? row.ratio : row.difference);
  const goalOf = (row: RowResult) => {
    const goal = goals.find((goal) => goal.row === row.name && goal.against === baseline);
    return goal && target(goal);
  };
  // A limit may be so far away that the other bars would all look equally short.
  const shown = rows.filter(({ role }) => role !== "limit");
  const ends = (shown.length > 0 ? shown : rows).flatMap((row) => [seenOf(row).high, goalOf(row) ?? 0]);
  const end = Math.max(...ends, compare === "ratio" ? 1 : 0) * 1.02;
  return html`<ol class="bars">${rows.map((row) => {
    const isBaseline = row.name === baseline;
    const seen = seenOf(row);
    const words = isBaseline ? "the baseline" : inWords(seen, compare, baseline);
    return html`
<li class="${row.role}"><span class="name">${row.name}${tagOf(row, baseline)}</span>
${bar({ role: row.role, seen, end, baseline: compare === "ratio" ? 1 : 0, goal: goalOf(row), title: `${row.name}: ${words}` })}
<span class="ratio"><b>${compare === "ratio" ? `${digits(seen.median)}×` : milliseconds(seen.median)}</b>${
      row.role === "subject" && !isBaseline ? verdict(seen, compare) : undefined
    }</span>
<span class="detail">${duration(row.time.median)}${throughput(row)}${items && html`<br/>${eachText(row.time.median, items)}`}</span></li>`;
  })}
</ol>`;
}

function tagOf({ name, role }: RowResult, baseline: string): Markup | undefined {
  if (name === baseline) return tag("baseline");
  return role === "limit" || role === "guest" ? tag(role) : undefined;
}

function tag(text: string): Markup {
  return html` <span class="tag">${text}</span>`;
}

/** Whether the turns agree. */
function verdict(seen: Spread, compare: QuestionResult["compare"]): Markup | undefined {
  const [faster, equal, slower] = compare === "ratio" ? ["faster", "about equal", "slower"] : [];
  const word = !isSteady(seen) ? "unsteady" : seen.low > 1 ? faster : seen.high < 1 ? slower : equal;
  if (word === undefined) return undefined;
  return html` <span class="verdict">${word}</span>`;
}

function throughput({ gigabytesPerSecond }: RowResult): string {
  return gigabytesPerSecond === undefined ? "" : `, ${digits(gigabytesPerSecond)} GB/s`;
}

function inWords({ median, low, high }: Spread, compare: QuestionResult["compare"], baseline: string): string {
  return compare === "ratio"
    ? `${digits(median)} times as fast as ${baseline}, quartiles ${digits(low)} and ${digits(high)}`
    : `${milliseconds(median)} over ${baseline}, quartiles ${milliseconds(low)} and ${milliseconds(high)}`;
}

export type GoalState = "reached" | "missed";

export function stateOf({ reached }: GoalResult): GoalState {
  return reached ? "reached" : "missed";
}

/** Each goal and its measured value. */
export function goalList(goals: readonly GoalResult[]): Markup | undefined {
  if (goals.length === 0) return undefined;
  return html`<ul class="goals">${goals.map((goal) => html`<li class="${stateOf(goal)}">${goalSentence(goal)}</li>`)}</ul>`;
}

function goalSentence(goal: GoalResult): Markup {
  const { row, against, seen, reached } = goal;
  const [was, wanted] =
    "atLeast" in goal
      ? [`${digits(seen.median)}×`, `at least ${rounded(goal.atLeast)}×`]
      : [milliseconds(seen.median), `at most ${milliseconds(goal.atMost)}`];
  return html`${reached ? "Reached" : "Missed"}: <b>${row}</b> against ${against}, <b>${was}</b> of ${wanted}`;
}

function target(goal: Goal): number {
  return "atLeast" in goal ? goal.atLeast : goal.atMost;
}
