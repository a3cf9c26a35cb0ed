/**
 * Expands the values that dotenv has parsed like the npm package dotenv-expand, after `dotenv.config()` has set them in
 * the environment. Quotes are not known here.
 *
 * | | 12.0.3 and 13.0.0 | 1000.0.0 |
 * |---|---|---|
 * | `$NAME`, `${NAME}` | the environment, then the file | an earlier value of the file, then the environment |
 * | `${NAME:-x}`, `${NAME-x}` | x if it is unset or empty | x if it is unset or empty; `-`: if it is unset |
 * | `${NAME:+x}`, `${NAME+x}` | x if it is not empty | x if it is not empty; `+`: if it is set |
 * | `\$` | `$`, and not a reference | the same |
 * | `$(command)` | literal | runs the command |
 *
 * A value that replaces a reference is expanded again. Where the package would expand forever, this stops with an error.
 * Members of prototypes, such as `constructor`, are not variables here.
 */
import { type Reading, readingOf, Stop } from "./reading.ts";

/** The names and values that are set. */
type Lookup = (name: string) => string | undefined;

/** The maximum total length of the intermediate results of all values. */
const MAX_WORK = 1 << 26;
/** The maximum number of references in a value that are replaced with other references. More of them never end. */
const MAX_CHAIN = 1_000;

/** @param values the values that dotenv reads */
export function dotenvExpandReading(values: ReadonlyMap<string, string>, environment: Lookup, isNew: boolean): Reading {
  return readingOf(() => {
    try {
      return expandedValues(values, (name) => environment(name) ?? values.get(name), isNew);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw new Stop({ refused: error.message, offset: 0 });
    }
  });
}

/**
 * The values after expansion. A variable that has another value in the environment keeps that value.
 *
 * @throws RangeError if references refer to each other without end
 */
export function expandedValues(
  values: ReadonlyMap<string, string>,
  environment: Lookup,
  isNew: boolean,
): Map<string, string> {
  const done = new Map<string, string>();
  const work = { left: MAX_WORK };
  for (const [name, value] of values) {
    const set = environment(name);
    const lookup: Lookup = (wanted) => {
      const found = environment(wanted);
      // Version 1000 forgets values of the environment that come from the file.
      if (isNew) return (found !== values.get(wanted) || !done.has(wanted) ? found : undefined) ?? done.get(wanted);
      return found ?? done.get(wanted);
    };
    const expanded = set && set !== value ? set : expandedValue(value, lookup, done, isNew, work);
    done.set(name, expanded.replaceAll("\\$", "$"));
  }
  return done;
}

const REFERENCE = /(?<!\\)\$\{([^{}]+)\}|(?<!\\)\$([A-Za-z_][A-Za-z0-9_]*)/;

function expandedValue(
  value: string,
  lookup: Lookup,
  done: ReadonlyMap<string, string>,
  isNew: boolean,
  work: { left: number },
): string {
  const seen = new Set<string>();
  let result = value;
  let chain = 0;
  for (let match = REFERENCE.exec(result); match !== null; match = REFERENCE.exec(result)) {
    seen.add(result);
    const [reference, braced, plain = ""] = match;
    const expression = braced ?? plain;
    const operator = /:\+|\+|:-|-/.exec(expression)?.[0];
    const end = operator === undefined ? expression.length : expression.indexOf(operator);
    const name = expression.slice(0, end);
    const word = operator === undefined ? "" : expression.slice(end + operator.length);
    const found = lookup(name);
    // As in the package, `$&` and similar patterns in the replacement are replaced.
    const replacement = isNew ? newReplacement(operator, found, word) : oldReplacement();
    work.left -= result.length + replacement.length + 16;
    if (replacement.includes("$")) chain++;
    if (work.left < 0 || chain > MAX_CHAIN)
      throw new RangeError("expanding its references takes too long, or does not end");
    result = result.replace(reference, replacement);
    if (result === (isNew ? found : done.get(name))) break;

    function oldReplacement(): string {
      if (operator?.endsWith("+")) return found ? word : "";
      return found && !seen.has(found) ? found : word;
    }
  }
  return result;
}

function newReplacement(operator: string | undefined, found: string | undefined, word: string): string {
  if (operator === ":+") return found ? word : "";
  if (operator === "+") return found === undefined ? "" : word;
  if (operator === "-") return found ?? word;
  return found || word;
}

/** The names whose values contain a command that version 1000 runs: `$(…)` with balanced parentheses. */
export function commandsIn(values: ReadonlyMap<string, string>): string[] {
  return Array.from(values, ([name, value]) => (hasCommand(value) ? name : "")).filter((name) => name !== "");
}

function hasCommand(text: string): boolean {
  // The number of tries bounds the time.
  for (
    let start = text.indexOf("$("), tries = 0;
    start !== -1 && tries < 64;
    start = text.indexOf("$(", start + 2), tries++
  ) {
    /** The quotes that are open at each level of parentheses. */
    const levels = [""];
    for (let at = start + 2; at < text.length; at++) {
      const character = text[at]!;
      const quote = levels.at(-1)!;
      if (quote === "'") {
        if (character === "'") levels[levels.length - 1] = "";
      } else if (character === "\\") at++;
      else if (quote !== "") {
        if (character === quote) levels[levels.length - 1] = "";
        else if (character === "$" && text[at + 1] === "(") {
          levels.push("");
          at++;
        }
      } else if ("'\"`".includes(character)) levels[levels.length - 1] = character;
      else if (character === "(") levels.push("");
      else if (character === ")") {
        levels.pop();
        if (levels.length === 0) return true;
      }
    }
  }
  return false;
}
