/** Finds the boundaries of the documents in YAML text, in bytes. */

import { LINE_FEED, RETURN } from "../../text/position.ts";
import { findByte } from "../../wasm/input-bytes.ts";
import { DASH, isMarker } from "../../yaml/ascii.ts";

const NUMBER_SIGN = 0x23;
const PERCENT_SIGN = 0x25;

/**
 * The start of the last document whose `---` follows a line break at or after `from`. A document starts at this line, or at
 * its directives. Returns -1 if no document starts there.
 */
export function lastDocumentStart(text: Uint8Array, from: number): number {
  // The byte after the dashes decides whether this is a marker, so it must be present.
  for (let start = text.length - 4; start > from; start--) {
    if (text[start] === DASH && text[start - 1] === LINE_FEED && isMarker(text, start)) {
      return directivesStart(text, start);
    }
  }
  return -1;
}

/**
 * The start of the directives before a `---`, which can have comments and empty lines between them. Returns the `---` without
 * directives, or if they are in an open document, which only `...` ends.
 */
function directivesStart(text: Uint8Array, marker: number): number {
  let first = marker;
  for (let end = marker; end > 0; ) {
    const start = end === 1 ? 0 : text.lastIndexOf(LINE_FEED, end - 2) + 1;
    const unit = text[start];
    if (unit === PERCENT_SIGN) first = start;
    else if (unit !== DASH && isMarker(text, start)) break;
    else if (unit !== NUMBER_SIGN && text[unit === RETURN ? start + 1 : start] !== LINE_FEED) return marker;
    end = start;
  }
  return first;
}

/** The line break before the first `---` or `...` after an offset, or the end of the text. */
export function documentEnd(text: Uint8Array, offset: number): number {
  let at = text.indexOf(LINE_FEED, offset);
  while (at !== -1 && !isMarker(text, at + 1)) at = text.indexOf(LINE_FEED, at + 1);
  return at === -1 ? text.length : at;
}

/** The start of the document that contains an offset: its `---`, or the start of the text. */
export function documentStart(text: Uint8Array, offset: number): number {
  let at = offset === 0 ? -1 : text.lastIndexOf(LINE_FEED, offset - 1);
  while (at !== -1 && !isMarker(text, at + 1)) at = at === 0 ? -1 : text.lastIndexOf(LINE_FEED, at - 1);
  return at + 1;
}

/** Returns whether the text at an offset is a match. */
type IsFound = (text: Uint8Array, at: number, start: number) => boolean;

/** What some readers of YAML interpret differently, by its first byte. */
const AMBIGUITIES: readonly (readonly [first: number, isFound: IsFound])[] = [
  // A CR that ends a line without an LF.
  [RETURN, (text, at) => text[at + 1] !== LINE_FEED],
  // U+0085, U+2028, and U+2029: only some readers end a line there.
  [0xc2, (text, at) => text[at + 1] === 0x85],
  [0xe2, (text, at) => text[at + 1] === 0x80 && (text[at + 2]! & 0xfe) === 0xa8],
  // A byte order mark at the beginning of a line.
  [
    0xef,
    (text, at, start) => text[at + 1] === 0xbb && text[at + 2] === 0xbf && (at === start || text[at - 1] === LINE_FEED),
  ],
];

/**
 * Returns a function that finds the first ambiguous place at or after an offset, or the end of the text. The offsets must
 * not decrease, so that the text is searched once.
 *
 * @param start where the first line begins
 */
export function ambiguousPlaces(text: Uint8Array, start: number): (from: number) => number {
  const next = AMBIGUITIES.map(() => -1);
  return (from) => {
    for (const [i, [first, isFound]] of AMBIGUITIES.entries()) {
      if (next[i]! >= from) continue;
      let at = findByte(text, first, from);
      while (at !== -1 && !isFound(text, at, start)) at = findByte(text, first, at + 1);
      next[i] = at === -1 ? text.length : at;
    }
    return Math.min(...next);
  };
}
