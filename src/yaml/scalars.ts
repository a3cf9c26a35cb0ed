/** Finds the ends of scalars in YAML text. scalar-text.ts reads their strings. */
import { BACKSLASH, COLON } from "./ascii.ts";
import {
  APOSTROPHE,
  type Cursor,
  isBlank,
  isBlankOrEnd,
  isBreak,
  isBreakOrEnd,
  isFlowIndicator,
  NUMBER_SIGN,
  SPACE,
  TAB,
  TAB_INDENTS,
  type YamlVersion,
} from "./cursor.ts";
import type { ScalarStyle } from "./node.ts";
import { ESCAPES, escapeDigits, type ScalarSource } from "./scalar-text.ts";

/** The last ASCII character. YAML 1.2 has no line breaks beyond it. */
const ASCII = 0x7f;

function sourceOf(start: number, end: number, style: ScalarStyle, isVerbatim: boolean): ScalarSource {
  return { start, end, style, chomping: "", indent: -1, isVerbatim };
}

/** Whether a plain scalar in `[]` or `{}` ends: in go-yaml also at `?`, in YAML 1.2 at a colon before an indicator. */
function isFlowEnd(unit: number, next: number, version: YamlVersion): boolean {
  if (unit === 0x3f) return version === "1.1";
  return isFlowIndicator(unit) || (unit === COLON && version === "1.2" && isFlowIndicator(next));
}

/**
 * Reads a plain scalar, and the white space after it.
 *
 * @param indent the indentation that its next lines need outside of `[]` and `{}`
 */
export function readPlain(cursor: Cursor, indent: number, inFlow: boolean): ScalarSource {
  const { text, at: start, version } = cursor;
  let end = start;
  let isOneLine = true;
  let atNewLine = false;
  while (!cursor.isAtMarker() && cursor.unit() !== NUMBER_SIGN) {
    let { at } = cursor;
    let unit = text.charCodeAt(at);
    // Control characters are not allowed, so characters below a space are tabs, line breaks, or the end.
    while (unit > SPACE && !(unit > ASCII && isBreak(unit, version))) {
      if (unit === COLON && isBlankOrEnd(text.charCodeAt(at + 1), version)) break;
      if (inFlow && isFlowEnd(unit, text.charCodeAt(at + 1), version)) break;
      unit = text.charCodeAt(++at);
    }
    if (at > cursor.at) {
      if (atNewLine) isOneLine = false;
      atNewLine = false;
      cursor.at = at;
      end = at;
    }
    if (!isBlank(unit) && !isBreak(unit, version)) break;
    for (; isBlank(unit) || isBreak(unit, version); unit = cursor.unit()) {
      if (isBreak(unit, version)) {
        cursor.skipBreak();
        atNewLine = true;
      } else if (atNewLine && unit === TAB && cursor.column < indent) {
        // In YAML 1.2, this tab may be in brackets or on a line without text.
        if (version === "1.1" || !(inFlow || cursor.isRestOfLineEmpty())) throw cursor.error(TAB_INDENTS);
        cursor.skipBlanks();
      } else {
        cursor.at++;
      }
    }
    if (!inFlow && cursor.column < indent) break;
  }
  cursor.isAtNewLine = atNewLine;
  return sourceOf(start, end, "plain", isOneLine);
}

/** Reads a scalar in quotes. */
export function readQuoted(cursor: Cursor, quote: number): ScalarSource {
  const { version } = cursor;
  const isSingle = quote === APOSTROPHE;
  const name = isSingle ? "single" : "double";
  cursor.at++;
  const start = cursor.at;
  let isSimple = true;
  while (true) {
    let unit = cursor.unit();
    while (unit >= SPACE && unit < ASCII && unit !== quote && unit !== BACKSLASH) {
      cursor.at++;
      unit = cursor.unit();
    }
    if (unit === quote) {
      if (!isSingle || cursor.unit(1) !== quote) break;
      isSimple = false;
      cursor.at += 2;
    } else if (unit === 0) {
      throw cursor.error(`unexpected end of the stream within a ${name} quoted scalar`);
    } else if (isBreak(unit, version)) {
      isSimple = false;
      cursor.skipBreak();
      checkNoMarker(cursor, name);
    } else if (unit === BACKSLASH && !isSingle) {
      isSimple = false;
      cursor.at++;
      if (isBreak(cursor.unit(), version)) {
        cursor.skipBreak();
        checkNoMarker(cursor, name);
      } else {
        cursor.at += escapeLength(cursor);
      }
    } else {
      cursor.at++;
    }
  }
  const end = cursor.at;
  cursor.at++;
  return sourceOf(start, end, name, isSimple);
}

