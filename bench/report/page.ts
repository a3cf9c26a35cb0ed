/**
 * All results as one HTML page without external files: it contains its style and drawings, and no script. Its markup
 * is also well-formed XML.
 */
import { sweepsIn } from "../crossover.ts";
import type { Role } from "../question.ts";
import { isSteady } from "../result.ts";
import { type GroupResult, goalsOf, type Machine, type Report } from "../suite.ts";
import { headlinePicture } from "./headlines.ts";
import { html, Markup } from "./html.ts";
import { bytesText, noiseText } from "./numbers.ts";
import { type GoalState, goalList, questionSection, stateOf } from "./question.ts";
import { STYLE } from "./style.ts";
import { memorySection, sweepSection } from "./sweep.ts";

/** Shows the first run in full, and the others only in the first picture. */
export function page(runs: readonly Report[]): string {
  const { machine, date, isQuick, groups } = runs[0]!;
  return html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<meta name="color-scheme" content="light dark"/>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"/>
<title>varexpand: benchmarks</title>
<style>${new Markup(STYLE)}</style>
</head>
<body>
<header>
<h1>varexpand <span>benchmarks</span></h1>
<p class="lead">${isQuick ? "A quick run, with fewer turns and smaller inputs." : "A full run."} Every answer was verified before anything was timed.</p>
${warnings(runs)}
${facts(machine, date)}
<nav aria-label="Groups"><ul>${groups.map(({ name, title }) => html`<li><a href="#${name}">${title}</a></li>`)}</ul></nav>
</header>
<main>
${headlinePicture(runs)}
${key(groups)}
${groups.map(groupSection)}
${goalSummary(groups)}
</main>
<footer><p>Rows of one question take turns in one process, and are compared turn by turn: what the machine does besides happens to all of them. Ratios say more than times. Measure it yourself: <code>npm run bench</code>.</p></footer>
</body>
</html>
`.text;
}

/** Results that should not be quoted. */
function warnings(runs: readonly Report[]): Markup | undefined {
  const noisy = [noiseText(Math.max(...runs.map(({ noise }) => noise)))].filter((text) => text !== undefined);
  const compared = runs.flatMap(({ groups }) =>
    groups.flatMap(({ questions }) =>
      questions.flatMap(({ rows, baseline, compare }) =>
        rows
          .filter(({ name, role }) => name !== baseline && role === "subject")
          .map(({ ratio, difference }) => (compare === "ratio" ? ratio : difference)),
      ),
    ),
  );
  const unsteady = compared.filter((seen) => !isSteady(seen)).length;
  if (unsteady > 0) {
    noisy.push(
      `The turns of ${unsteady} of ${compared.length} rows differ by more than a quarter: they are marked as unsteady (≈).`,
    );
  }
  return noisy.length === 0 ? undefined : html`<p class="warning">${noisy.join(" ")}</p>`;
}

function facts({ processor, cores, memoryBytes, platform, node }: Machine, date: string): Markup {
  const day = `${date.slice(0, 10)} ${date.slice(11, 16)} UTC`;
  const entries: readonly (readonly [string, string | Markup])[] = [
    ["Processor", `${processor}, ${cores} ${cores === 1 ? "core" : "cores"}`],
    ["Memory", bytesText(memoryBytes)],
    ["System", platform],
    ["Node", node],
    ["Measured", html`<time datetime="${date}">${day}</time>`],
  ];
  return html`<dl>${entries.map(([term, value]) => html`<div><dt>${term}</dt><dd>${value}</dd></div>`)}</dl>`;
}

/** How to read the bars. */
function key(groups: readonly GroupResult[]): Markup | undefined {
  const drawnAsBars = groups.flatMap(({ questions }) => questions.filter(({ sweep }) => sweep === undefined));
  const rows = drawnAsBars.flatMap(({ rows }) => rows);
  if (rows.length === 0) return undefined;
  const sample = (drawing: Markup) => html`<svg width="34" height="14" aria-hidden="true">${drawing}</svg>`;
  const block = (role: Role) => sample(html`<rect class="${role}" x="1" y="1" width="32" height="12" rx="2"/>`);
  const has = (role: Role) => rows.some((row) => row.role === role);
  return html`<section class="key" aria-label="How to read the bars">
<ul>
<li>${block("subject")} varexpand</li>
<li>${block("rival")} others</li>
${has("native") ? html`<li>${block("native")} not JavaScript</li>` : undefined}
${has("guest") ? html`<li>${block("guest")} a guest</li>` : undefined}
${has("limit") ? html`<li>${block("limit")} a limit: less than the work</li>` : undefined}
<li>${sample(html`<line class="baseline" x1="17" x2="17" y1="0" y2="14"/>`)} the baseline</li>
<li>${sample(html`<g class="whisker"><line x1="4" x2="30" y1="7" y2="7"/><line x1="4" x2="4" y1="3" y2="11"/><line x1="30" x2="30" y1="3" y2="11"/></g>`)} half of the turns</li>
<li>${sample(html`<path class="goal" d="M12 3h10l-5 7z"/>`)} the goal</li>
</ul>
<p>A bar is how many times as fast as the baseline a row is: longer is faster. For cold start it is the time on top of Node’s own: shorter is faster.</p>
</section>`;
}

function goalSummary(groups: readonly GroupResult[]): Markup | undefined {
  const goals = goalsOf(groups);
  if (goals.length === 0) return undefined;
  const reached = goals.filter((goal) => goal.reached);
  const missed = goals.filter((goal) => !goal.reached);
  return html`<section class="summary" aria-labelledby="goals">
<h2 id="goals">${reached.length} of ${goals.length} goals reached</h2>
<ol class="strip" aria-hidden="true">${[...reached, ...missed].map((goal) => html`<li class="${stateOf(goal)}"></li>`)}</ol>
${goalDetails("missed", missed.length, groups)}${goalDetails("reached", reached.length, groups)}
</section>`;
}

/** The goals of one state, below the titles of their questions. */
function goalDetails(state: GoalState, count: number, groups: readonly GroupResult[]): Markup | undefined {
  if (count === 0) return undefined;
  const questions = groups.flatMap((group) =>
    group.questions.map(({ title, goals }, i) => ({
      title,
      id: idOf(group, i),
      goals: goals.filter((goal) => stateOf(goal) === state),
    })),
  );
  return html`<details><summary>${count} ${state}</summary>${questions
    .filter(({ goals }) => goals.length > 0)
    .map(({ title, id, goals }) => html`<p><a href="#${id}">${title}</a></p>${goalList(goals)}`)}</details>`;
}

function groupSection(group: GroupResult): Markup {
  const sweeps = sweepsIn(group.questions);
  return html`<section class="group" id="${group.name}" aria-labelledby="${group.name}-title">
<h2 id="${group.name}-title">${group.title}</h2>
${sweeps.map((sweep, i) => sweepSection(sweep, `${group.name}-sweep-${i + 1}`))}
${group.memory === undefined ? undefined : memorySection(group.memory, `${group.name}-sweep`)}
${group.questions.map((question, i) =>
  question.sweep === undefined ? questionSection(question, idOf(group, i)) : undefined,
)}
</section>
`;
}

function idOf({ name }: GroupResult, index: number): string {
  return `${name}-${index + 1}`;
}
