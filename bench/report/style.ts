/** The page's style. No information is in color alone. */
export const STYLE = `
:root { color-scheme: light dark; --paper: #ffffff; --ink: #1c2128; --soft: #59616c; --line: #d5d9df; --subject: #2f7fc4;
  --other: #939aa4; --guest: #c2700a; --bad: #b3470b; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #14171c; --ink: #e3e7ed; --soft: #9aa4b1; --line: #353c47; --subject: #4b9fe0; --other: #6d7681;
    --guest: #e69f00; --bad: #f2934d; }
}
body { margin: 0 auto; padding: 2rem 1rem 4rem; max-width: 64rem; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif; font-variant-numeric: tabular-nums; }
a { color: inherit; }
nav a { margin-right: 1rem; }
.note { color: var(--soft); }
.warning, .bad { color: var(--bad); font-weight: 600; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: .875rem; min-width: 100%; }
th, td { padding: .2rem .6rem; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap; }
th:first-child, .text { text-align: left; }
.subject th { font-weight: 700; color: var(--subject); }
tbody th { font-weight: 400; }
.bar { width: 14rem; padding: 0 .3rem; }
.bar i { display: block; height: .8rem; border-radius: 2px; background: var(--other); }
.subject .bar i { background: var(--subject); }
.guest .bar i { background: var(--guest); }
.limit .bar i { opacity: .4; }
`;
