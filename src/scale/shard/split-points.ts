/**
 * Finds offsets at which a text can be cut so that the expansions of its parts, joined, are the expansion of the whole: after
 * a line without an open reference, or before a YAML document.
 */

import { MAX_HELD } from "../../expansion/streams/held-input.ts";
import type { ByteSource } from "../../manifest/window.ts";
import { LINE_FEED, RETURN } from "../../text/position.ts";
import { DASH, isMarker } from "../../yaml/ascii.ts";

const DOLLAR = 0x24;
const LEFT_PARENTHESIS = 0x28;
const RIGHT_PARENTHESIS = 0x29;
const NUMBER_SIGN = 0x23;
const PERCENT_SIGN = 0x25;

/**
 * The maximum distance of a search, in bytes. Streams hold back less, so they reject a longer reference or document anyway.
 */
const REACH = MAX_HELD + (2 << 20);

/** A text contains a reference or document that is too long. */
export class CutError extends Error {
  /** In bytes. */
  readonly offset: number;

  constructor(offset: number, message: string) {
    super(message);
    this.offset = offset;
  }
}

/** The format of a text: any bytes, JSON or NDJSON, or YAML. */
export type TextFormat = keyof typeof CUTS;

const CUTS = { bytes: plainCut, json: lineCut, yaml: documentCut } as const;

/**
 * The first cut at or after an offset. The start and the end of the text are cuts too.
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

/** After any line, because a reference in JSON cannot continue on the next line. */
function lineCut(text: ByteSearch, offset: number): number {
  const lineEnd = text.indexOf(LINE_FEED, offset - 1, text.length);
  return lineEnd === -1 ? text.length : lineEnd + 1;
}

/** After a line at whose end no reference is open. A name can contain line breaks. */
function plainCut(text: ByteSearch, offset: number): number {
  let cut = lineCut(text, offset);
  while (cut < text.length) {
    const open = openAt(text, cut);
    if (open === -1) break;
    const closer = text.indexOf(RIGHT_PARENTHESIS, cut, open + REACH);
    if (closer !== -1) cut = lineCut(text, closer + 1);
    else if (open + REACH < text.length)
      throw new CutError(open, 'the reference that begins here is too long; close it with ")"');
    else cut = text.length;
  }
  return cut;
}

/** The offset of a `$(` without a `)` before `offset`, or -1. `$$(` is an escaped dollar and does not count. */
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

/** Before a `---` without directives. */
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

/** Whether a document without directives begins at an offset, according to the rules of streams. */
function beginsDocument(text: ByteSearch, offset: number): boolean {
  if (text.at(offset) !== DASH || offset + 3 >= text.length) return false;
  const marker = Uint8Array.from([0, 1, 2, 3], (i) => text.at(offset + i)!);
  return isMarker(marker, 0) && !hasDirectives(text, offset);
}

/** Whether a line that begins with `%` precedes an offset, with only comments and empty lines between. */
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

/** The number of bytes that are read at once. */
const BLOCK = 1 << 16;

export interface SizedSource extends ByteSource {
  readonly length: number;
}

/** Searches for bytes in a source that is too large for memory. */
export class ByteSearch {
  readonly length: number;
  private readonly source: ByteSource;
  private readonly block: Uint8Array;
  /** The offset of the block in the source; `size` is its length. */
  private start = 0;
  private size = 0;

  constructor(source: SizedSource) {
    this.source = source;
    this.length = source.length;
    this.block = new Uint8Array(Math.min(BLOCK, source.length));
  }

  /** The byte at an offset; undefined outside the source. */
  at(offset: number): number | undefined {
    if (offset < 0 || offset >= this.length) return undefined;
    this.load(offset);
    return this.block[offset - this.start];
  }

  /** The first offset of a byte in [from, to), or -1. */
  indexOf(unit: number, from: number, to: number): number {
    const end = Math.min(to, this.length);
    for (let at = from; at < end; at = this.start + this.size) {
      this.load(at);
      const found = this.block.subarray(0, this.size).indexOf(unit, at - this.start);
      if (found !== -1) return this.start + found < end ? this.start + found : -1;
    }
    return -1;
  }

  /** The last offset of one of two bytes in [from, to), or -1. */
  lastIndexOf(unit: number, from: number, to: number, other = unit): number {
    for (let at = Math.min(to, this.length) - 1; at >= from; at = this.start - 1) {
      this.load(at);
      const { block, start } = this;
      const first = Math.max(from - start, 0);
      for (let i = at - start; i >= first; i--) if (block[i] === unit || block[i] === other) return start + i;
    }
    return -1;
  }

  private load(offset: number): void {
    if (offset >= this.start && offset < this.start + this.size) return;
    this.start = offset - (offset % BLOCK);
    const wanted = Math.min(BLOCK, this.length - this.start);
    this.size = 0;
    while (this.size < wanted) {
      const count = this.source.read(this.block.subarray(this.size, wanted), this.start + this.size);
      if (count === 0) throw new RangeError(`the source ended before its length of ${this.length} bytes`);
      this.size += count;
    }
  }
}
