/**
 * Reads a service's `env_file` like docker compose (package dotenv of compose-go 2).
 *
 * The format is `NAME=value` or `NAME: value`, optionally after `export`, and comments. A value in single quotes is literal
 * except for `\'`. A value in double quotes can contain escape sequences and references. Quoted values can have several
 * lines. A value without quotes ends at the end of the line or before ` #`, and can contain references. A reference
 * (`$NAME`, `${NAME}`) is looked up in the environment of compose first, so its value is unknown without that.
 */
import { GO_SPACE, INHERITED, NUL_UNKNOWN, type Reading, readingOf, Stop } from "./reading.ts";

export function composeReading(text: string, environment?: ComposeEnvironment): Reading {
  return readingOf(() => new Reader(text, environment).read());
}

/** The environment of compose, and the variables that the file has set so far. */
export interface ComposeEnvironment {
  /** The value of a variable of the environment. */
  get(name: string): string | undefined;
  /** Sets a variable of the file, which the environment overrides. */
  set(name: string, value: string): void;
  /**
   * Expands the references in a value.
   *
   * @throws Error if compose rejects it
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

class Reader {
  private readonly text: string;
  private readonly environment: ComposeEnvironment | undefined;
  private at = 0;
  private readonly variables = new Map<string, string>();

  constructor(text: string, environment: ComposeEnvironment | undefined) {
    this.text = text;
    this.environment = environment;
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
    if (this.skip(EXPORT) > 0) this.skip(WHITE_SPACE);
    const start = this.at;
    this.skip(NAME);
    const end = this.at++;
    const separator = this.text[end];
    if (separator === undefined) refuse("a name without `=` at the end of the file", start);
    if (!"=:\n".includes(separator!)) refuse("a name cannot contain this character", end);
    const name = withoutTrailing(this.text.slice(start, end));
    if (name.includes(" ")) refuse("a name cannot contain a space", start + name.indexOf(" "));
    if (separator === "\n") {
      // `export` alone.
      if (name === "") return;
      if (this.environment === undefined) throw new Stop({ unknown: INHERITED, offset: start });
      const inherited = this.environment.get(name);
      if (inherited !== undefined) this.variables.set(name, inherited);
      return;
    }
    this.skip(WHITE_SPACE);
    const value = this.value();
    if (name === "") refuse("the name before the value is missing", start);
    this.variables.set(name, value);
    this.environment?.set(name, value);
  }

  private value(): string {
    const start = this.at;
    const quote = this.text[start];
    if (quote === "'") return this.quoted(quote);
    if (quote === '"') return this.substituted(unescaped(this.quoted(quote)), start);
    const end = this.lineEnd();
    this.at = end + 1;
    const [value] = this.text.slice(start, end).split(" #", 1);
    return this.substituted(withoutTrailing(value!), start);
  }

  /** Like Go's `(?i)`, the flags let some letters outside ASCII match ASCII letters. Such names are not expanded here. */
  private substituted(text: string, offset: number): string {
    const { environment } = this;
    if (environment === undefined || /\$\{?\w*[\u017f\u212a]/.test(text)) return substituted(text, offset);
    try {
      return environment.expand(text);
    } catch (error) {
      return refuse((error as Error).message, offset);
    }
  }

  /** Reads the text between two quotes. A backslash before the quote is removed; others stay. */
  private quoted(quote: string): string {
    const { text, at: start } = this;
    let end = start + 1;
    while (text[end] !== quote) {
      if (end >= text.length) refuse("the closing quote is missing", start);
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

  /** Skips the text that the pattern matches here, and returns its length. */
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
  // `$$` becomes `$` when references are expanded.
  "\\$": "$$",
};

function unescaped(text: string): string {
  return text.replace(/\\(?:[abcfnrtv$"\\]|0[0-9]{0,3})/g, (escape) => {
    if (!escape.startsWith("\\0")) return ESCAPES[escape] ?? escape;
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
