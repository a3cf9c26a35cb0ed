/** The fenced blocks of a Markdown document, and the document with other text in them. */

export interface Block {
  /** The line that the block's text begins on. */
  readonly line: number;
  readonly language: string;
  readonly text: string;
  /** The file that holds the text: the line before the block ends in its name, as in "Save this as `web.yaml`:". */
  readonly file: string | undefined;
}

const FENCED = /^```(\w*)\n([\s\S]*?)^```$/gm;

export function blocksOf(document: string): Block[] {
  return [...document.matchAll(FENCED)].map(({ 1: language, 2: text, index }) => {
    const before = document.slice(0, index);
    const file = /`([^`\s]+)`:\n+$/.exec(before)?.[1];
    return { line: before.split("\n").length + 1, language: language!, text: text!, file };
  });
}

/** The document with each block's text replaced. */
export function withTexts(document: string, texts: readonly string[]): string {
  let i = 0;
  return document.replaceAll(FENCED, (_, language: string) => `\`\`\`${language}\n${texts[i++]}\`\`\``);
}

/** The command lines of a console block. One that ends in a backslash goes on in the next line. */
export function commandsOf(console: string): string[] {
  const lines = console.split("\n");
  return lines.flatMap((line, i) => {
    if (!line.startsWith("$ ")) return [];
    let end = i;
    while (lines[end]!.endsWith("\\")) end++;
    return [
      lines
        .slice(i, end + 1)
        .join("\n")
        .slice(2),
    ];
  });
}
