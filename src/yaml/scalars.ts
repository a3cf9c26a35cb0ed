/** Where the scalars of YAML text end. What they mean is in scalar-value.ts. */
import { CHOMPING_MODE, EVENT_ID, SCALAR_STYLE, type ScalarEvent } from "js-yaml";
import { type Cursor, isBlank, isBlankOrEnd, isBreak, isBreakOrEnd, SPACE, TAB } from "./cursor.ts";

/** 1.1 as go-yaml v2 reads it. Of 1.2, only what texts have in practice: `\/`, `[a?b]` and `%YAML 1.2`. */
export type YamlVersion = "1.1" | "1.2";

const COLON = 0x3a;
const NUMBER_SIGN = 0x23;
const BACKSLASH = 0x5c;
const APOSTROPHE = 0x27;

/** A scalar without text. */
export function emptyScalar(): ScalarEvent {
  return scalarEvent(-1, -1, SCALAR_STYLE.PLAIN, false);
}

function scalarEvent(valueStart: number, valueEnd: number, style: ScalarEvent["style"], fast: boolean): ScalarEvent {
  return {
    type: EVENT_ID.SCALAR,
    valueStart,
    valueEnd,
    anchorStart: -1,
    anchorEnd: -1,
    tagStart: -1,
    tagEnd: -1,
    style,
    chomping: CHOMPING_MODE.CLIP,
    indent: -1,
    fast,
  };
}

/** What ends a plain scalar in `[]` and `{}`: go-yaml ends it at `?`, too. */
function isFlowEnd(unit: number, version: YamlVersion): boolean {
  if (unit === 0x3f) return version === "1.1";
  return unit === 0x2c || unit === 0x5b || unit === 0x5d || unit === 0x7b || unit === 0x7d;
}

/**
 * Reads a plain scalar, and the blanks and line breaks behind it.
 *
 * @param indent how far the next lines of it must be indented, outside of `[]` and `{}`
 */
export function readPlain(
  cursor: Cursor,
  indent: number,
  inFlow: boolean,
  version: YamlVersion,
): { event: ScalarEvent; atNewLine: boolean } {
  const { text, at: start } = cursor;
  let end = start;
  let isOneLine = true;
  let atNewLine = false;
  while (!cursor.isAtMarker() && cursor.unit() !== NUMBER_SIGN) {
    let { at } = cursor;
    let unit = text.charCodeAt(at);
    while (!isBlankOrEnd(unit)) {
      if ((unit === COLON && isBlankOrEnd(text.charCodeAt(at + 1))) || (inFlow && isFlowEnd(unit, version))) break;
      unit = text.charCodeAt(++at);
    }
    if (at > cursor.at) {
      if (atNewLine) isOneLine = false;
      atNewLine = false;
      cursor.at = at;
      end = at;
    }
    if (!isBlank(unit) && !isBreak(unit)) break;
    for (; isBlank(unit) || isBreak(unit); unit = cursor.unit()) {
      if (isBreak(unit)) {
        cursor.skipBreak();
        atNewLine = true;
      } else {
        if (atNewLine && unit === TAB && cursor.column < indent) {
          throw cursor.error("tab characters must not be used in indentation");
        }
        cursor.at++;
      }
    }
    if (!inFlow && cursor.column < indent) break;
  }
  return { event: scalarEvent(start, end, SCALAR_STYLE.PLAIN, isOneLine), atNewLine };
}

/** What may follow a backslash, beside `x`, `u` and `U` with their digits: to go-yaml, and in YAML 1.2. */
const ESCAPES = "0abt\tnvfre \"'\\N_LP";
const ESCAPES_1_2 = `${ESCAPES}/`;

/** Reads a scalar in quotes. */
export function readQuoted(cursor: Cursor, quote: number, version: YamlVersion): ScalarEvent {
  const isSingle = quote === APOSTROPHE;
  const name = isSingle ? "single" : "double";
  cursor.at++;
  const start = cursor.at;
  let isSimple = true;
  while (true) {
    const unit = cursor.unit();
    if (unit === quote) {
      if (!isSingle || cursor.unit(1) !== quote) break;
      isSimple = false;
      cursor.at += 2;
    } else if (unit === 0) {
      throw cursor.error(`unexpected end of the stream within a ${name} quoted scalar`);
    } else if (isBreak(unit)) {
      isSimple = false;
      cursor.skipBreak();
      checkNoMarker(cursor, name);
    } else if (unit === BACKSLASH && !isSingle) {
      isSimple = false;
      cursor.at++;
      if (isBreak(cursor.unit())) {
        cursor.skipBreak();
        checkNoMarker(cursor, name);
      } else {
        cursor.at += escapeLength(cursor, version === "1.2" ? ESCAPES_1_2 : ESCAPES);
      }
    } else {
      cursor.at++;
    }
  }
  const end = cursor.at;
  cursor.at++;
  const style = isSingle ? SCALAR_STYLE.SINGLE_QUOTED : SCALAR_STYLE.DOUBLE_QUOTED;
  return scalarEvent(start, end, style, isSimple);
}

