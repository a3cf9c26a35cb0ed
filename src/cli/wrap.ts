/** Text for people in lines of a certain width. */

/**
 * Breaks a line at its spaces. A word that is longer than a line has a line of its own.
 *
 * @param width the most characters of a line
 * @param indent what the lines behind the first one begin with
 */
export function wrapped(text: string, width: number, indent = ""): string {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = indent + word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line].join("\n");
}

/** Paragraphs, with an empty line between two: each is wrapped anew, wherever its lines ended. */
export function wrappedParagraphs(text: string, width: number): string {
  const paragraphs = text.trim().split(/\n{2,}/);
  return paragraphs.map((paragraph) => wrapped(paragraph.replaceAll("\n", " "), width)).join("\n\n");
}
