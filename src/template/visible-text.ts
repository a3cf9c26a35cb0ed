/** Control and format characters (bidirectional ones among them), line ends of all kinds, halves of characters. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** Text that a stranger may have written, for a message: one line, with an escape in place of what does not show. */
export function visibleText(text: string): string {
  return text.replace(HIDDEN, escaped);
}

function escaped(character: string): string {
  if (character < " ") return JSON.stringify(character).slice(1, -1);
  const code = character.codePointAt(0)!.toString(16);
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, "0")}`;
}
