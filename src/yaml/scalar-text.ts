/** The strings of scalars: folds lines, decodes escapes, removes indentation. */
import { BACKSLASH } from "./ascii.ts";
import {
  APOSTROPHE,
  afterBreak,
  breakValue,
  isBlank,
  isBreak,
  isBreakOrEnd,
  SPACE,
  type YamlVersion,
} from "./cursor.ts";
import type { Dialect } from "./dialect.ts";
import type { ScalarStyle } from "./node.ts";

/** Where a scalar's text is, and how to read it. */
export interface ScalarSource {
  /** After the opening quote, or in the line after `|` and `>`; -1 without text. */
  readonly start: number;
  readonly end: number;
  readonly style: ScalarStyle;
  /** Whether a block scalar keeps one (""), none (-) or all (+) of its last line breaks. */
  readonly chomping: "" | "-" | "+";
  /** The indentation of a block scalar. */
  readonly indent: number;
  /** Whether the text is the value. */
  readonly isVerbatim: boolean;
}

/** The characters that can follow a backslash, apart from `x`, `u` and `U`, and what they mean. */
export const ESCAPES = "0abt\tnvfre \"'/\\N_LP";
const ESCAPED = "\0\x07\b\t\t\n\v\f\r\x1b \"'/\\\x85\xa0\u2028\u2029";

/** How many hexadecimal digits follow the letter of an escape. */
export function escapeDigits(letter: string): number {
  return letter === "x" ? 2 : letter === "u" ? 4 : letter === "U" ? 8 : 0;
}

/** The rules of a dialect for lines. */
type LineRules = Pick<Dialect, "endsLastLine" | "version">;

/** The string of a scalar. */
export function scalarText(text: string, source: ScalarSource, dialect: LineRules): string {
  const { version } = dialect;
  const { start, end, style } = source;
  if (start === -1) return "";
  if (source.isVerbatim) return text.slice(start, end);
  if (style === "literal" || style === "folded") return blockValue(text, source, dialect);
  const escape = style === "double" ? BACKSLASH : style === "single" ? APOSTROPHE : -1;
  return flowValue(text, start, end, escape, version);
}

/** @param escape the character that starts an escape: `\`, or the `'` of `''` */
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
        const { breaks, next: after } = blankLines(text, afterBreak(text, next), end, version);
        value += lead !== "\n" ? lead + breaks : breaks === "" ? " " : breaks;
        from = after;
        next = after;
      }
      at = next;
    } else if (unit !== escape) {
      at++;
    } else {
      value += text.slice(from, at);
      const next = text.charCodeAt(at + 1);
      if (isBreak(next, version)) {
        const { breaks, next: after } = blankLines(text, afterBreak(text, at + 1), end, version);
        // js-yaml, and so Garden, drops these breaks.
        if (version === "1.1") value += breaks;
        at = after;
      } else if (escape === APOSTROPHE) {
        value += "'";
        at += 2;
      } else {
        const letter = text[at + 1]!;
        const digits = escapeDigits(letter);
        value += digits === 0 ? ESCAPED[ESCAPES.indexOf(letter)]! : coded(text, at + 2, digits);
        at += 2 + digits;
      }
      from = at;
    }
  }
  return value + text.slice(from, end);
}

/** The line breaks of empty lines, and the offset after the white space that follows. */
function blankLines(text: string, start: number, end: number, version: YamlVersion): { breaks: string; next: number } {
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
      at = afterBreak(text, at);
    }
  }
  return { breaks, next: Math.min(at, end) };
}

function coded(text: string, at: number, digits: number): string {
  return String.fromCodePoint(Number.parseInt(text.slice(at, at + digits), 16));
}

function blockValue(
  text: string,
  { start, end, style, indent, chomping }: ScalarSource,
  { endsLastLine, version }: LineRules,
): string {
  const isFolded = style === "folded";
  let value = "";
  /** The break of the last line with text, and those of the empty lines after it. */
  let lead = "";
  let breaks = "";
  let isIndented = false;
  for (let at = start; at < end; ) {
    const limit = Math.min(at + indent, end);
    let begin = at;
    while (begin < limit && text.charCodeAt(begin) === SPACE) begin++;
    let lineEnd = begin;
    while (lineEnd < end && !isBreakOrEnd(text.charCodeAt(lineEnd), version)) lineEnd++;
    const lineBreak = lineEnd < text.length ? breakValue(text, lineEnd) : endsLastLine ? "\n" : "";
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
    at = afterBreak(text, lineEnd);
  }
  if (chomping !== "-") value += lead;
  if (chomping === "+") value += breaks;
  return value;
}
