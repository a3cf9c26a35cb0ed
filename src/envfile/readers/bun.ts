/**
 * Reads an env file like Bun 1.4 (`--env-file`, and `.env` by itself).
 *
 * | | Bun |
 * |---|---|
 * | names | letters, digits, `_`, `-`, `.`, after optional `export`; then `=`, or `:` and white space |
 * | quotes | `'`, `"`, and `` ` ``, closed by the next one without a backslash; in `"`, `\n` and `\r` are characters |
 * | no quotes | up to `#` or the end of the line |
 * | references | in every value, whatever its quotes: `$NAME`, `${NAME}`, `${NAME:-default}`; `\$` is `$` |
 *
 * References are expanded when all of the file is read, in the order of the variables, and what replaces them is not expanded
 * again. An empty variable is set.
 */
import { ExpansionBudget, type Reading, readingOf } from "./reading.ts";

const SPACE = "\t\v\f \n\r";
const SPACES = /[\t\v\f \n\r]*/y;
const NAME = /[\w.-]*/y;
const LINE = /[^\n\r]*/y;
const UNQUOTED = /[^#\n\r]*/y;

type Lookup = (name: string) => string | undefined;

export function bunReading(text: string, environment: Lookup): Reading {
  return readingOf(() => {
    const variables = assignmentsIn(text);
    const lookup: Lookup = (name) => environment(name) ?? variables.get(name);
    const budget = new ExpansionBudget();
    for (const [name, value] of variables) {
      variables.set(name, expanded(value, lookup, budget, { left: 8 * value.length + 4096 }));
    }
    return variables;
  });
}

function assignmentsIn(text: string): Map<string, string> {
  const variables = new Map<string, string>();
  let at = text.startsWith("\ufeff") ? 1 : 0;
  while (at < text.length) {
    const name = readName(true);
    if (name !== undefined) variables.set(name, readValue());
    take(LINE);
    at++;
  }
  return variables;

  /** The text that a pattern matches here, which is skipped. */
  function take(pattern: RegExp): string {
    pattern.lastIndex = at;
    const [found] = pattern.exec(text)!;
    at += found.length;
    return found;
  }

  /** The name of an assignment, whose separator is skipped; undefined if none exists. */
  function readName(canBeExport: boolean): string | undefined {
    if (canBeExport) take(SPACES);
    const start = at;
    const name = take(NAME);
    const hasSpace = name !== "" && take(SPACES) !== "";
    if (canBeExport && hasSpace && name === "export") {
      const exported = readName(false);
      if (exported !== undefined) return exported;
    }
    const next = text[at + 1];
    const isColon = text[at] === ":" && next !== undefined && SPACE.includes(next);
    if (name !== "" && (text[at] === "=" || isColon)) {
      at += isColon ? 2 : 1;
      return name;
    }
    at = start;
    return undefined;
  }

  function readValue(): string {
    const start = at;
    take(SPACES);
    const quoted = "'\"`".includes(text[at] ?? " ") ? readQuoted() : undefined;
    if (quoted !== undefined) return quoted;
    at = start;
    return trimmed(take(UNQUOTED));
  }

  function readQuoted(): string | undefined {
    const quote = text[at]!;
    let value = "";
    for (let end = at + 1; end < text.length; end++) {
      const character = text[end]!;
      if (character === quote) {
        at = end + 1;
        return value;
      }
      if (character === "\\" && (quote === '"' || text[end + 1] !== "\r")) {
        const next = text[++end] ?? "";
        const isEscape = quote === '"' && (next === "n" || next === "r");
        value += isEscape ? (next === "n" ? "\n" : "\r") : character + next;
      } else if (character === "\r") {
        value += "\n";
        if (text[end + 1] === "\n") end++;
      } else value += character;
    }
    return undefined;
  }
}

function trimmed(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && SPACE.includes(text[start]!)) start++;
  while (end > start && SPACE.includes(text[end - 1]!)) end--;
  return text.slice(start, end);
}

/** @param work the characters that can be read to find closing braces; beyond it, references in defaults are literal */
function expanded(value: string, lookup: Lookup, budget: ExpansionBudget, work: { left: number }): string {
  let result = "";
  let at = 0;
  for (let dollar = value.indexOf("$"); dollar !== -1; dollar = value.indexOf("$", at)) {
    if (dollar > at && value[dollar - 1] === "\\") {
      result += `${value.slice(at, dollar - 1)}$`;
      at = dollar + 1;
      continue;
    }
    result += value.slice(at, dollar);
    const isBraced = value[dollar + 1] === "{";
    const start = dollar + (isBraced ? 2 : 1);
    NAME_IN_VALUE.lastIndex = start;
    const name = NAME_IN_VALUE.exec(value)![0];
    if (!isBraced) {
      result += name === "" ? "$" : budget.add(lookup(name) ?? "");
      at = start + name.length;
      continue;
    }
    const close = closingBrace(value, start, work);
    if (close === -1) return result + value.slice(dollar);
    const operator = value.slice(start + name.length, close);
    if (operator === "") result += budget.add(lookup(name) ?? "");
    else if (operator.startsWith(":-")) {
      result += budget.add(lookup(name) ?? expanded(operator.slice(2), lookup, budget, work));
    } else result += value.slice(dollar, close + 1);
    at = close + 1;
  }
  return result + value.slice(at);
}

const NAME_IN_VALUE = /\w*/y;

function closingBrace(value: string, start: number, work: { left: number }): number {
  let depth = 1;
  for (let at = start; at < value.length && work.left-- > 0; at++) {
    if (value[at] === "\\") at++;
    else if (value[at] === "}" && --depth === 0) return at;
    else if (value[at] === "$" && value[at + 1] === "{") {
      depth++;
      at++;
    }
  }
  return -1;
}
