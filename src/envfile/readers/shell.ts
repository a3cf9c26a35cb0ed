/**
 * Determines the variables that a POSIX shell (or bash in POSIX mode) sets when it reads a file with `.`, without running
 * a shell.
 *
 * The model covers assignments, also after `export`, several on a line or separated by `;`, with single quotes, double
 * quotes, backslashes, and plain characters; comments; empty lines; and lines continued with a backslash. It stops at
 * everything that runs a command or depends on the environment: commands, `$`, backquotes, `~` as a directory, operators,
 * and variables that the shell reserves.
 */
import { type Reading, readingOf, Stop } from "./reading.ts";

/** Variables that are read-only in bash or that bash changes. */
const KEPT = /* @__PURE__ */ new Set(
  "BASHOPTS BASHPID BASH_ARGC BASH_ARGV BASH_COMMAND BASH_LINENO BASH_SOURCE BASH_SUBSHELL BASH_VERSINFO COMP_WORDBREAKS DIRSTACK EPOCHREALTIME EPOCHSECONDS EUID FUNCNAME GROUPS HISTCMD LINENO PPID RANDOM SECONDS SHELLOPTS SRANDOM UID _".split(
    " ",
  ),
);

/** Whether bash refuses or ignores assignments to a variable, or changes its value. */
export const isKeptByShell = (name: string): boolean => KEPT.has(name);

export function shellReading(text: string): Reading {
  return readingOf(() => new Reader(text).read());
}

function outsideModel(unknown: string, offset: number): Stop {
  return new Stop({ unknown, offset });
}

/** A word: its start, its value, and the name before its first `=` if it is an assignment. */
interface Word {
  readonly start: number;
  readonly value: string;
  readonly name?: string;
  readonly isAppended?: boolean;
}

const ASSIGNMENT = /([A-Za-z_]\w*)(\+?)=/y;

class Reader {
  private readonly text: string;
  private at = 0;
  private readonly variables = new Map<string, string>();
  /** The names in `export NAME`. */
  private readonly exported = new Set<string>();

  constructor(text: string) {
    this.text = text;
  }

  read(): Map<string, string> {
    const nul = this.text.indexOf("\0");
    if (nul !== -1) throw outsideModel("shells handle NUL differently", nul);
    while (this.text[this.at] !== undefined) {
      const words = this.command();
      if (words.length > 0) this.assign(words);
      this.at++;
    }
    return this.variables;
  }

  /** The words up to the next line end or `;`. */
  private command(): Word[] {
    const words: Word[] = [];
    while (true) {
      this.skipBlanks();
      const character = this.text[this.at];
      if (character === "#") this.skipComment();
      else if (character === ";") {
        if (words.length === 0) throw outsideModel("a syntax error", this.at);
        return words;
      } else if (character === undefined || character === "\n") return words;
      else words.push(this.word());
    }
  }

  private skipBlanks(): void {
    while (true) {
      const character = this.text[this.at];
      if (character === " " || character === "\t") this.at++;
      else if (character === "\\" && this.text[this.at + 1] === "\n") this.at += 2;
      else return;
    }
  }

  private skipComment(): void {
    const end = this.text.indexOf("\n", this.at);
    this.at = end === -1 ? this.text.length : end;
  }

  private word(): Word {
    const start = this.at;
    ASSIGNMENT.lastIndex = start;
    const assignment = ASSIGNMENT.exec(this.text);
    if (assignment === null) return { start, value: this.value(false) };
    this.at = ASSIGNMENT.lastIndex;
    return { start, value: this.value(true), name: assignment[1]!, isAppended: assignment[2] === "+" };
  }

  /** Reads the rest of a word. */
  private value(isAssigned: boolean): string {
    let value = "";
    let mayBeFolder = isAssigned;
    while (true) {
      const character = this.text[this.at];
      if (character === undefined || " \t\n;".includes(character)) return value;
      if (character === "'") value += this.singleQuoted();
      else if (character === '"') value += this.doubleQuoted();
      else if (character === "\\" && this.text[this.at + 1] === "\n") {
        // A continued line.
        this.at += 2;
        continue;
      } else if (character === "\\") value += this.escaped();
      else if (character === "~" && mayBeFolder) throw outsideModel("~ is a directory", this.at);
      else if ("$`".includes(character)) throw outsideModel(`${character} is expanded`, this.at);
      else if ("&|<>()".includes(character)) throw outsideModel(`${character} is an operator`, this.at);
      else {
        value += character;
        this.at++;
      }
      // In zsh, a "~" after an escaped ":" is a directory, too.
      mayBeFolder = isAssigned && this.text[this.at - 1] === ":";
    }
  }

  private singleQuoted(): string {
    const end = this.text.indexOf("'", this.at + 1);
    if (end === -1) throw outsideModel("the closing quote is missing", this.at);
    const value = this.text.slice(this.at + 1, end);
    this.at = end + 1;
    return value;
  }

  private doubleQuoted(): string {
    const start = this.at++;
    let value = "";
    while (true) {
      const character = this.text[this.at];
      if (character === undefined) throw outsideModel("the closing quote is missing", start);
      if ("$`".includes(character)) throw outsideModel(`${character} is expanded`, this.at);
      this.at++;
      if (character === '"') return value;
      const next = this.text[this.at];
      if (character !== "\\" || next === undefined || !'$`"\\\n'.includes(next)) value += character;
      else {
        if (next !== "\n") value += next;
        this.at++;
      }
    }
  }

  private escaped(): string {
    const next = this.text[this.at + 1];
    this.at += 2;
    if (next === undefined) throw outsideModel("a backslash at the end of the file", this.at - 2);
    return next;
  }

  private assign(words: readonly Word[]): void {
    const isExport = /^export[ \t]/.test(this.text.slice(words[0]!.start, words[0]!.start + 7)) && words.length > 1;
    for (const { start, name, value, isAppended } of isExport ? words.slice(1) : words) {
      if (name === undefined) {
        if (!isExport || !/^[A-Za-z_]\w*$/.test(value)) throw outsideModel("runs a command", start);
        // `export NAME` sets nothing.
        if (this.exported.has(value) && !this.variables.has(value))
          throw outsideModel(`zsh sets ${value}, which is exported twice, to an empty value`, start);
        this.exported.add(value);
        continue;
      }
      if (KEPT.has(name)) throw outsideModel(`the shell reserves ${name}`, start);
      this.variables.set(name, isAppended ? (this.variables.get(name) ?? "") + value : value);
    }
  }
}
