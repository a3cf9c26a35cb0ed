/**
 * One horizontal bar with the quartiles as a whisker. Lengths are percentages, so that a bar fits any screen and
 * its strokes and text keep their size.
 */
import type { Role } from "../question.ts";
import type { Spread } from "../result.ts";
import { html, type Markup } from "./html.ts";

export interface Bar {
  readonly role: Role;
  readonly seen: Spread;
  /** The value at the right end. A longer bar is cut and marked as cut. */
  readonly end: number;
  /** Where the baseline is. */
  readonly baseline: number;
  readonly goal?: number | undefined;
  /** The bar in words, for screen readers. */
  readonly title: string;
}

export function bar({ role, seen, end, baseline, goal, title }: Bar): Markup {
  const at = (value: number) => `${(Math.min(1, Math.max(0, value / end)) * 100).toFixed(2)}%`;
  const isCut = seen.median > end;
  // The inner drawing's y axis begins in the middle: a bar may have any height.
  return html`<span class="bar"><svg role="img"><title>${title}</title>
<line class="baseline" x1="${at(baseline)}" x2="${at(baseline)}" y1="0" y2="100%"/>
<svg y="50%" overflow="visible"><rect class="${role}" x="0" y="-6" width="${at(seen.median)}" height="12" rx="2"/>
${isCut ? cut() : seen.low < seen.high ? whisker(at(seen.low), at(seen.high)) : undefined}${goal === undefined ? undefined : goalMark(at(goal))}</svg></svg></span>`;
}

function whisker(low: string, high: string): Markup {
  const cap = (x: string) => html`<line x1="${x}" x2="${x}" y1="-4" y2="4"/>`;
  return html`<g class="whisker"><line x1="${low}" x2="${high}" y1="0" y2="0"/>${cap(low)}${cap(high)}</g>`;
}

/** A gap between two slanted strokes: the mark of a bar that was cut. */
function cut(): Markup {
  return html`<svg x="100%" overflow="visible"><path class="cut" d="M-18 9l6 -18h5l-6 18z"/><path class="cut-edge" d="M-18 9l6 -18M-13 9l6 -18"/></svg>`;
}

/** A triangle that points down at the bar. */
function goalMark(x: string): Markup {
  return html`<svg x="${x}" overflow="visible"><path class="goal" d="M-5 -11h10l-5 7z"/></svg>`;
}
