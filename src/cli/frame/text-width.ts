/** The width of text on a terminal, in columns, and text that is wrapped, cut, or padded to a width. */
import { stripVTControlCharacters } from "node:util";

/** Plain ASCII: every character has one column. */
const NARROW = /^[ -~]*$/;
const MARK = /^[\p{Mn}\p{Me}]+$/u;
/** Two columns: East Asian ideographs, syllables, and punctuation, full-width forms, and emoji. */
const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Script=Yi}\p{Emoji_Presentation}\u3000-\u303e\u30fb\u30fc\uff01-\uff60\uffe0-\uffe6]/u;
/** Half-width forms of the same scripts, and Korean letters that combine with others. */
const HALF_WIDTH = /^[\uff61-\uffdc\u1160-\u11ff]/u;

/** Created on first use, because that takes a fifth of Node's startup time. */
let segmenter: Intl.Segmenter | undefined;

/** In UTF-16 code units. The time for each segment of a text is proportional to the length of the whole text. */
const PIECE = 1024;

function* segmentsOf(text: string): Generator<string, void, undefined> {
  segmenter ??= new Intl.Segmenter();
  for (let at = 0; at < text.length; ) {
    const isHalf = text.codePointAt(at + PIECE - 1)! > 0xffff;
    const piece = text.slice(at, at + PIECE - Number(isHalf));
    const isLast = at + piece.length === text.length;
    for (const { segment, index } of segmenter.segment(piece)) {
      // The next piece can continue it.
      if (!isLast && index > 0 && index + segment.length === piece.length) break;
      at += segment.length;
      yield segment;
    }
  }
}

/** The number of columns of a text without line breaks. */
export function displayWidth(text: string): number {
  if (NARROW.test(text)) return text.length;
  let width = 0;
  for (const segment of segmentsOf(text)) width += segmentWidth(segment);
  return width;
}

function segmentWidth(segment: string): number {
  if (MARK.test(segment)) return 0;
  return WIDE.test(segment) && !HALF_WIDTH.test(segment) ? 2 : 1;
}

/** Cuts text to a number of columns, and marks the cut with `…`. */
export function cutToWidth(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  let kept = "";
  let columns = 0;
  for (const segment of segmentsOf(text)) {
    columns += segmentWidth(segment);
    if (columns > width - 1) break;
    kept += segment;
  }
  return `${kept}\u2026`;
}

/** Adds spaces up to a width. */
export function padded(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - displayWidth(text)));
}

/**
 * Breaks a line at spaces, but keeps its indentation. A word that is too long is on a line by itself.
 *
 * @param width in columns; escape sequences for colors have none
 * @param indent the indentation of all lines except the first
 */
export function wrapped(text: string, width: number, indent = ""): string {
  const [first = "", ...words] = text.trimStart().split(" ");
  const lines: string[] = [];
  let line = " ".repeat(text.length - text.trimStart().length) + first;
  let columns = columnsOf(line);
  for (const word of words) {
    const more = columnsOf(word);
    if (columns + 1 + more > width) {
      lines.push(line);
      line = indent + word;
      columns = indent.length + more;
    } else {
      line += ` ${word}`;
      columns += 1 + more;
    }
  }
  return [...lines, line].join("\n");
}

function columnsOf(text: string): number {
  return displayWidth(text.includes("\x1b") ? stripVTControlCharacters(text) : text);
}

/** Lines are not wrapped on terminals with fewer columns. */
const NARROWEST = 40;

/** Wraps a line for a terminal, if its width is known. */
export function fittedTo(width: number | undefined): (line: string) => string {
  return width === undefined || width < NARROWEST ? (line) => line : (line) => wrapped(line, width, "    ");
}

/** Rewraps paragraphs, which an empty line separates. */
export function wrappedParagraphs(text: string, width: number): string {
  const paragraphs = text.trim().split(/\n{2,}/);
  return paragraphs.map((paragraph) => wrapped(paragraph.replaceAll("\n", " "), width)).join("\n\n");
}
