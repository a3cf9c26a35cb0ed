/**
 * Reads an env file like Deno 2.9 (`--env-file`).
 *
 * | | Deno |
 * |---|---|
 * | names | as in Node.js: everything before `=`, after optional `export ` |
 * | quotes | `'`, `"`, and `` ` ``, closed by the first one of its line that only white space or a comment follows, or the first; in `"`, `\n` is LF |
 * | references | `$NAME` and `${…}` outside `'` and `` ` ``; the text in the braces is a name, without defaults; `\$` is `$` |
 * | a name twice | the first value counts; references see the last one so far |
 *
 * A `$` without a name disappears. An empty name ends Deno with an error.
 */
import { assignments, lineEnd, trimmed } from "./node.ts";
import { ExpansionBudget, type Reading, readingOf, Stop } from "./reading.ts";

export function denoReading(text: string, environment: (name: string) => string | undefined): Reading {
  return readingOf(() => {
    const first = new Map<string, string>();
    const last = new Map<string, string>();
    const budget = new ExpansionBudget();
    const expanded = (value: string) =>
      value.replace(/\\\$|\$\{([^}]*)\}?|\$([A-Za-z0-9_]*)/g, (all, braced: string | undefined, name: string) => {
        if (all === "\\$") return "$";
        return budget.add(environment(braced ?? name) ?? last.get(braced ?? name) ?? "");
      });
    for (const [name, value] of assignments(text, (rest, from) => valueAt(rest, from, expanded))) {
      if (name === "") throw new Stop({ refused: "a name is empty", offset: 0 });
      if (!first.has(name)) first.set(name, value);
      last.set(name, value);
    }
    return first;
  });
}

function valueAt(text: string, from: number, expanded: (value: string) => string): [value: string, next: number] {
  const quote = text[from] ?? "";
  const opened = "\"'`".includes(quote) && quote !== "";
  const close = opened ? text.indexOf(quote, from + 1) : -1;
  const end = lineEnd(text, close === -1 ? from : close);
  if (opened && close === -1) return [text.slice(from, end), end + 1];
  if (!opened) return [expanded(trimmed(text.slice(from, end).split("#", 1)[0]!)), end + 1];
  const quoted = text.slice(from + 1, closing(text, close, end));
  return [quote === '"' ? expanded(quoted.replaceAll("\\n", "\n")) : quoted, end + 1];
}

/** The first quote from the one at `first` on that only white space or a comment follows in its line; otherwise that one. */
function closing(text: string, first: number, end: number): number {
  const quote = text[first]!;
  for (let at = first; at !== -1 && at < end; at = text.indexOf(quote, at + 1)) {
    let after = at + 1;
    while (after < end && (text[after] === " " || text[after] === "\t")) after++;
    if (after === end || text[after] === "#") return at;
  }
  return first;
}
