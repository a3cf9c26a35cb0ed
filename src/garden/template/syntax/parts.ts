/**
 * Where the parts of a Garden template string begin and end. Linear.
 *
 *   `${ … }`                 an expression, up to the first `}` outside string literals, and a directly following `?`
 *   `${if …}`                starts a block (the condition follows); `${else}` and `${endif}` continue and end it
 *   `$${ … }`                the same text with one dollar sign, up to the first `}`; unchanged without a `}`
 *   everything else          text
 *
 * Expressions are not parsed, except for their string literals and their first word.
 */
import { APOSTROPHE, BACKSLASH, FULL_STOP, isNamePart, isSpace, QUESTION_MARK, QUOTATION_MARK } from "./characters.ts";

const DOLLAR = 0x24;
const RIGHT_BRACE = 0x7d;

/**
 * - `text`, and `escaped` for `$${…}`: the content is the text, from the second `$` on.
 * - `expression`, and `optional` if a `?` follows it; `if`: the content is the expression, or the condition.
 * - `unclosed`: `${` without a `}`. `unquoted`: a string literal without an end, where the content begins.
 */
export type PartKind =
  | "text"
  | "escaped"
  | "expression"
  | "optional"
  | "if"
  | "else"
  | "endif"
  | "unclosed"
  | "unquoted";

/** A part ends where the next one begins. Offsets are in UTF-16 code units. */
export interface TemplatePart {
  readonly kind: PartKind;
  readonly start: number;
  readonly content: number;
  readonly contentEnd: number;
}

/** Finds the parts of a template string, in order and without gaps. */
export function templateParts(source: string): TemplatePart[] {
  const parts: TemplatePart[] = [];
  for (let at = 0; at < source.length; ) {
    let start = source.indexOf("${", at);
    const isEscaped = start > at && source.charCodeAt(start - 1) === DOLLAR;
    const closer = isEscaped ? source.indexOf("}", start + 2) : 0;
    // Without a `}`, neither this nor anything after it is a reference.
    if (start < 0 || closer < 0) start = source.length;
    else if (isEscaped) start--;
    if (at < start) parts.push({ kind: "text", start: at, content: at, contentEnd: start });
    if (start === source.length) break;
    at = isEscaped ? closer + 1 : addExpression(source, start, parts);
    if (isEscaped) parts.push({ kind: "escaped", start, content: start + 1, contentEnd: at });
  }
  return parts;
}

/** Adds the part of the `${` at `start`; returns its end. */
function addExpression(source: string, start: number, parts: TemplatePart[]): number {
  const { length } = source;
  let end = start + 2;
  for (; end < length; end++) {
    const unit = source.charCodeAt(end);
    if (unit === RIGHT_BRACE) break;
    if (unit !== QUOTATION_MARK && unit !== APOSTROPHE) continue;
    const quote = end;
    for (end++; end < length && source.charCodeAt(end) !== unit; end++) {
      if (source.charCodeAt(end) === BACKSLASH) end++;
    }
    if (end < length) continue;
    parts.push({ kind: "unquoted", start, content: quote, contentEnd: length });
    return length;
  }
  const word = skipWhiteSpace(source, start + 2);
  if (end === length) {
    parts.push({ kind: "unclosed", start, content: start + 2, contentEnd: length });
    return length;
  }
  if (source.startsWith("if", word) && !continuesName(source.charCodeAt(word + 2))) {
    parts.push({ kind: "if", start, content: word + 2, contentEnd: end });
    return end + 1;
  }
  for (const kind of ["else", "endif"] as const) {
    if (source.startsWith(kind, word) && skipWhiteSpace(source, word + kind.length) === end) {
      parts.push({ kind, start, content: word, contentEnd: end });
      return end + 1;
    }
  }
  const isOptional = source.charCodeAt(end + 1) === QUESTION_MARK;
  parts.push({ kind: isOptional ? "optional" : "expression", start, content: word, contentEnd: end });
  return isOptional ? end + 2 : end + 1;
}

function skipWhiteSpace(source: string, at: number): number {
  while (isSpace(source.charCodeAt(at))) at++;
  return at;
}

/** Whether a name goes on here, so that `if` before it is only its beginning: `iffy`, `if-x`, `if.x`. */
function continuesName(unit: number): boolean {
  return unit >= 0x80 ? !isSpace(unit) : isNamePart(unit) || unit === FULL_STOP || unit === BACKSLASH;
}
