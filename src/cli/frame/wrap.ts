/** Text for people in lines of a certain width. */
import { stripVTControlCharacters } from "node:util";
import { displayWidth } from "./display-width.ts";

/**
 * Breaks a line at its blanks, but not at those that it begins with. A word that is longer than a line has a line of its own.
 *
 * @param width the most columns of a line; colours have none
 * @param indent what the lines behind the first one begin with
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

/** What a line is on a terminal: as it is, or in several lines of the terminal's width. */
export function fittedTo(width: number | undefined): (line: string) => string {
  return width === undefined || width < NARROWEST ? (line) => line : (line) => wrapped(line, width, "    ");
}

/** On a narrower terminal, hardly a word would have company. In columns. */
const NARROWEST = 40;

/** Paragraphs, with an empty line between two: each is wrapped anew, wherever its lines ended. */
export function wrappedParagraphs(text: string, width: number): string {
  const paragraphs = text.trim().split(/\n{2,}/);
  return paragraphs.map((paragraph) => wrapped(paragraph.replaceAll("\n", " "), width)).join("\n\n");
}
