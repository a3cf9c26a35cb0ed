/** Block scalars: `|` keeps its lines, `>` folds them. */
import { endOfLineBefore, startOfLine } from "../text/position.ts";
import { doubleQuoted, isPrintable } from "./double-quoted.ts";
import type { ScalarNode } from "./node.ts";

/** A block scalar's first line: the indicators, and the rest up to its end. */
const HEADER = /^[|>]([-+1-9]*)(.*?)(\r\n|\r|\n|$)$/s;

/**
 * The text of a block scalar with another value, in its style and with its indentation; the comment in its first line
 * and the blank lines behind it stay. A value that cannot be folded makes `|` of `>`, and one that no block scalar with
 * this first line can hold is put in double quotes.
 */
export function blockText(text: string, node: ScalarNode, value: string): string {
  const [, indicators, comment, lineBreak] = HEADER.exec(text.slice(node.start, node.contentStart))!;
  const indentation = /[1-9]/.exec(indicators!)?.[0] ?? "";
  const body = trimEnd(value);
  const lines = body.split("\n");
  const blanks = trailingBlanks(text, node);
  // Without text, readers may count the indentation from different columns.
  const hasText = /[^\n]/.test(String(node.value));
  if (lineBreak === "" || node.indent < 1 || !hasText || !isPrintable(value) || !fitsBlock(lines, indentation !== "")) {
    return `${doubleQuoted(value)}${comment}${lineBreak}${blanks}`;
  }

  const isFolded = node.style === "folded" && !lines.some((line) => /^[ \t]/.test(line));
  const breaks = value.length - body.length;
  const chomping = breaks === 0 ? "-" : breaks === 1 ? "" : "+";
  const margin = " ".repeat(node.indent);
  const written = (isFolded ? unfolded(body) : body)
    .split("\n")
    .map((line) => (line === "" ? "" : margin + line))
    .join(lineBreak);
  const end = chomping === "+" ? lineBreak!.repeat(breaks - 1) : blanks;
  return `${isFolded ? ">" : "|"}${indentation}${chomping}${comment}${lineBreak}${written}${lineBreak}${end}`;
}

/**
 * Whether a block scalar can hold the lines. The first one with text tells the indentation, if the header does not, and
 * blank lines before it must be empty.
 */
function fitsBlock(lines: readonly string[], hasIndentation: boolean): boolean {
  const first = lines.findIndex((line) => line.trim() !== "");
  if (first === -1 || lines.at(-1)!.trim() === "") return false;
  if (lines.slice(0, first).some((line) => line !== "")) return false;
  return hasIndentation || !/^[ \t]/.test(lines[first]!);
}

/** Folding takes one line break away between lines with text: one more than there shall be is written. */
function unfolded(body: string): string {
  return body.replace(/(?<=[^\n])\n+(?=[^\n])/g, (breaks) => `${breaks}\n`);
}

function trimEnd(value: string): string {
  let end = value.length;
  while (value[end - 1] === "\n") end--;
  return value.slice(0, end);
}

/** The lines behind the last one with content, which belong to the layout. */
function trailingBlanks(text: string, { contentStart, end, indent }: ScalarNode): string {
  let start = end;
  for (let at = end; at > contentStart; ) {
    const lineEnd = endOfLineBefore(text, at);
    const lineStart = startOfLine(text, lineEnd);
    if (lineEnd - lineStart > indent || text.slice(lineStart, lineEnd).trim() !== "") break;
    start = lineStart;
    at = lineStart;
  }
  return text.slice(start, end);
}
