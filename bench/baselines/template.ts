/**
 * Splits a template string in pure JavaScript, as fast as we could write it: `indexOf` between expressions, and a loop
 * inside them. Never shipped. The kinds and numbers are those of src/wasm/template.ts.
 */
import { ELSE, ENDIF, ESCAPED, EXPRESSION, IF, OPTIONAL, TEXT, UNCLOSED, UNQUOTED } from "../../src/wasm/codes.ts";

const WHITE_SPACE = /[\t-\r \xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]*/y;
const NAME_GOES_ON = /[\w$.\\-]|[^\0-\x7f]/;

export function templateParts(source: string): number[] {
  const parts: number[] = [];
  let at = 0;
  while (at < source.length) {
    let start = source.indexOf("${", at);
    if (start < 0) start = source.length;
    const isEscaped = start > at && source.charCodeAt(start - 1) === 0x24;
    const closer = isEscaped ? source.indexOf("}", start + 2) : 0;
    if (closer < 0) start = source.length;
    else if (isEscaped) start--;
    if (at < start) parts.push(TEXT, at, at, start);
    if (start === source.length) break;
    if (isEscaped) {
      at = closer + 1;
      parts.push(ESCAPED, start, start + 1, at);
    } else {
      at = addExpression(source, start, parts);
    }
  }
  return parts;
}

/** Adds the part that `${` at `start` opens, and returns its end. */
function addExpression(source: string, start: number, parts: number[]): number {
  let end = start + 2;
  for (; end < source.length; end++) {
    const unit = source.charCodeAt(end);
    if (unit === 0x7d) break;
    if (unit !== 0x22 && unit !== 0x27) continue;
    const quote = end;
    for (end++; end < source.length && source.charCodeAt(end) !== unit; end++) {
      if (source.charCodeAt(end) === 0x5c) end++;
    }
    if (end >= source.length) {
      parts.push(UNQUOTED, start, quote, source.length);
      return source.length;
    }
  }
  if (end >= source.length) {
    parts.push(UNCLOSED, start, start + 2, source.length);
    return source.length;
  }
  const word = skipBlanks(source, start + 2);
  if (source.startsWith("if", word) && !NAME_GOES_ON.test(source.charAt(word + 2))) {
    parts.push(IF, start, word + 2, end);
  } else if (source.startsWith("else", word) && skipBlanks(source, word + 4) === end) {
    parts.push(ELSE, start, word, end);
  } else if (source.startsWith("endif", word) && skipBlanks(source, word + 5) === end) {
    parts.push(ENDIF, start, word, end);
  } else {
    const isOptional = source.charCodeAt(end + 1) === 0x3f;
    parts.push(isOptional ? OPTIONAL : EXPRESSION, start, word, end);
    if (isOptional) return end + 2;
  }
  return end + 1;
}

function skipBlanks(source: string, at: number): number {
  if (source.charCodeAt(at) > 0x20 && source.charCodeAt(at) < 0xa0) return at;
  WHITE_SPACE.lastIndex = at;
  WHITE_SPACE.test(source);
  return WHITE_SPACE.lastIndex;
}
