/**
 * What docker compose reads from a service's `env_file` (package dotenv of compose-go 2).
 *
 * `NAME=value` or `NAME: value`, `export` in front of it, comments. A value in single quotes is literal but for `\'`; in
 * double quotes it has escapes and references; both may have several lines. A value without quotes ends with the line or
 * in front of ` #`, and has references. A reference (`$NAME`, `${NAME}`) takes its value from where compose runs first:
 * the file alone does not say what it becomes.
 */
import { GO_SPACE, INHERITED, NUL_UNKNOWN, type Reading } from "./reading.ts";

class Stop extends Error {
  readonly reading: Reading;

  constructor(reading: Reading) {
    super();
    this.reading = reading;
  }
}

/** @throws nothing */
export function composeReading(text: string): Reading {
  try {
    return { variables: new Reader(text).read() };
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    return error.reading;
  }
}

/** White space within a line; Go's list, which has fewer characters than `GO_SPACE`. */
const BLANK = "\\t\\v\\f\\r \\u0085\\u00a0";
const BLANKS = new RegExp(`[${BLANK}]*`, "y");
const SPACE = new RegExp(`[${GO_SPACE}]`);
const SPACES = new RegExp(`[${GO_SPACE}]*`, "y");
const EXPORT = /export(?=[\t\n\f\r ])/y;
/** What may stand between the beginning of a name and the `=`, `:` or line end behind it. */
const NAME = new RegExp(`[${BLANK}_.\\-[\\]\\p{L}\\p{N}]*`, "uy");

class Reader {
  private readonly text: string;
  private at = 0;
  private readonly variables = new Map<string, string>();

  constructor(text: string) {
    this.text = text;
    if (text.startsWith("\ufeff")) this.at = 1;
  }

  read(): Map<string, string> {
    const nul = this.text.indexOf("\0");
    if (nul !== -1) throw new Stop({ unknown: NUL_UNKNOWN, offset: nul });
    for (this.skip(SPACES); this.at < this.text.length; this.skip(SPACES)) {
      if (this.text[this.at] === "#") this.at = this.lineEnd();
      else this.readAssignment();
    }
    return this.variables;
  }

  private readAssignment(): void {
    if (this.skip(EXPORT) > 0) this.skip(BLANKS);
    const start = this.at;
    this.skip(NAME);
    const end = this.at++;
    const separator = this.text[end];
    if (separator === undefined) refuse("a name without `=` at the end of the file", start);
    if (!"=:\n".includes(separator!)) refuse("a character that no name has", end);
    const name = withoutTrailing(this.text.slice(start, end));
    if (name.includes(" ")) refuse("a blank in the name", start + name.indexOf(" "));
    if (separator === "\n") {
      // `export` alone.
      if (name === "") return;
      throw new Stop({ unknown: INHERITED, offset: start });
    }
    this.skip(BLANKS);
    const value = this.value();
    if (name === "") refuse("no name before the value", start);
    this.variables.set(name, value);
  }

  private value(): string {
    const start = this.at;
    const quote = this.text[start];
    if (quote === "'") return this.quoted(quote);
    if (quote === '"') return substituted(unescaped(this.quoted(quote)), start);
    const end = this.lineEnd();
    this.at = end + 1;
    const [value] = this.text.slice(start, end).split(" #", 1);
    return substituted(withoutTrailing(value!), start);
  }

  /** What stands between two quotes; a backslash in front of the quote goes, every other one stays. */
  private quoted(quote: string): string {
    const { text, at: start } = this;
    let end = start + 1;
    while (text[end] !== quote) {
      if (end >= text.length) refuse("the quote has no partner", start);
      end += text[end] === "\\" ? 2 : 1;
    }
    this.at = end + 1;
    return text
      .slice(start + 1, end)
      .replace(/\\(.)/gs, (escape, character) => (character === quote ? character : escape));
  }

  private lineEnd(): number {
    const end = this.text.indexOf("\n", this.at);
    return end === -1 ? this.text.length : end;
  }

  /** Goes behind what the pattern matches here, and returns its length. */
  private skip(pattern: RegExp): number {
    pattern.lastIndex = this.at;
    const length = pattern.exec(this.text)?.[0].length ?? 0;
    this.at += length;
    return length;
  }
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
  '\\"': '"',
  "\\\\": "\\",
  // Not the end of it: `$$` is a `$` where references are replaced.
  "\\$": "$$",
};

function unescaped(text: string): string {
  return text.replace(/\\(?:[abcfnrtv$"\\]|0[0-9]{0,3})/g, (escape) => {
    if (!escape.startsWith("\\0")) return ESCAPES[escape] ?? escape;
    const digits = escape.slice(2);
    // What is no octal number loses its zero.
    return /^[0-3][0-7]{2}$/.test(digits) ? String.fromCharCode(Number.parseInt(digits, 8)) : `\\${digits}`;
  });
}

/** A value's text with `$$` as `$`. (The flags are those of Go's `(?i)`: some letters beyond ASCII count as ASCII.) */
function substituted(text: string, offset: number): string {
  return text.replace(/\$(?:\$|[_a-z]|\{)/giu, (start, at: number) => {
    if (start === "$$") return "$";
    if (start === "${" && !/^\$\{[_a-z][_a-z0-9]*(?::?[-+?][^\n]*)?\}/iu.test(text.slice(at))) {
      return refuse("`${` without a name and `}`", offset);
    }
    throw new Stop({ unknown: "a reference takes the value of a variable where the command runs first", offset });
  });
}
