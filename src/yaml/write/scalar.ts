/** Writes a string as a YAML scalar, in its old style if that can hold the new value. */

import { encodeBase64 } from "../../text/base64.ts";
import { endOfLineBefore, startOfLine } from "../../text/position.ts";
import { isBlank } from "../cursor.ts";
import { isBlock, type ScalarNode } from "../node.ts";
import { YAML_TAG } from "../tags.ts";
import { doubleQuoted, isPrintable, isYamlString } from "./string.ts";

const BINARY = `${YAML_TAG}binary`;

/** The text that gives a node a value if it replaces the text from `start` to `end`. */
export function scalarText(text: string, node: ScalarNode, value: string): string {
  const written = inItsStyle(text, node, node.tag === BINARY ? encodeBase64(value) : value);
  return node.start === node.end || needsSpace(text, node, written) ? ` ${written}` : written;
}

/**
 * Whether the scalar starts directly after its tag or its anchor, like an empty one, or `?` after `&a`; or was a block
 * on a line of its own, possibly in the column of its key, where only a block is allowed.
 */
function needsSpace(text: string, node: ScalarNode, written: string): boolean {
  if (isBlock(node.style)) {
    if (!written.startsWith('"')) return false;
    let lineStart = node.start;
    while (isBlank(text.charCodeAt(lineStart - 1))) lineStart--;
    return text[lineStart - 1] === "\n";
  }
  return node.style === "plain" && /[^\s,[\]{}:?]/.test(text[node.start - 1] ?? " ");
}

function inItsStyle(text: string, node: ScalarNode, value: string): string {
  switch (node.style) {
    case "plain":
      if (isPlain(value, node.inFlow) && !isLargeNumber(node)) return value;
      return /["\\]/.test(value) && isSingleQuotable(value) ? singleQuoted(value) : doubleQuoted(value);
    case "single":
      return isSingleQuotable(value) ? singleQuoted(value) : doubleQuoted(value);
    case "double":
      return doubleQuoted(value);
    default:
      return blockText(text, node, value);
  }
}

/** Whether the text is a number that is too large for one, and so a string. It can be in JSON, where no text is plain. */
function isLargeNumber({ value, inFlow }: ScalarNode): boolean {
  return inFlow && value !== "" && !Number.isNaN(Number(value));
}

function singleQuoted(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}

function isSingleQuotable(value: string): boolean {
  return isPrintable(value) && !value.includes("\n");
}

/** The start of a plain scalar: a letter, a digit, or a sign without a meaning there. */
const PLAIN_START = /^(?:[^-?:,[\]{}#&*!|>'"%@`=~<\s]|-[^\s,[\]{}])/;
/** A comment, a key, a marker, or white space at the end; in `[]` or `{}`, also characters that end an item. */
const PLAIN_BREAK = /[\n\t]|\s#|:(?:\s|$)|\s$|^(?:---|\.\.\.)/;
const FLOW_BREAK = /[,[\]{}:?]/;
/** Whether the value without quotes is the same string. */
export function isPlain(value: string, inFlow: boolean): boolean {
  return isPlainScalar(value, inFlow) && isYamlString(value);
}

/** Whether the text without quotes is one scalar, of any type. */
export function isPlainScalar(text: string, inFlow: boolean): boolean {
  return (
    (PLAIN_START.test(text) || text === "~") &&
    !PLAIN_BREAK.test(text) &&
    !(inFlow && FLOW_BREAK.test(text)) &&
    isPrintable(text)
  );
}

/** The first line of a block scalar: the indicators, the rest, and the line break. */
const HEADER = /^[|>]([-+1-9]*)([^\r\n]*)((?:\r?\n)?)/;

/**
 * The text of a block scalar with another value. Keeps its indentation, its comment, and the empty lines after it. A
 * value that cannot be folded turns `>` into `|`. If no block scalar can hold the value, it is in double quotes.
 */
function blockText(text: string, node: ScalarNode, value: string): string {
  const [, indicators, comment, lineBreak] = HEADER.exec(text.slice(node.start, node.contentStart))!;
  const indentation = /[1-9]/.exec(indicators!)?.[0] ?? "";
  const body = trimEnd(value);
  const lines = body.split("\n");
  const emptyLines = emptyLinesAfter(text, node);
  // Readers differ about a missing line break at the end of the text.
  const isOpen = node.end === text.length && !text.endsWith("\n");
  // Without text, readers may count the indentation from different columns.
  const hasText = /[^\n]/.test(String(node.value));
  if (lineBreak === "" || node.indent < 1 || !hasText || !isPrintable(value) || !fitsBlock(lines, indentation !== "")) {
    return `${doubleQuoted(value)}${comment}${isOpen && emptyLines === "" ? "" : lineBreak}${emptyLines}`;
  }

  const isFolded = node.style === "folded" && !lines.some((line) => /^[ \t]/.test(line));
  const breaks = value.length - body.length;
  const chomping = breaks === 0 ? "-" : breaks === 1 ? "" : "+";
  const margin = " ".repeat(node.indent);
  const written = (isFolded ? unfolded(body) : body)
    .split("\n")
    .map((line) => (line === "" ? "" : margin + line))
    .join(lineBreak);
  const end = chomping === "+" ? lineBreak!.repeat(breaks - 1) : emptyLines;
  const isSame = indicators === indentation + chomping || indicators === chomping + indentation;
  const last = isOpen && isSame && end === "" ? "" : lineBreak;
  return `${isFolded ? ">" : "|"}${indentation}${chomping}${comment}${lineBreak}${written}${last}${end}`;
}

/**
 * Whether a block scalar can hold the lines. Without a number in the header, the first one with text sets the
 * indentation. Lines before it must have no spaces.
 */
function fitsBlock(lines: readonly string[], hasIndentation: boolean): boolean {
  const first = lines.findIndex((line) => line.trim() !== "");
  if (first === -1 || lines.at(-1)!.trim() === "") return false;
  if (lines.slice(0, first).some((line) => line !== "")) return false;
  return hasIndentation || !/^[ \t]/.test(lines[first]!);
}

/** Adds a line break between lines with text, because folding removes one. */
function unfolded(body: string): string {
  return body.replace(/(?<=[^\n])\n+(?=[^\n])/g, (breaks) => `${breaks}\n`);
}

function trimEnd(value: string): string {
  let end = value.length;
  while (value[end - 1] === "\n") end--;
  return value.slice(0, end);
}

/** The empty lines after the last line with text, which are layout. */
function emptyLinesAfter(text: string, { contentStart, end, indent }: ScalarNode): string {
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
