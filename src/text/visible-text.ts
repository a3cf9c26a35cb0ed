/** Control and format characters (bidirectional ones among them), line ends of all kinds, halves of characters. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

const HIDDEN_IN_LINES = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** Text that a stranger may have written, for a message: one line, with an escape in place of what does not show. */
export function visibleText(text: string): string {
  return text.replace(HIDDEN, escaped);
}

/** The same of text that has lines of its own, such as JSON, whose escapes these are. */
export function visibleLines(text: string): string {
  return text.replace(HIDDEN_IN_LINES, escaped);
}

function escaped(character: string): string {
  if (character < " ") return JSON.stringify(character).slice(1, -1);
  let text = "";
  for (let i = 0; i < character.length; i++) {
    text += `\\u${character.charCodeAt(i).toString(16).padStart(4, "0")}`;
  }
  return text;
}
