/**
 * Reads a service's `env_file` like docker compose (package dotenv of compose-go 2).
 *
 * The format is `NAME=value` or `NAME: value`, optionally after `export`, and comments. A value in single quotes is literal
 * except for `\'`. A value in double quotes can contain escape sequences and references. Quoted values can have several
 * lines. A value without quotes ends at the end of the line or before ` #`, and can contain references. A reference
 * (`$NAME`, `${NAME}`) is looked up in the environment of compose first, so its value is unknown without that.
 */
import { ExpansionBudget, GO_SPACE, NUL_UNKNOWN, type Reading, readingOf, Stop, withInherited } from "./reading.ts";

/** The environment of compose, and the variables that the file has set so far. */
export interface ComposeEnvironment {
  /** The value of a variable of the environment. */
  get(name: string): string | undefined;
  /** Sets a variable of the file, which the environment overrides. */
  set(name: string, value: string): void;
  /**
   * Expands the references in a value.
   *
   * @throws Error if compose rejects it; `reason` is `required` for `${NAME:?message}`
   */
  expand(value: string): string;
}

/** White space within a line in the Go source, which is a subset of `GO_SPACE`. */
const WHITE_SPACE_CLASS = "\\t\\v\\f\\r \\u0085\\u00a0";
const WHITE_SPACE = new RegExp(`[${WHITE_SPACE_CLASS}]*`, "y");
const SPACE = new RegExp(`[${GO_SPACE}]`);
const SPACES = new RegExp(`[${GO_SPACE}]*`, "y");
const EXPORT = /export(?=[\t\n\f\r ])/y;
/** The characters of a name, up to the following `=`, `:`, or line break. */
const NAME = new RegExp(`[${WHITE_SPACE_CLASS}_.\\-[\\]\\p{L}\\p{N}]*`, "uy");

export function composeReading(text: string, environment?: ComposeEnvironment): Reading {
  const inherited: string[] = [];
  const reading = readingOf(() => {
    const nul = text.indexOf("\0");
    if (nul !== -1) throw new Stop({ unknown: NUL_UNKNOWN, offset: nul });
    let at = text.startsWith("\ufeff") ? 1 : 0;
    /** The end of the last quoted value. */
    let closed = -1;
    const budget = new ExpansionBudget();
    const variables = new Map<string, string>();
    for (skip(SPACES); at < text.length; skip(SPACES)) {
      if (text[at] === "#") at = lineEnd();
      else readAssignment();
    }
    return variables;

    function readAssignment(): void {
      skip(EXPORT);
      skip(WHITE_SPACE);
      const start = at;
      skip(NAME);
      const end = at++;
      const separator = text[end];
      if (separator === undefined) refuse(reasonAt(start, "a name without `=` at the end of the file"), start);
      if (!"=:\n".includes(separator)) refuse(reasonAt(start, "a name cannot contain this character"), end);
      const name = withoutTrailing(text.slice(start, end));
      if (name.includes(" ")) refuse("a name cannot contain a space", start + name.indexOf(" "));
      if (separator === "\n") {
        // `export` alone.
        if (name === "") return;
        // After a quoted value on the same line, the name can be a part of that value.
        if (!isAfterQuote(start)) inherited.push(name);
        const value = environment?.get(name);
        if (value !== undefined) variables.set(name, value);
        return;
      }
      skip(WHITE_SPACE);
      const value = readValue();
      if (name === "") refuse("the name before the value is missing", start);
      variables.set(name, value);
      environment?.set(name, value);
    }

    /** Text after a quoted value is read as a name. */
    function reasonAt(start: number, reason: string): string {
      return isAfterQuote(start) ? "only a comment can follow the closing quote" : reason;
    }

    function isAfterQuote(start: number): boolean {
      return closed !== -1 && text.lastIndexOf("\n", start) < closed;
    }

    function readValue(): string {
      const start = at;
      const quote = text[start];
      if (quote === "'") return quoted(quote);
      if (quote === '"') return expanded(unescaped(quoted(quote)), start);
      const end = lineEnd();
      at = end + 1;
      const [value] = text.slice(start, end).split(" #", 1);
      return expanded(withoutTrailing(value!), start);
    }

    /** Like Go's `(?i)`, the flags let some letters outside ASCII match ASCII letters. Such names are not expanded here. */
    function expanded(value: string, offset: number): string {
      if (environment === undefined || /\$\{?\w*[\u017f\u212a]/.test(value)) return substituted(value, offset);
      // Each use of a variable of the file adds its value.
      for (const [, name] of value.matchAll(/\$\{?(\w+)/g)) budget.spend(variables.get(name!)?.length ?? 0);
      try {
        return environment.expand(value);
      } catch (error) {
        return refuse(reasonOf(error), offset);
      }
    }

    /** Reads the text between two quotes. A backslash before the quote is removed; others stay. */
    function quoted(quote: string): string {
      const start = at;
      let end = start + 1;
      while (text[end] !== quote) {
        if (end >= text.length) refuse("the closing quote is missing", start);
        end += text[end] === "\\" ? 2 : 1;
      }
      at = end + 1;
      closed = at;
      return text
        .slice(start + 1, end)
        .replace(/\\(.)/gs, (escape, character) => (character === quote ? character : escape));
    }

    function lineEnd(): number {
      const end = text.indexOf("\n", at);
      return end === -1 ? text.length : end;
    }

    /** Skips the text that the pattern matches here. */
    function skip(pattern: RegExp): void {
      pattern.lastIndex = at;
      at += pattern.exec(text)?.[0].length ?? 0;
    }
  });
  return "variables" in reading ? withInherited(reading.variables, inherited) : reading;
}

/** Without the message of `${NAME:?message}`, which can be a part of a value. */
function reasonOf(error: unknown): string {
  const { message, reason, variable } = error as Error & { reason?: string; variable?: string };
  return reason === "required" ? `${variable} is required, and the file does not set it` : message;
}

function refuse(refused: string, offset: number): never {
  throw new Stop({ refused, offset });
}

function withoutTrailing(text: string): string {
  let end = text.length;
  while (end > 0 && SPACE.test(text[end - 1]!)) end--;
  return text.slice(0, end);
}

const ESCAPES: Readonly<Record<string, string>> = {
  "\\a": "\x07",
  "\\b": "\b",
  "\\f": "\f",
  "\\n": "\n",
  "\\r": "\r",
  "\\t": "\t",
  "\\v": "\v",
  "\\\\": "\\",
  // `$$` becomes `$` when references are expanded.
  "\\$": "$$",
};

function unescaped(text: string): string {
  return text.replace(/\\(?:[abfnrtv$\\]|0[0-9]{0,3})/g, (escape) => {
    if (!escape.startsWith("\\0")) return ESCAPES[escape]!;
    const digits = escape.slice(2);
    // A text that is not an octal number loses its zero.
    return /^[0-3][0-7]{2}$/.test(digits) ? String.fromCharCode(Number.parseInt(digits, 8)) : `\\${digits}`;
  });
}

/** Replaces `$$` with `$`, if there are no references. */
function substituted(text: string, offset: number): string {
  return text.replace(/\$(?:\$|[_a-z]|\{)/giu, (start, at: number) => {
    if (start === "$$") return "$";
    if (start === "${" && !/^\$\{[_a-z][_a-z0-9]*(?::?[-+?][^\n]*)?\}/iu.test(text.slice(at))) {
      return refuse("`${` without a name and `}`", offset);
    }
    throw new Stop({ unknown: "a reference is looked up in the environment of the command first", offset });
  });
}
