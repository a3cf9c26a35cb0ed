/**
 * Reads cases from Markdown, so that people can read them too: a `##` heading is a group, a `###` heading a case, and
 * fenced blocks are its input and the expected results, named by the word after the fence.
 *
 * A block is literal text, including the last line break. Invisible characters are written by name: `⟨TAB⟩`, `⟨CR⟩`,
 * `⟨SP⟩` (a space at the end of a line), `⟨U+FEFF⟩`; `⟨LF⟩` is a line break where a line is a whole value, and `⟨END⟩`
 * says that the text ends here, without a line end.
 */
import { readFileSync } from "node:fs";

const FOLDER = new URL("fixtures/", import.meta.url);

const NAMED: Readonly<Record<string, string>> = { TAB: "\t", CR: "\r", LF: "\n", SP: " " };

/** A line of a block. */
export interface Line {
  readonly text: string;
  /** The file and the line, for messages. */
  readonly place: string;
}

export class Case {
  private readonly name: string;
  private readonly place: string;
  private readonly blocks = new Map<string, readonly Line[]>();

  constructor(name: string, place: string) {
    this.name = name;
    this.place = place;
  }

  /** The title of a test: the name, and the case's file and line. */
  toString(): string {
    return `${this.name} (${this.place})`;
  }

  add(kind: string, lines: readonly Line[]): void {
    if (this.blocks.has(kind)) throw new Error(`${this.place}: there are two blocks "${kind}"`);
    this.blocks.set(kind, lines);
  }

  has(kind: string): boolean {
    return this.blocks.has(kind);
  }

  text(kind: string): string {
    const text = this.block(kind).map((line) => `${line.text}\n`);
    return unescaped(text.join("").replace(/⟨END⟩\n$/, ""));
  }

  /** The text without its last line end: for files of which most end without one. */
  file(kind: string): string {
    return this.text(kind).replace(/\n$/, "");
  }

  /** The lines of a block, each with its place. */
  lines(kind: string): readonly Line[] {
    return this.block(kind).map((line) => ({ ...line, text: unescaped(line.text) }));
  }

  /** A block with a `NAME=value` in each line. */
  pairs(kind: string): Record<string, string> {
    return Object.fromEntries(
      this.lines(kind).map(({ text, place }) => {
        const at = text.indexOf("=");
        if (at === -1) throw new Error(`${place}: there is no "="`);
        return [text.slice(0, at), text.slice(at + 1)];
      }),
    );
  }

  private block(kind: string): readonly Line[] {
    const block = this.blocks.get(kind);
    if (block === undefined) throw new Error(`${this.place}: there is no block "${kind}"`);
    return block;
  }
}

/** Replaces the names in `⟨⟩` with the characters. */
function unescaped(text: string): string {
  return text.replace(/⟨(?:U\+([0-9A-F]{4,6})|([^⟩]*))⟩/g, (_, code: string | undefined, name: string) => {
    const character = code === undefined ? NAMED[name] : String.fromCodePoint(Number.parseInt(code, 16));
    if (character === undefined) throw new Error(`⟨${name}⟩ is the name of no character`);
    return character;
  });
}

/** The cases of a group, in a file of test/fixtures/; at least one. */
export function casesOf(file: string, group: string): Case[] {
  const cases: Case[] = [];
  let current = "";
  let fence: { marks: string; kind: string; lines: Line[] } | undefined;
  for (const [i, text] of readFileSync(new URL(file, FOLDER), "utf8").split("\n").entries()) {
    const place = `${file}:${i + 1}`;
    if (fence !== undefined) {
      if (text !== fence.marks) fence.lines.push({ text, place });
      else {
        if (current === group) cases.at(-1)!.add(fence.kind, fence.lines);
        fence = undefined;
      }
      continue;
    }
    const [, marks, kind] = /^(`{3,})(\S+)$/.exec(text) ?? [];
    if (marks !== undefined) fence = { marks, kind: kind!, lines: [] };
    else if (text.startsWith("## ")) current = text.slice(3);
    else if (text.startsWith("### ") && current === group) cases.push(new Case(text.slice(4), place));
  }
  if (fence !== undefined) throw new Error(`${file}: a fence of "${fence.kind}" is not closed`);
  if (cases.length === 0) throw new Error(`${file}: there are no cases under "## ${group}"`);
  return cases;
}