function checkNoMarker(cursor: Cursor, name: string): void {
  if (cursor.isAtMarker()) throw cursor.error(`unexpected end of the document within a ${name} quoted scalar`);
}

/** The length of an escape without its backslash. */
function escapeLength(cursor: Cursor): number {
  const { at, text, version } = cursor;
  const letter = text[at]!;
  // go-yaml does not allow `\/`.
  if (ESCAPES.includes(letter) && (letter !== "/" || version === "1.2")) return 1;
  const digits = escapeDigits(letter);
  if (digits === 0) throw cursor.error("unknown escape sequence", at - 1);
  let code = 0;
  for (let i = 1; i <= digits; i++) {
    const value = Number.parseInt(text[at + i]!, 16);
    if (Number.isNaN(value)) throw cursor.error("expected hexadecimal character", at + i);
    code = code * 16 + value;
  }
  if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) {
    throw cursor.error("invalid Unicode escape", at - 1);
  }
  return 1 + digits;
}

/**
 * Reads a block scalar, and the indentation of the next token.
 *
 * @param parentIndent the indentation of the collection around it; -1 at the root
 */
export function readBlock(cursor: Cursor, parentIndent: number): ScalarSource {
  const { version } = cursor;
  const style = cursor.unit() === 0x7c ? "literal" : "folded";
  cursor.at++;
  const { chomping, digit } = readIndicators(cursor);
  cursor.skipBlanks();
  if (version === "1.1" || isBlank(cursor.unit(-1))) cursor.skipComment();
  if (!isBreakOrEnd(cursor.unit(), version)) throw cursor.error("expected a line break");
  cursor.skipBreak();

  const start = cursor.at;
  let indent = digit > 0 ? Math.max(parentIndent, version === "1.1" ? 0 : -1) + digit : -1;
  let end = start;
  while (true) {
    const lines = readBlankLines(cursor, indent);
    end = lines.end;
    if (indent === -1) indent = Math.max(lines.deepest, parentIndent + 1, version === "1.1" ? 1 : 0);
    if (cursor.column !== indent || cursor.unit() === 0 || cursor.isAtMarker()) break;
    while (!isBreakOrEnd(cursor.unit(), version)) cursor.at++;
    end = cursor.at;
    cursor.skipBreak();
  }
  return { start, end, style, chomping, indent, isVerbatim: false };
}

/** Reads a sign, a digit, or both, in any order, after `|` or `>`. */
function readIndicators(cursor: Cursor): { chomping: ScalarSource["chomping"]; digit: number } {
  let chomping: ScalarSource["chomping"] | undefined;
  let digit = -1;
  for (; ; cursor.at++) {
    const unit = cursor.unit();
    if ((unit === 0x2b || unit === 0x2d) && chomping === undefined) {
      chomping = unit === 0x2b ? "+" : "-";
    } else if (unit >= 0x30 && unit <= 0x39 && digit === -1) {
      digit = unit - 0x30;
      if (digit === 0) {
        throw cursor.error("bad explicit indentation width of a block scalar; it cannot be less than one");
      }
    } else {
      return { chomping: chomping ?? "", digit };
    }
  }
}

/**
 * Skips empty lines, and the indentation of the line after them.
 *
 * @param indent the indentation of the scalar; -1 if its first line with text sets it
 * @returns the end of the last empty line, and the deepest indentation
 */
function readBlankLines(cursor: Cursor, indent: number): { end: number; deepest: number } {
  const { version } = cursor;
  let end = cursor.at;
  let deepest = cursor.column;
  while (true) {
    while ((indent === -1 || cursor.column < indent) && cursor.unit() === SPACE) cursor.at++;
    deepest = Math.max(deepest, cursor.column);
    const unit = cursor.unit();
    if (version === "1.1" && (indent === -1 || cursor.column < indent) && unit === TAB) {
      throw cursor.error(TAB_INDENTS);
    }
    if (!isBreak(unit, version)) return { end, deepest };
    cursor.skipBreak();
    end = cursor.at;
  }
}