function checkNoMarker(cursor: Cursor, name: string): void {
  if (cursor.isAtMarker()) throw cursor.error(`unexpected end of the document within a ${name} quoted scalar`);
}

/** The length of what stands behind a backslash. */
function escapeLength(cursor: Cursor, escapes: string): number {
  const { at, text } = cursor;
  const letter = text[at]!;
  if (escapes.includes(letter)) return 1;
  const digits = letter === "x" ? 2 : letter === "u" ? 4 : letter === "U" ? 8 : 0;
  if (digits === 0) throw cursor.error("unknown escape sequence", at - 1);
  let code = 0;
  for (let i = 1; i <= digits; i++) {
    const value = Number.parseInt(text[at + i]!, 16);
    if (Number.isNaN(value)) throw cursor.error("expected hexadecimal character", at + i);
    code = code * 16 + value;
  }
  if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) {
    throw cursor.error("this escape is no character", at - 1);
  }
  return 1 + digits;
}

/**
 * Reads a block scalar, and the spaces before what follows it.
 *
 * @param parentIndent how far the collection around it is indented; -1 at the root
 */
export function readBlock(cursor: Cursor, parentIndent: number): ScalarEvent {
  const style = cursor.unit() === 0x7c ? SCALAR_STYLE.LITERAL_BLOCK : SCALAR_STYLE.FOLDED_BLOCK;
  cursor.at++;
  const { chomping, digit } = readIndicators(cursor);
  cursor.skipBlanks();
  cursor.skipComment();
  if (!isBreakOrEnd(cursor.unit())) throw cursor.error("a line break is expected");
  if (cursor.unit() !== 0) cursor.skipBreak();

  const start = cursor.at;
  let indent = digit > 0 ? Math.max(parentIndent, 0) + digit : -1;
  let end = start;
  while (true) {
    const blank = readBlankLines(cursor, indent);
    end = blank.end;
    if (indent === -1) indent = Math.max(blank.deepest, parentIndent + 1, 1);
    if (cursor.column !== indent || cursor.unit() === 0) break;
    while (!isBreakOrEnd(cursor.unit())) cursor.at++;
    end = cursor.at;
    if (cursor.unit() === 0) break;
    cursor.skipBreak();
  }
  return { ...scalarEvent(start, end, style, false), chomping, indent };
}

/** What stands behind `|` or `>`: a sign, a digit, or both, in any order. */
function readIndicators(cursor: Cursor): { chomping: ScalarEvent["chomping"]; digit: number } {
  let chomping: ScalarEvent["chomping"] | undefined;
  let digit = -1;
  for (; ; cursor.at++) {
    const unit = cursor.unit();
    if ((unit === 0x2b || unit === 0x2d) && chomping === undefined) {
      chomping = unit === 0x2b ? CHOMPING_MODE.KEEP : CHOMPING_MODE.STRIP;
    } else if (unit >= 0x30 && unit <= 0x39 && digit === -1) {
      digit = unit - 0x30;
      if (digit === 0) {
        throw cursor.error("bad explicit indentation width of a block scalar; it cannot be less than one");
      }
    } else {
      return { chomping: chomping ?? CHOMPING_MODE.CLIP, digit };
    }
  }
}

/**
 * Skips lines without text, and the indentation of the line behind them.
 *
 * @param indent of the scalar; -1 if the first line with text tells it
 * @returns where the last such line ends, and how deep one of these lines is indented at most
 */
function readBlankLines(cursor: Cursor, indent: number): { end: number; deepest: number } {
  let end = cursor.at;
  let deepest = cursor.column;
  while (true) {
    while ((indent === -1 || cursor.column < indent) && cursor.unit() === SPACE) cursor.at++;
    deepest = Math.max(deepest, cursor.column);
    const unit = cursor.unit();
    if ((indent === -1 || cursor.column < indent) && unit === TAB) {
      throw cursor.error("tab characters must not be used in indentation");
    }
    if (!isBreak(unit)) return { end, deepest };
    cursor.skipBreak();
    end = cursor.at;
  }
}
