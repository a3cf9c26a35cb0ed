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

/** A word: its start, its value, and the name before its first `=` if it is an assignment. */
interface Word {
  readonly start: number;
  readonly value: string;
  readonly name?: string;
  readonly isAppended?: boolean;
}

const ASSIGNMENT = /([A-Za-z_]\w*)(\+?)=/y;
const NAME = /^[A-Za-z_]\w*$/;
// Patterns without repeated groups, whose repetitions would exhaust the stack in long texts.
const SPACES = /[ \t]*/y;
const CONTINUATION = /(?:\\\n)?/y;
const COMMENT = /(?:#[^\n]*)?/y;
const SINGLE_QUOTED = /[^']*/y;
const DOUBLE_QUOTED = /[^"\\$`]*/y;
const ESCAPED = /(?:\\[\s\S])?/y;

export function shellReading(text: string): Reading {
  return readingOf(() => {
    const nul = text.indexOf("\0");
    if (nul !== -1) throw outsideModel("shells handle NUL differently", nul);
    let at = 0;
    const variables = new Map<string, string>();
    /** The names in `export NAME`. */
    const exported = new Set<string>();
    for (; at < text.length; at++) {
      const words = command();
      if (words.length > 0) assign(words);
    }
    return variables;

    /** The text that a pattern matches here, which is skipped. */
    function take(pattern: RegExp): string {
      pattern.lastIndex = at;
      const [found] = pattern.exec(text)!;
      at += found.length;
      return found;
    }

    /** The words up to the next line end or `;`. */
    function command(): Word[] {
      const words: Word[] = [];
      while (true) {
        do take(SPACES);
        while (take(CONTINUATION) !== "");
        take(COMMENT);
        const character = text[at];
        if (character === ";" && words.length === 0) throw outsideModel("a syntax error", at);
        if (character === undefined || character === "\n" || character === ";") return words;
        words.push(word());
      }
    }

    function word(): Word {
      const start = at;
      ASSIGNMENT.lastIndex = start;
      const assignment = ASSIGNMENT.exec(text);
      if (assignment === null) return { start, value: rest(false) };
      at = ASSIGNMENT.lastIndex;
      return { start, value: rest(true), name: assignment[1]!, isAppended: assignment[2] === "+" };
    }

    /** The rest of a word. */
    function rest(isAssigned: boolean): string {
      let value = "";
      let mayBeFolder = isAssigned;
      while (true) {
        const start = at;
        const character = text[at];
        if (character === undefined || " \t\n;".includes(character)) return value;
        if (character === "~" && mayBeFolder) throw outsideModel("~ is a directory", at);
        if ("$`".includes(character)) throw outsideModel(`${character} is expanded`, at);
        if ("&|<>()".includes(character)) throw outsideModel(`${character} is an operator`, at);
        at++;
        if (character === "\\") {
          const next = text[at];
          if (next === undefined) throw outsideModel("a backslash at the end of the file", start);
          at++;
          // A continued line.
          if (next === "\n") continue;
          value += next;
        } else if (character === "'" || character === '"') {
          const quoted = character === "'" ? take(SINGLE_QUOTED) : doubleQuoted();
          const end = text[at] ?? "";
          if (end !== character) {
            throw "$`".includes(end) && end !== ""
              ? outsideModel(`${end} is expanded`, at)
              : outsideModel("the closing quote is missing", start);
          }
          at++;
          value += quoted;
        } else {
          value += character;
        }
        // In zsh, a "~" after an escaped ":" is a directory, too.
        mayBeFolder = isAssigned && text[at - 1] === ":";
      }
    }

    /** The text in double quotes. A backslash is kept before most characters, and a continued line is joined. */
    function doubleQuoted(): string {
      let quoted = take(DOUBLE_QUOTED);
      for (let escape = take(ESCAPED); escape !== ""; escape = take(ESCAPED)) {
        if ('$`"\\'.includes(escape[1]!)) quoted += escape[1];
        else if (escape !== "\\\n") quoted += escape;
        quoted += take(DOUBLE_QUOTED);
      }
      return quoted;
    }

    function assign(words: readonly Word[]): void {
      const isExport = /^export[ \t]/.test(text.slice(words[0]!.start, words[0]!.start + 7)) && words.length > 1;
      for (const { start, name, value, isAppended } of isExport ? words.slice(1) : words) {
        if (name === undefined) {
          if (!isExport || !NAME.test(value)) throw outsideModel("runs a command", start);
          // `export NAME` sets nothing.
          if (exported.has(value) && !variables.has(value))
            throw outsideModel(`zsh sets ${value}, which is exported twice, to an empty value`, start);
          exported.add(value);
          continue;
        }
        if (KEPT.has(name)) throw outsideModel(`the shell reserves ${name}`, start);
        variables.set(name, isAppended ? (variables.get(name) ?? "") + value : value);
      }
    }
  });
}

function outsideModel(unknown: string, offset: number): Stop {
  return new Stop({ unknown, offset });
}
