/** The page's style. Colours differ for every kind of colour vision, and no information is in colour alone. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --paper: #ffffff; --ink: #1c2128; --soft: #59616c; --line: #d5d9df; --card: #f5f6f8;
  --subject: #2f7fc4; --rival: #939aa4; --native: #5a4fb0; --guest: #c2700a; --mark: #1d2126;
  --reached: #1a7a4c; --missed: #b3470b;
  --line-0: #0072b2; --line-1: #00795c; --line-2: #c24e00; --line-3: #5a4fb0; --line-4: #8a6a00; --line-5: #a8326f;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #14171c; --ink: #e3e7ed; --soft: #9aa4b1; --line: #353c47; --card: #1b1f26;
    --subject: #4b9fe0; --rival: #6d7681; --native: #a79df5; --guest: #e69f00; --mark: #ffffff;
    --reached: #4cc38a; --missed: #f2934d;
    --line-0: #56b4e9; --line-1: #2fc49a; --line-2: #f5803e; --line-3: #a79df5; --line-4: #d9b13b; --line-5: #e887b8;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body {
  margin: 0 auto; padding: 3.5rem 1.5rem 4rem; max-width: 58rem;
  background: var(--paper); color: var(--ink);
  font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
  font-variant-numeric: tabular-nums;
}
h1 { margin: 0; font-size: 2.25rem; line-height: 1.1; letter-spacing: -0.025em; font-weight: 700; }
h1 span { color: var(--soft); font-weight: 300; }
h2 { margin: 0 0 1rem; font-size: 1.35rem; letter-spacing: -0.012em; line-height: 1.25; }
h3 { margin: 0 0 .75rem; font-size: 1rem; font-weight: 600; }
a { color: inherit; text-decoration-color: var(--soft); text-underline-offset: .2em; text-decoration-thickness: 1px; }
a:hover { text-decoration-color: currentColor; }
:focus-visible { outline: 2px solid var(--subject); outline-offset: 3px; border-radius: 2px; }
ul, ol { list-style: none; margin: 0; padding: 0; }
code { font: .92em ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
.lead { margin: .75rem 0 0; color: var(--soft); }
dl { display: flex; flex-wrap: wrap; gap: .75rem 2.25rem; margin: 1.75rem 0 0; }
dt { font-size: .8rem; color: var(--soft); }
dd { margin: 0; font-weight: 500; }
nav { margin-top: 1.75rem; padding-top: 1rem; border-top: 1px solid var(--line); font-size: .9rem; }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; }
nav a { display: inline-block; padding: .2rem 0; text-decoration: none; }
nav a:hover { text-decoration: underline; }
.warning { margin: 1rem 0 0; padding: .6rem .9rem; border: 1px solid var(--missed); border-left-width: 5px; border-radius: 4px; }
.answer { margin-top: 2.25rem; }
.answer h3 { margin: 1.1rem 0 .2rem; font-size: .9rem; }
.summary { margin-top: 2.5rem; padding: 1.5rem; background: var(--card); border: 1px solid var(--line); border-radius: 12px; }
.strip { display: flex; gap: 3px; margin-bottom: 1rem; }
.strip li { flex: 1; height: 12px; border-radius: 2px; border: 1.5px solid; }
.strip .reached { background: var(--reached); border-color: var(--reached); }
.strip .missed { border-color: var(--missed); }
details > summary { cursor: pointer; padding: .3rem 0; color: var(--soft); }
details[open] > summary { margin-bottom: .5rem; }
.goals { margin: .5rem 0 0; font-size: .875rem; color: var(--soft); }
.goals li { position: relative; padding: .15rem 0 .15rem 1.5rem; }
.goals b { font-weight: 600; color: var(--ink); }
details p { margin: .75rem 0 0; font-size: .9rem; }
details p + .goals { margin-top: .1rem; }
.goals li::before { position: absolute; left: .15rem; font-weight: 700; }
.goals .reached::before { content: "\\2713"; color: var(--reached); }
.goals .missed::before { content: "\\2715"; color: var(--missed); }
.goals .crossover::before { content: "\\25EF"; font-size: .7em; top: .5em; color: var(--ink); }
.key { margin-top: 2rem; font-size: .875rem; color: var(--soft); }
.key ul { display: flex; flex-wrap: wrap; gap: .4rem 1.5rem; }
.key li { display: flex; align-items: center; gap: .5rem; }
.key p { margin: .6rem 0 0; }
.group { margin-top: 3.25rem; padding-top: 2rem; border-top: 1px solid var(--line); scroll-margin-top: 1rem; }
article { margin-top: 2rem; scroll-margin-top: 1rem; }
.group > h2 + article { margin-top: 0; }
.note { margin: 0; color: var(--soft); }
.bars li { display: grid; align-items: center; gap: 0 1rem; grid-template: "name bar ratio detail" / 15.5rem 1fr 7.5rem 8.75rem; }
.name { grid-area: name; font-size: .9rem; line-height: 1.3; padding: .2rem 0; overflow-wrap: anywhere; }
.bars .subject .name { font-weight: 600; }
.tag { display: inline-block; padding: 0 .4em; border: 1px solid var(--line); border-radius: 4px; font-size: .72rem; font-weight: 400; color: var(--soft); white-space: nowrap; }
.bar { grid-area: bar; align-self: stretch; position: relative; min-height: 24px; }
.bar > svg { position: absolute; inset: 0; width: 100%; height: 100%; overflow: visible; }
.ratio { grid-area: ratio; white-space: nowrap; }
.ratio b { font-weight: 600; }
.verdict { font-size: .8rem; color: var(--soft); }
.detail { grid-area: detail; font-size: .8rem; color: var(--soft); text-align: right; }
rect.subject { fill: var(--subject); }
rect.rival { fill: var(--rival); }
rect.guest { fill: var(--guest); }
rect.native { fill: var(--native); }
rect.slower { fill: var(--missed); }
line.one { stroke: var(--ink); stroke-width: 1.5; }
rect.limit { fill: none; stroke: var(--rival); stroke-width: 1.5; stroke-dasharray: 4 3; }
line.baseline { stroke: var(--soft); stroke-width: 1; stroke-dasharray: 2 3; }
.whisker line { stroke: var(--mark); stroke-width: 1.5; }
.goal { fill: var(--mark); stroke: var(--paper); stroke-width: 1; }
.cut { fill: var(--paper); }
.cut-edge { fill: none; stroke: var(--soft); stroke-width: 1.25; }
.chart svg { display: block; width: 100%; height: auto; overflow: visible; }
.chart text { font-size: 12px; fill: var(--soft); }
.chart text.strong { fill: var(--ink); font-weight: 600; }
.narrow { display: none; }
.grid { stroke: var(--line); }
.grid.minor { stroke-dasharray: 1 3; }
.axis, .tick { stroke: var(--soft); }
.crossover-line { stroke: var(--ink); stroke-dasharray: 3 3; }
circle.crossover { fill: none; stroke: var(--ink); stroke-width: 1.5; }
.line path { fill: none; stroke: var(--own); stroke-width: 1.75; stroke-linejoin: round; }
.line.subject > path { stroke-width: 2.5; }
.line.rival > path { stroke-dasharray: 5 4; }
.line.guest > path { stroke-dasharray: 1 4; stroke-linecap: round; stroke-width: 2.5; }
.line path.point { fill: var(--own); stroke: var(--paper); stroke-width: .75; stroke-dasharray: none; }
.line path.lead { stroke-width: 1; stroke-dasharray: none; opacity: .5; }
.line text { fill: var(--own); }
.line.subject text { font-weight: 600; }
.line-0 { --own: var(--line-0); } .line-1 { --own: var(--line-1); } .line-2 { --own: var(--line-2); }
.line-3 { --own: var(--line-3); } .line-4 { --own: var(--line-4); } .line-5 { --own: var(--line-5); }
.line.guest { --own: var(--ink); }
.legend { margin-top: .75rem; font-size: .85rem; }
.legend li { display: flex; align-items: center; gap: .6rem; padding: .1rem 0; }
.legend svg { width: 34px; flex: none; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: .85rem; }
th, td { padding: .3rem .75rem .3rem 0; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap; }
thead th { white-space: normal; vertical-align: bottom; font-weight: 500; color: var(--soft); min-width: 6rem; }
tbody th { font-weight: 500; }
footer { margin-top: 4rem; padding-top: 1.25rem; border-top: 1px solid var(--line); font-size: .875rem; color: var(--soft); }
@media (max-width: 46rem) {
  body { padding: 2rem 1.1rem 3rem; }
  h1 { font-size: 1.65rem; }
  .summary { padding: 1.1rem; }
  .bars li { grid-template: "name ratio" auto "bar bar" auto "detail detail" auto / 1fr auto; padding: .3rem 0; }
  .detail { text-align: left; }
  .wide { display: none; }
  .narrow { display: block; }
}
@media print { body { max-width: none; padding: 0; } article { break-inside: avoid; } }
`;
