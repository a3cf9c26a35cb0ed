/** A string as the text of a YAML scalar: in the style that it had, where the new value allows it. */

import { encodeBase64 } from "../../text/base64.ts";
import { endOfLineBefore, startOfLine } from "../../text/position.ts";
import { isBlank, isBreak } from "../cursor.ts";
import { isBlock, type ScalarNode } from "../node.ts";
import { YAML_TAG } from "../tag.ts";
import { doubleQuoted, isPrintable } from "./double-quoted.ts";
import { isYamlString } from "./yaml-string.ts";

const BINARY = `${YAML_TAG}binary`;

/** The text to put between a node's `start` and `end` so that the node has this value. */
export function scalarText(text: string, node: ScalarNode, value: string): string {
  const written = inItsStyle(text, node, node.tag === BINARY ? encodeBase64(value) : value);
  return node.start === node.end || needsSpace(text, node, written) ? ` ${written}` : written;
}

/**
 * Whether the scalar begins right after its tag or its anchor, as one without text does, and `?` after `&a`; or was a
 * block on a line of its own, possibly in the column of its key, where only a block is allowed.
 */
function needsSpace(text: string, node: ScalarNode, written: string): boolean {
  if (isBlock(node.style)) {
    if (!written.startsWith('"')) return false;
    let lineStart = node.start;
    while (isBlank(text.charCodeAt(lineStart - 1))) lineStart--;
    return isBreak(text.charCodeAt(lineStart - 1), "1.1");
  }
  return node.style === "plain" && /[^\s,[\]{}:?]/.test(text[node.start - 1] ?? " ");
}

function inItsStyle(text: string, node: ScalarNode, value: string): string {
  switch (node.style) {
    case "plain":
      if (isPlain(value, node.inFlow)) return value;
      return /["\\]/.test(value) && isSingleQuotable(value) ? singleQuoted(value) : doubleQuoted(value);
    case "single":
      return isSingleQuotable(value) ? singleQuoted(value) : doubleQuoted(value);
    case "double":
      return doubleQuoted(value);
    default:
      return blockText(text, node, value);
  }
}

function singleQuoted(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}

function isSingleQuotable(value: string): boolean {
  return isPrintable(value) && !value.includes("\n");
}

/** Begins like a scalar: a letter, a digit, or a sign that means nothing at this place. */
const PLAIN_START = /^(?:[^-?:,[\]{}#&*!|>'"%@`=~<\s]|-[^\s,[\]{}])/;
/** A comment, a key, an end that would be cut off; and in `[]` or `{}` what ends an item, to YAML or to go-yaml: `?`. */
const PLAIN_BREAK = /[\n\t]|\s#|:(?:\s|$)|\s$|^(?:---|\.\.\.)/;
const FLOW_BREAK = /[,[\]{}:?]/;
/** Whether the value is the same string when it is read without quotes. */
function isPlain(value: string, inFlow: boolean): boolean {
  return (
    PLAIN_START.test(value) &&
    !PLAIN_BREAK.test(value) &&
    !(inFlow && FLOW_BREAK.test(value)) &&
    isPrintable(value) &&
    isYamlString(value)
  );
}

/** A block scalar's first line: the indicators, and the rest up to its end. */
const HEADER = /^[|>]([-+1-9]*)(.*?)(\r\n|\r|\n|$)$/s;

/**
 * The text of a block scalar with another value, in its style and with its indentation; the comment in its first line
 * and the blank lines behind it stay. A value that cannot be folded makes `|` of `>`, and one that no block scalar with
 * this first line can hold is put in double quotes.
 */
function blockText(text: string, node: ScalarNode, value: string): string {
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
    // The header's line can end with U+0085, which does not start a line for everyone.
    const lineStart = Math.max(contentStart, startOfLine(text, lineEnd));
    if (lineEnd - lineStart > indent || text.slice(lineStart, lineEnd).trim() !== "") break;
    start = lineStart;
    at = lineStart;
  }
  return text.slice(start, end);
}
