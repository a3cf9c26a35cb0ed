/** Where the documents of YAML text begin and end, in bytes. */

import { LINE_FEED, RETURN } from "../../text/position.ts";
import { findByte } from "../../wasm/find-byte.ts";
import { DASH, isMarker } from "../../yaml/marker.ts";

const NUMBER_SIGN = 0x23;
const PERCENT_SIGN = 0x25;

/**
 * Where the last document begins whose `---` is behind a line break at `from` or further on: with that line, or with
 * the directives that belong to it; -1 if there is none.
 */
export function lastDocumentStart(text: Uint8Array, from: number): number {
  // What follows the dashes must be there: it tells whether this is a marker.
  for (let start = text.length - 4; start > from; start--) {
    if (text[start] === DASH && text[start - 1] === LINE_FEED && isMarker(text, start)) {
      return directivesStart(text, start);
    }
  }
  return -1;
}

/**
 * Where the directives in front of a `---` begin, with comments and empty lines between; the `---` if there are none,
 * or if they are in an open document: one ends with `...`.
 */
function directivesStart(text: Uint8Array, marker: number): number {
  let first = marker;
  for (let end = marker; end > 0; ) {
    const start = end === 1 ? 0 : text.lastIndexOf(LINE_FEED, end - 2) + 1;
    const unit = text[start];
    if (unit === PERCENT_SIGN) first = start;
    else if (unit !== DASH && isMarker(text, start)) break;
    else if (unit !== NUMBER_SIGN && unit !== LINE_FEED && unit !== RETURN) return marker;
    end = start;
  }
  return first;
}

/** The line break in front of the first `---` or `...` behind an offset, or the text's end. */
export function documentEnd(text: Uint8Array, offset: number): number {
  let at = text.indexOf(LINE_FEED, offset);
  while (at !== -1 && !isMarker(text, at + 1)) at = text.indexOf(LINE_FEED, at + 1);
  return at === -1 ? text.length : at;
}

/** Where the document begins that an offset is in: at its `---`, or with the text. */
export function documentStart(text: Uint8Array, offset: number): number {
  let at = offset === 0 ? -1 : text.lastIndexOf(LINE_FEED, offset - 1);
  while (at !== -1 && !isMarker(text, at + 1)) at = at === 0 ? -1 : text.lastIndexOf(LINE_FEED, at - 1);
  return at + 1;
}

/**
 * The places that are read otherwise than the scanner would: a CR that ends a line alone; U+0085, U+2028 and U+2029, where
 * only some readers end a line; and a byte order mark at the beginning of a line.
 */
export class Oddities {
  private readonly text: Uint8Array;
  private readonly start: number;
  /** The first of each kind from the last offset asked for; the text's length if there is none. */
  private loneReturn = -1;
  private lineBreak = -1;
  private mark = -1;

  /** @param start where the first line begins */
  constructor(text: Uint8Array, start: number) {
    this.text = text;
    this.start = start;
  }

  /** The first one from an offset on, or the text's end. The offsets never go down: the text is searched once. */
  first(from: number): number {
    if (this.loneReturn < from) this.loneReturn = this.findReturn(from);
    if (this.lineBreak < from) this.lineBreak = this.findBreak(from);
    if (this.mark < from) this.mark = this.findMark(from);
    return Math.min(this.loneReturn, this.lineBreak, this.mark);
  }

  private findReturn(from: number): number {
    const { text } = this;
    let at = findByte(text, RETURN, from);
    while (at !== -1 && text[at + 1] === LINE_FEED) at = findByte(text, RETURN, at + 1);
    return at === -1 ? text.length : at;
  }

  private findBreak(from: number): number {
    const { text } = this;
    let next = findByte(text, 0xc2, from);
    while (next !== -1 && text[next + 1] !== 0x85) next = findByte(text, 0xc2, next + 1);
    let separator = findByte(text, 0xe2, from);
    while (separator !== -1 && !(text[separator + 1] === 0x80 && (text[separator + 2]! & 0xfe) === 0xa8)) {
      separator = findByte(text, 0xe2, separator + 1);
    }
    return Math.min(next === -1 ? text.length : next, separator === -1 ? text.length : separator);
  }

  private findMark(from: number): number {
    const { text, start } = this;
    const isMark = (at: number) =>
      text[at + 1] === 0xbb && text[at + 2] === 0xbf && (at === start || text[at - 1] === LINE_FEED);
    let at = findByte(text, 0xef, from);
    while (at !== -1 && !isMark(at)) at = findByte(text, 0xef, at + 1);
    return at === -1 ? text.length : at;
  }
}
