/** Reads and replaces the fenced blocks of a Markdown document. */

export interface Block {
  /** The line number of the first line of the text. */
  readonly line: number;
  readonly language: string;
  readonly text: string;
  /**
   * The name of the file that contains the text, from the end of the line before the block: "Save this as `web.yaml`:".
   * Undefined for commands.
   */
  readonly file: string | undefined;
}

const FENCED = /^```(\w*)\n([\s\S]*?)^```$/gm;

export function blocksOf(document: string): Block[] {
  return [...document.matchAll(FENCED)].map(({ 1: language, 2: text, index }) => {
    const before = document.slice(0, index);
    const file = language === "console" ? undefined : /`([^`\s]+)`:\n+$/.exec(before)?.[1];
    return { line: before.split("\n").length + 1, language: language!, text: text!, file };
  });
}

/** Returns the document with the text of each block replaced. */
export function withTexts(document: string, texts: readonly string[]): string {
  let i = 0;
  return document.replaceAll(FENCED, (_, language: string) => `\`\`\`${language}\n${texts[i++]}\`\`\``);
}

/** Returns the command lines of a console block. A backslash at the end of a line continues the command. */
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

/**
 * Returns the commands in a GitHub workflow, a GitLab job, or a pre-commit hook.
 *
 * @param names what pre-commit appends
 */
export function recipe(value: unknown, names: string): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => {
    if (key === "run" || key === "script") return [member].flat();
    return key === "entry" ? [`${member} ${names}`] : recipe(member, names);
  });
}
