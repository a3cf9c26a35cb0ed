/** The text that a scalar stands for: lines folded, escapes decoded, indentation taken away. */
import { CHOMPING_MODE, SCALAR_STYLE, type ScalarEvent } from "js-yaml";
import { behindBreak, breakValue, isBlank, isBreak, isBreakOrEnd, SPACE } from "./cursor.ts";

const BACKSLASH = 0x5c;
const APOSTROPHE = 0x27;

/** What a scalar that `YamlEvents` has read stands for. */
export function scalarValue(text: string, event: ScalarEvent): string {
  const { valueStart, valueEnd, style } = event;
  if (valueStart === -1) return "";
  if (event.fast) return text.slice(valueStart, valueEnd);
  if (style === SCALAR_STYLE.LITERAL_BLOCK || style === SCALAR_STYLE.FOLDED_BLOCK) return blockValue(text, event);
  const escape =
    style === SCALAR_STYLE.DOUBLE_QUOTED ? BACKSLASH : style === SCALAR_STYLE.SINGLE_QUOTED ? APOSTROPHE : -1;
  return flowValue(text, valueStart, valueEnd, escape);
}

/** @param escape what a character follows that is not what it seems: `\`, or the `'` of `''` */
function flowValue(text: string, start: number, end: number, escape: number): string {
  let value = "";
  let from = start;
  for (let at = start; at < end; ) {
    const unit = text.charCodeAt(at);
    if (isBlank(unit) || isBreak(unit)) {
      let next = at;
      while (next < end && isBlank(text.charCodeAt(next))) next++;
      if (next < end && isBreak(text.charCodeAt(next))) {
        value += text.slice(from, at);
        const lead = breakValue(text, next);
        const { breaks, behind } = blankLines(text, behindBreak(text, next), end);
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
      if (isBreak(next)) {
        const { breaks, behind } = blankLines(text, behindBreak(text, at + 1), end);
        value += breaks;
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
function blankLines(text: string, start: number, end: number): { breaks: string; behind: number } {
  let breaks = "";
  let at = start;
  for (let unit = text.charCodeAt(at); at < end && (isBlank(unit) || isBreak(unit)); unit = text.charCodeAt(at)) {
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

function blockValue(text: string, { valueStart, valueEnd, style, indent, chomping }: ScalarEvent): string {
  const isFolded = style === SCALAR_STYLE.FOLDED_BLOCK;
  let value = "";
  /** The break of the last line with text, and those of the lines without text behind it. */
  let lead = "";
  let breaks = "";
  let isIndented = false;
  for (let at = valueStart; at < valueEnd; ) {
    const limit = Math.min(at + indent, valueEnd);
    let begin = at;
    while (begin < limit && text.charCodeAt(begin) === SPACE) begin++;
    let lineEnd = begin;
    while (lineEnd < valueEnd && !isBreakOrEnd(text.charCodeAt(lineEnd))) lineEnd++;
    // Whoever reads a manifest line by line ends its last line, too.
    const lineBreak = lineEnd < text.length ? breakValue(text, lineEnd) : "\n";
    if (lineEnd > begin) {
      const wasIndented = isIndented;
      isIndented = isBlank(text.charCodeAt(begin));
      const folds = isFolded && lead === "\n" && !wasIndented && !isIndented;
      value += (folds ? (breaks === "" ? " " : "") : lead) + breaks + text.slice(begin, lineEnd);
      lead = lineBreak;
      breaks = "";
    } else {
      breaks += lineBreak;
    }
    at = behindBreak(text, lineEnd);
  }
  if (chomping !== CHOMPING_MODE.STRIP) value += lead;
  if (chomping === CHOMPING_MODE.KEEP) value += breaks;
  return value;
}
