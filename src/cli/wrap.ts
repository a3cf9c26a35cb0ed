/** Text for people in lines of a certain width. */

/**
 * Breaks a line at its blanks, but not at those that it begins with. A word that is longer than a line has a line of its own.
 *
 * @param width the most characters of a line
 * @param indent what the lines behind the first one begin with
 */
export function wrapped(text: string, width: number, indent = ""): string {
  const [first = "", ...words] = text.trimStart().split(" ");
  const lines: string[] = [];
  let line = " ".repeat(text.length - text.trimStart().length) + first;
  for (const word of words) {
    if (line.length + 1 + word.length > width) {
      lines.push(line);
      line = indent + word;
    } else line += ` ${word}`;
  }
  return [...lines, line].join("\n");
}

/** Paragraphs, with an empty line between two: each is wrapped anew, wherever its lines ended. */
export function wrappedParagraphs(text: string, width: number): string {
  const paragraphs = text.trim().split(/\n{2,}/);
  return paragraphs.map((paragraph) => wrapped(paragraph.replaceAll("\n", " "), width)).join("\n\n");
}
