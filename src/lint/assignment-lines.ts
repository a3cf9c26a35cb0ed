/** The assignments in an env file for any reader, and how a reader interprets each, without showing values. */

import { charactersIn } from "../text/position.ts";
import { shownName } from "./pod-place.ts";

interface Line {
  readonly start: number;
  /** The text after the first `=` or `:`. */
  readonly value: string;
}

export class AssignmentLines {
  private readonly starts: number[] = [];
  private readonly byName = new Map<string, Line>();
  private readonly byStart = new Map<number, Line>();

  constructor(text: string) {
    let start = 0;
    for (const content of text.split("\n")) {
      this.starts.push(start);
      this.add(start, content);
      start += content.length + 1;
    }
  }

  /** Where a line begins; lines count from 1. */
  startOf(line: number): number {
    return this.starts[line - 1] ?? this.starts.at(-1)!;
  }

  /** The last line that can set a variable. */
  lastOf(name: string): Line | undefined {
    return this.byName.get(name);
  }

  /** How a reader interprets a line, without the value: `A is the text between the quotes`. */
  describe(start: number, name: string, value: string | undefined): string {
    const shown = shownName(name);
    if (value === undefined) return `${shown} is not set`;
    if (value === "") return `${shown} is empty`;
    return `${shown} is ${textOf(value, this.byStart.get(start)!.value.replace(/\r$/, ""))}`;
  }

  private add(start: number, content: string): void {
    const equals = content.search(/[=:]/);
    if (equals === -1) return;
    const line = { start, value: content.slice(equals + 1) };
    this.byStart.set(start, line);
    const written = content.slice(0, equals).replace(/^[ \t\ufeff]+/, "");
    const names = [written, written.trim(), written.replace(/^export[ \t]+/, "").trim(), written.replace(/\+$/, "")];
    if (start === 0) names.push(content.slice(0, equals));
    for (const name of names) this.byName.set(name, line);
  }
}

/** How a value follows from the source. */
function textOf(value: string, written: string): string {
  if (value === written) return "the literal text";
  const text = written.trim();
  if (value === text) return "the text without surrounding white space";
  const quoted = /^(['"`])(.*)\1/s.exec(text)?.[2];
  if (value === quoted) return "the text between the quotes";
  const comment = written.indexOf("#");
  if (comment !== -1 && value === written.slice(0, comment).trim()) return "the text before the #";
  if (/^['"`]/.test(text) && value === text.replaceAll(text[0]!, "")) return "the text without its quotes";
  if (value.includes("\n") && !written.includes("\n")) return `a multi-line text (${characters(value)})`;
  return `a different text (${characters(value)})`;
}

function characters(text: string): string {
  const count = charactersIn(text, 0, text.length);
  return `${count} character${count === 1 ? "" : "s"}`;
}
