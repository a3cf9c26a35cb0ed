/**
 * What a POSIX shell (as bash in its POSIX mode) sets when it reads a file with `.`, worked out without running anything.
 *
 * The model covers assignments, alone or behind `export`, several in a line or separated by `;`, with values of single
 * quotes, double quotes, backslashes and plain characters in any mixture; comments; blank lines; lines continued by a
 * backslash. It stops at everything else, because that runs something or depends on where it runs: commands, `$`,
 * backquotes, `~` where it would be a folder, operators, names that the shell keeps for itself.
 */
import type { Reading } from "./reading.ts";

/** Read-only in bash, or different every time. */
const KEPT = /* @__PURE__ */ new Set(
  "BASHOPTS BASHPID BASH_ARGC BASH_ARGV BASH_COMMAND BASH_LINENO BASH_SOURCE BASH_SUBSHELL BASH_VERSINFO COMP_WORDBREAKS DIRSTACK EPOCHREALTIME EPOCHSECONDS EUID FUNCNAME GROUPS HISTCMD LINENO PPID RANDOM SECONDS SHELLOPTS SRANDOM UID _".split(
    " ",
  ),
);

/** Whether bash refuses or ignores assignments to a variable, or changes its value. */
export const isKeptByShell = (name: string): boolean => KEPT.has(name);

class OutsideModel extends Error {
  readonly offset: number;

  constructor(reason: string, offset: number) {
    super(reason);
    this.offset = offset;
  }
}

/** @throws nothing: what cannot be told is `unknown`. */
export function shellReading(text: string): Reading {
  try {
    return { variables: new Reader(text).read() };
  } catch (error) {
    if (!(error instanceof OutsideModel)) throw error;
    return { unknown: error.message, offset: error.offset };
  }
}

/** A word: where it begins, what it stands for, and the name in front of its first `=`, if it is an assignment. */
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

  constructor(text: string) {
    this.text = text;
  }

  read(): Map<string, string> {
    const nul = this.text.indexOf("\0");
    if (nul !== -1) throw new OutsideModel("shells differ about NUL", nul);
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
        if (words.length === 0) throw new OutsideModel("a syntax error", this.at);
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

  /** The pieces of a word from here on, put together. */
  private value(isAssigned: boolean): string {
    let value = "";
    let mayBeFolder = isAssigned;
    while (true) {
      const character = this.text[this.at];
      if (character === undefined || " \t\n;".includes(character)) return value;
      if (character === "'") value += this.singleQuoted();
      else if (character === '"') value += this.doubleQuoted();
      else if (character === "\\" && this.text[this.at + 1] === "\n") {
        // As if it were not there.
        this.at += 2;
        continue;
      } else if (character === "\\") value += this.escaped();
      else if (character === "~" && mayBeFolder) throw new OutsideModel("~ stands for a folder", this.at);
      else if ("$`".includes(character)) throw new OutsideModel(`${character} is expanded`, this.at);
      else if ("&|<>()".includes(character)) throw new OutsideModel(`${character} is an operator`, this.at);
      else {
        value += character;
        this.at++;
      }
      mayBeFolder = isAssigned && character === ":";
    }
  }

  private singleQuoted(): string {
    const end = this.text.indexOf("'", this.at + 1);
    if (end === -1) throw new OutsideModel("a quote without a partner", this.at);
    const value = this.text.slice(this.at + 1, end);
    this.at = end + 1;
    return value;
  }

  private doubleQuoted(): string {
    const start = this.at++;
    let value = "";
    while (true) {
      const character = this.text[this.at];
      if (character === undefined) throw new OutsideModel("a quote without a partner", start);
      if ("$`".includes(character)) throw new OutsideModel(`${character} is expanded`, this.at);
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
    if (next === undefined) throw new OutsideModel("a backslash at the end of the file", this.at - 2);
    return next;
  }

  private assign(words: readonly Word[]): void {
    const isExport = /^export[ \t]/.test(this.text.slice(words[0]!.start, words[0]!.start + 7)) && words.length > 1;
    for (const { start, name, value, isAppended } of isExport ? words.slice(1) : words) {
      if (name === undefined) {
        // `export NAME` sets nothing.
        if (isExport && /^[A-Za-z_]\w*$/.test(value)) continue;
        throw new OutsideModel("runs a command", start);
      }
      if (KEPT.has(name)) throw new OutsideModel(`the shell keeps ${name} for itself`, start);
      this.variables.set(name, isAppended ? (this.variables.get(name) ?? "") + value : value);
    }
  }
}
