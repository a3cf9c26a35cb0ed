import { visibleText } from "../template/visible-text.ts";

/** Text of unknown origin, made fit for one line of a message: what does not show is escaped, much is cut short. */
export function printable(text: string, limit = 200): string {
  return visibleText(text.length > limit ? `${text.slice(0, limit)}...` : text);
}
