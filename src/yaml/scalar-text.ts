/** The text that a scalar stands for: lines folded, escapes decoded, indentation taken away. */
import { behindBreak, breakValue, isBlank, isBreak, isBreakOrEnd, SPACE, type YamlVersion } from "./cursor.ts";
import type { ScalarStyle } from "./node.ts";

/** Where a scalar's text is, and how to read it. */
export interface ScalarSource {
  /** After the opening quote, or in the line after `|` and `>`; -1 without text. */
  readonly start: number;
  readonly end: number;
  readonly style: ScalarStyle;
  /** Of a block scalar: what becomes of its last line breaks. */
  readonly chomping: "" | "-" | "+";
  /** Of a block scalar: the spaces before each line. */
  readonly indent: number;
  /** Whether the text is the value. */
  readonly isVerbatim: boolean;
}

const BACKSLASH = 0x5c;
const APOSTROPHE = 0x27;

/** The string that a scalar is. */
export function scalarText(text: string, source: ScalarSource, version: YamlVersion): string {
  const { start, end, style } = source;
  if (start === -1) return "";
  if (source.isVerbatim) return text.slice(start, end);
  if (style === "literal" || style === "folded") return blockValue(text, source, version);
  const escape = style === "double" ? BACKSLASH : style === "single" ? APOSTROPHE : -1;
  return flowValue(text, start, end, escape, version);
}

/** @param escape what a character follows that is not what it seems: `\`, or the `'` of `''` */
function flowValue(text: string, start: number, end: number, escape: number, version: YamlVersion): string {
  let value = "";
  let from = start;
  for (let at = start; at < end; ) {
    const unit = text.charCodeAt(at);
    if (isBlank(unit) || isBreak(unit, version)) {
      let next = at;
      while (next < end && isBlank(text.charCodeAt(next))) next++;
      if (next < end && isBreak(text.charCodeAt(next), version)) {
        value += text.slice(from, at);
        const lead = breakValue(text, next);
        const { breaks, behind } = blankLines(text, behindBreak(text, next), end, version);
        value += lead !== "\n" ? lead + breaks : breaks === "" ? " " : breaks;
        from = behind;
        next = behind;
      }
      at = next;
    } else if (unit !== escape) {
      at++;
    } else {
      value += text.slice(from, at);
      const next = text.charCodeAt(at + 1);
      if (isBreak(next, version)) {
        const { breaks, behind } = blankLines(text, behindBreak(text, at + 1), end, version);
        // js-yaml, and so Garden, drops these breaks.
        if (version === "1.1") value += breaks;
        at = behind;
      } else if (escape === APOSTROPHE) {
        value += "'";
        at += 2;
      } else {
        const digits = DIGITS[text[at + 1]!] ?? 0;
        value += digits === 0 ? ESCAPES[text[at + 1]!]! : coded(text, at + 2, digits);
        at += 2 + digits;
      }
      from = at;
    }
  }
  return value + text.slice(from, end);
}

/** The line breaks of blank lines, and the offset behind the blanks that follow. */
function blankLines(
  text: string,
  start: number,
  end: number,
  version: YamlVersion,
): { breaks: string; behind: number } {
  let breaks = "";
  let at = start;
  for (
    let unit = text.charCodeAt(at);
    at < end && (isBlank(unit) || isBreak(unit, version));
    unit = text.charCodeAt(at)
  ) {
    if (isBlank(unit)) {
      at++;
    } else {
      breaks += breakValue(text, at);
      at = behindBreak(text, at);
    }
  }
  return { breaks, behind: Math.min(at, end) };
}

const DIGITS: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };
const ESCAPES: Readonly<Record<string, string>> = {
  "0": "\0",
  a: "\x07",
  b: "\b",
  t: "\t",
  "\t": "\t",
  n: "\n",
  v: "\v",
  f: "\f",
  r: "\r",
  e: "\x1b",
  " ": " ",
  '"': '"',
  "'": "'",
  "/": "/",
  "\\": "\\",
  N: "\x85",
  _: "\xa0",
  L: "\u2028",
  P: "\u2029",
};

function coded(text: string, at: number, digits: number): string {
  return String.fromCodePoint(Number.parseInt(text.slice(at, at + digits), 16));
}

function blockValue(text: string, { start, end, style, indent, chomping }: ScalarSource, version: YamlVersion): string {
  const isFolded = style === "folded";
  let value = "";
  /** The break of the last line with text, and those of the lines without text behind it. */
  let lead = "";
  let breaks = "";
  let isIndented = false;
  for (let at = start; at < end; ) {
    const limit = Math.min(at + indent, end);
    let begin = at;
    while (begin < limit && text.charCodeAt(begin) === SPACE) begin++;
    let lineEnd = begin;
    while (lineEnd < end && !isBreakOrEnd(text.charCodeAt(lineEnd), version)) lineEnd++;
    // Whoever reads a manifest line by line ends its last line, too.
    const lineBreak = lineEnd < text.length ? breakValue(text, lineEnd) : "\n";
    if (lineEnd > begin) {
      const wasIndented = isIndented;
      isIndented = isBlank(text.charCodeAt(begin));
      const folds = isFolded && lead === "\n" && !wasIndented && !isIndented;
      value += (folds ? (breaks === "" ? " " : "") : lead) + breaks + text.slice(begin, lineEnd);
      lead = lineBreak;
      breaks = "";
    } else if (version === "1.1" || lineEnd < text.length || value === "") {
      breaks += lineBreak;
    }
    at = behindBreak(text, lineEnd);
  }
  if (chomping !== "-") value += lead;
  if (chomping === "+") value += breaks;
  return value;
}
