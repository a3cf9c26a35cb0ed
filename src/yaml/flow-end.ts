/** The end of lists and maps in brackets: parsers' events tell where they begin, and where their members are. */
import type { Dialect } from "./dialect.ts";

/** What may stand behind the last member, before the bracket: its value is nothing, if its `?` or `:` stands there. */
const BEFORE_BRACKET = /[\s\x85,?:]/;
const LINE_BREAK_11 = /[\n\r\x85\u2028\u2029]|$/g;
const LINE_BREAK_12 = /[\n\r]|$/g;

/**
 * Where a collection in brackets ends: behind the closing one. (`[a: b]` has a mapping without brackets, which ends with
 * its value.)
 *
 * @param end of its last token before the bracket
 */
export function endOfFlow(
  text: string,
  { isMapping, start }: { readonly isMapping: boolean; readonly start: number },
  end: number,
  { version }: Dialect,
): number {
  if (text[start] !== (isMapping ? "{" : "[")) return end;
  const lineBreak = version === "1.1" ? LINE_BREAK_11 : LINE_BREAK_12;
  let at = Math.max(end, start + 1);
  for (; at < text.length; at++) {
    if (text[at] === (isMapping ? "}" : "]")) return at + 1;
    if (text[at] === "#") {
      lineBreak.lastIndex = at;
      at = lineBreak.exec(text)!.index;
    } else if (!BEFORE_BRACKET.test(text[at]!)) {
      break;
    }
  }
  return end;
}
