/**
 * The shortest obvious division of a template string: one regular expression for each kind of part. Kinds are named as in
 * src/wasm/template.ts; offsets as there.
 */
import { ELSE, ENDIF, ESCAPED, EXPRESSION, IF, OPTIONAL, TEXT, UNCLOSED, UNQUOTED } from "../../src/wasm/codes.ts";
import type { TemplateParts } from "../../src/wasm/template.ts";

const WHITE_SPACE = "[\\t-\\r\\u2028\\u2029\\ufeff\\p{Zs}]";
const ESCAPE = /\$\$\{[^}]*\}/y;
const INNER = /\$\{((?:[^'"}]|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')*)/.source;
const EXPRESSION_PART = new RegExp(`${INNER}\\}`, "sy");
const UNQUOTED_PART = new RegExp(`${INNER}(?=(?:"(?:[^"\\\\]|\\\\.)*|'(?:[^'\\\\]|\\\\.)*)\\\\?$)`, "sy");
const WORD = new RegExp(
  `^(${WHITE_SPACE}*)(?:(if)(?![\\w$.\\\\-]|[^\\0-\\x7f](?<!${WHITE_SPACE}))|(else)${WHITE_SPACE}*$|(endif)${WHITE_SPACE}*$|)`,
  "u",
);

/** Four numbers for each part. */
export function numbersOf(parts: TemplateParts): number[] {
  const numbers: number[] = [];
  for (const part = parts.rewind(); part.next(); ) numbers.push(part.kind, part.start, part.content, part.contentEnd);
  return numbers;
}

export function referenceParts(source: string): number[] {
  const parts: number[] = [];
  let textStart = 0;
  const add = (kind: number, start: number, content: number, contentEnd: number) => {
    if (textStart < start) parts.push(TEXT, textStart, textStart, start);
    parts.push(kind, start, content, contentEnd);
  };
  let at = 0;
  while (at < source.length) {
    const escape = match(ESCAPE, source, at);
    if (escape !== undefined) {
      add(ESCAPED, at, at + 1, at + escape[0].length);
      at += escape[0].length;
      textStart = at;
      continue;
    }
    // Without a `}` after it, `$${` and the rest of the template are text.
    if (source.startsWith("$${", at)) break;
    if (!source.startsWith("${", at)) {
      at++;
      continue;
    }
    const part = match(EXPRESSION_PART, source, at);
    if (part === undefined) {
      const unquoted = match(UNQUOTED_PART, source, at);
      if (unquoted === undefined) add(UNCLOSED, at, at + 2, source.length);
      else add(UNQUOTED, at, at + unquoted[0].length, source.length);
      return parts;
    }
    const end = at + part[0].length - 1;
    const [, space, isIf, isElse, isEndif] = WORD.exec(part[1]!)!;
    const content = at + 2 + space!.length;
    const isOptional = source[end + 1] === "?" && !isIf && !isElse && !isEndif;
    if (isIf) add(IF, at, content + 2, end);
    else add(isElse ? ELSE : isEndif ? ENDIF : isOptional ? OPTIONAL : EXPRESSION, at, content, end);
    at = end + (isOptional ? 2 : 1);
    textStart = at;
  }
  if (textStart < source.length) parts.push(TEXT, textStart, textStart, source.length);
  return parts;
}

function match(expression: RegExp, source: string, at: number): RegExpExecArray | undefined {
  expression.lastIndex = at;
  return expression.exec(source) ?? undefined;
}
