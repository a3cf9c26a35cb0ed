/** Text that a stranger may have written, for people's eyes: nothing in it can command a terminal, or feign a line. */

declare const visible: unique symbol;

/** One line in which every character shows. */
export type VisibleText = string & { readonly [visible]: true };

/** Control and format characters (bidirectional ones among them), line ends of all kinds, halves of characters. */
export const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

const HIDDEN_IN_LINES = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** Most texts have no other characters. */
const SHOWN = /^[ -~]*$/;

/** The text, with an escape as in JSON in place of each character that does not show. */
export function visibleText(text: string): VisibleText {
  return (SHOWN.test(text) ? text : text.replace(HIDDEN, escaped)) as VisibleText;
}

/** The same for text that has lines of its own, such as JSON, whose escapes these are. */
export function visibleLines(text: string): string {
  return text.replace(HIDDEN_IN_LINES, escaped);
}

/** Text for one line of a message: what does not show is escaped, much is cut short. */
export function printable(text: string, limit = 200): VisibleText {
  return visibleText(text.length > limit ? `${start(text, limit)}...` : text);
}

/** At most so many units from the beginning; no half of a character. */
function start(text: string, limit: number): string {
  const isHalf = text.codePointAt(limit - 1)! > 0xffff;
  return text.slice(0, isHalf ? limit - 1 : limit);
}

function escaped(character: string): string {
  return character < " " ? JSON.stringify(character).slice(1, -1) : character.replace(/./gs, unitEscape);
}

/** The escape of JSON and YAML for one UTF-16 unit. */
export function unitEscape(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
