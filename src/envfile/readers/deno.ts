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
import { type Reading, readingOf, Stop } from "./reading.ts";

const OUTER = " \t\n";
const EXPORT = "export ";

export function denoReading(text: string, environment: (name: string) => string | undefined): Reading {
  return readingOf(() => {
    const first = new Map<string, string>();
    const last = new Map<string, string>();
    const rest = trimmed(text.replaceAll("\r", ""));
    let at = 0;
    const lineEnd = (from: number) => {
      const end = rest.indexOf("\n", from);
      return end === -1 ? rest.length : end;
    };
    const set = (name: string, value: string) => {
      if (name === "") throw new Stop({ refused: "a name is empty", offset: 0 });
      if (!first.has(name)) first.set(name, value);
      last.set(name, value);
    };
    const expanded = (value: string) =>
      value.replace(/\\\$|\$\{([^}]*)\}?|\$([A-Za-z0-9_]*)/g, (all, braced: string | undefined, name: string) => {
        if (all === "\\$") return "$";
        return environment(braced ?? name) ?? last.get(braced ?? name) ?? "";
      });
    while (at < rest.length) {
      const end = lineEnd(at);
      const line = rest.slice(at, end);
      const equals = line.indexOf("=");
      if (line === "" || line.startsWith("#")) at = end + 1;
      else if (equals === -1) at = afterBlanks(rest, end + 1);
      else {
        const written = trimmed(line.slice(0, equals));
        at += equals + 1;
        if (at >= end) {
          set(written, "");
          at = end + 1;
        } else if (written === "") at = afterBlanks(rest, at);
        else set(written.startsWith(EXPORT) ? trimmed(written.slice(EXPORT.length)) : written, value());
      }
    }
    return first;

    function value(): string {
      const from = afterBlanks(rest, at);
      const quote = rest[from] ?? "";
      const opened = "\"'`".includes(quote) && quote !== "";
      const next = opened ? rest.indexOf(quote, from + 1) : -1;
      const end = lineEnd(next === -1 ? from : next);
      at = end + 1;
      if (opened && next === -1) return rest.slice(from, end);
      if (!opened) return expanded(trimmed(rest.slice(from, end).split("#", 1)[0]!));
      const quoted = rest.slice(from + 1, closing(rest, next, end));
      return quote === '"' ? expanded(quoted.replaceAll("\\n", "\n")) : quoted;
    }
  });
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

function afterBlanks(text: string, from: number): number {
  let at = from;
  while (at < text.length && OUTER.includes(text[at]!)) at++;
  return at;
}

function trimmed(text: string): string {
  let end = text.length;
  const start = afterBlanks(text, 0);
  while (end > start && OUTER.includes(text[end - 1]!)) end--;
  return text.slice(start, end);
}
