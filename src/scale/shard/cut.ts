/**
 * Where a text may be cut in two, so that each side expands to its part of what the whole expands to: behind a line if
 * no reference is open there, or in front of a document of YAML.
 */

import { MAX_HELD } from "../../expansion/streams/held-input.ts";
import { LINE_FEED, RETURN } from "../../text/position.ts";
import { DASH, isMarker } from "../../yaml/marker.ts";
import type { ByteSearch } from "./byte-search.ts";

const DOLLAR = 0x24;
const LEFT_PARENTHESIS = 0x28;
const RIGHT_PARENTHESIS = 0x29;
const NUMBER_SIGN = 0x23;
const PERCENT_SIGN = 0x25;

/**
 * How far a search goes, in bytes. A reference or a document that is open for longer is refused when it is expanded:
 * streams hold back less.
 */
const REACH = MAX_HELD + (2 << 20);

/** A text has something in it that is open for too long. */
export class CutError extends Error {
  /** Where, in bytes. */
  readonly offset: number;

  constructor(offset: number, message: string) {
    super(message);
    this.offset = offset;
  }
}

/** What a text is: any bytes, JSON or NDJSON, or YAML. */
export type TextFormat = keyof typeof CUTS;

const CUTS = { bytes: plainCut, json: lineCut, yaml: documentCut } as const;

/**
 * The first cut at an offset or behind it. The beginning and the end are cuts, too.
 *
 * @throws CutError
 */
export function cutFrom(format: TextFormat, text: ByteSearch, offset: number): number {
  return offset <= 0 ? 0 : CUTS[format](text, offset);
}

/**
 * The last cut before the end.
 *
 * @throws CutError
 */
export function lastCut(format: Exclude<TextFormat, "bytes">, text: ByteSearch): number {
  return format === "json" ? text.lastIndexOf(LINE_FEED, 0, text.length - 1) + 1 : lastDocument(text);
}

/** Behind any line: a reference in JSON ends with its line at the latest. */
function lineCut(text: ByteSearch, offset: number): number {
  const lineEnd = text.indexOf(LINE_FEED, offset - 1, text.length);
  return lineEnd === -1 ? text.length : lineEnd + 1;
}

/** Behind a line at whose end no reference is open: a name may run over line ends. */
function plainCut(text: ByteSearch, offset: number): number {
  let cut = lineCut(text, offset);
  while (cut < text.length) {
    const open = openAt(text, cut);
    if (open === -1) break;
    const closer = text.indexOf(RIGHT_PARENTHESIS, cut, open + REACH);
    if (closer !== -1) cut = lineCut(text, closer + 1);
    else if (open + REACH < text.length) throw new CutError(open, 'a $( is open for too long; close it with ")"');
    else cut = text.length;
  }
  return cut;
}

/** Where a `$(` is that has no `)` before an offset; -1 if there is none. The two `$` of `$$(` are one that opens nothing. */
function openAt(text: ByteSearch, offset: number): number {
  const from = Math.max(0, offset - REACH);
  const previous = (to: number) => text.lastIndexOf(LEFT_PARENTHESIS, from, to, RIGHT_PARENTHESIS);
  for (let at = previous(offset); at !== -1; at = previous(at)) {
    if (text.at(at) === RIGHT_PARENTHESIS) return -1;
    let dollar = at;
    while (text.at(dollar - 1) === DOLLAR) dollar--;
    if ((at - dollar) % 2 === 1) return at - 1;
  }
  return -1;
}

/** In front of a `---` that no directives belong to. */
function documentCut(text: ByteSearch, offset: number): number {
  const end = Math.min(offset + REACH, text.length);
  const next = (from: number) => text.indexOf(LINE_FEED, from, end);
  for (let at = next(offset - 1); at !== -1; at = next(at + 1)) if (beginsDocument(text, at + 1)) return at + 1;
  if (end < text.length) throw tooLong(offset);
  return text.length;
}

function lastDocument(text: ByteSearch): number {
  const from = Math.max(0, text.length - REACH);
  const previous = (to: number) => text.lastIndexOf(LINE_FEED, from, to);
  for (let at = previous(text.length); at !== -1; at = previous(at)) if (beginsDocument(text, at + 1)) return at + 1;
  if (from > 0) throw tooLong(from);
  return 0;
}

/** Whether a document, with nothing before its `---`, begins with the line at an offset, as streams find it. */
function beginsDocument(text: ByteSearch, offset: number): boolean {
  if (text.at(offset) !== DASH || offset + 3 >= text.length) return false;
  const marker = Uint8Array.from([0, 1, 2, 3], (i) => text.at(offset + i)!);
  return isMarker(marker, 0) && !hasDirectives(text, offset);
}

/** Whether a line of `%` is in front of an offset, with nothing but comments and empty lines between. */
function hasDirectives(text: ByteSearch, offset: number): boolean {
  for (let end = offset; end > 0; ) {
    const start = text.lastIndexOf(LINE_FEED, 0, end - 1) + 1;
    const unit = text.at(start);
    if (unit === PERCENT_SIGN) return true;
    if (unit !== NUMBER_SIGN && unit !== LINE_FEED && unit !== RETURN) return false;
    end = start;
  }
  return false;
}

function tooLong(offset: number): CutError {
  return new CutError(offset, 'the YAML document here is too long; write "---" between documents');
}
