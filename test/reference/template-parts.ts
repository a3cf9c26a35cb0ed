/**
 * The shortest obvious division of a template string: one regular expression for each kind of part. Kinds are named as in
 * src/garden/template/syntax/parts.ts; offsets as there.
 */
import type { PartKind, TemplatePart } from "../../src/garden/template/syntax/parts.ts";

const WHITE_SPACE = "[\\t-\\r\\u2028\\u2029\\ufeff\\p{Zs}]";
const ESCAPE = /\$\$\{[^}]*\}/y;
const INNER = /\$\{((?:[^'"}]|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')*)/.source;
const EXPRESSION_PART = new RegExp(`${INNER}\\}`, "sy");
const UNQUOTED_PART = new RegExp(`${INNER}(?=(?:"(?:[^"\\\\]|\\\\.)*|'(?:[^'\\\\]|\\\\.)*)\\\\?$)`, "sy");
const WORD = new RegExp(
  `^(${WHITE_SPACE}*)(?:(if)(?![\\w$.\\\\-]|[^\\0-\\x7f](?<!${WHITE_SPACE}))|(else)${WHITE_SPACE}*$|(endif)${WHITE_SPACE}*$|)`,
  "u",
);

export function referenceParts(source: string): TemplatePart[] {
  const parts: TemplatePart[] = [];
  let textStart = 0;
  const add = (kind: PartKind, start: number, content: number, contentEnd: number) => {
    addText(start);
    parts.push({ kind, start, content, contentEnd });
  };
  const addText = (end: number) => {
    if (textStart < end) parts.push({ kind: "text", start: textStart, content: textStart, contentEnd: end });
  };
  let at = 0;
  while (at < source.length) {
    const escape = match(ESCAPE, source, at);
    if (escape !== undefined) {
      add("escaped", at, at + 1, at + escape[0].length);
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
      if (unquoted === undefined) add("unclosed", at, at + 2, source.length);
      else add("unquoted", at, at + unquoted[0].length, source.length);
      return parts;
    }
    const end = at + part[0].length - 1;
    const [, space, isIf, isElse, isEndif] = WORD.exec(part[1]!)!;
    const content = at + 2 + space!.length;
    const isOptional = source[end + 1] === "?" && !isIf && !isElse && !isEndif;
    if (isIf) add("if", at, content + 2, end);
    else add(isElse ? "else" : isEndif ? "endif" : isOptional ? "optional" : "expression", at, content, end);
    at = end + (isOptional ? 2 : 1);
    textStart = at;
  }
  addText(source.length);
  return parts;
}

function match(expression: RegExp, source: string, at: number): RegExpExecArray | undefined {
  expression.lastIndex = at;
  return expression.exec(source) ?? undefined;
}
