/** Text that a stranger may have written, for people's eyes: nothing in it can command a terminal, or feign a line. */
import { visibleText as visibleLine } from "./visible-text.ts";

declare const visible: unique symbol;

/** One line in which every character shows. */
export type VisibleText = string & { readonly [visible]: true };

/** The text, with an escape as in JSON in place of each character that does not show. */
export function visibleText(text: string): VisibleText {
  return visibleLine(text) as VisibleText;
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
