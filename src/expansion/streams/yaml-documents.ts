/** Finds the boundaries of the documents in YAML text, in bytes. */

import { LINE_FEED, RETURN } from "../../text/position.ts";
import type { DocumentRange } from "../../wasm/yaml.ts";
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
 * The start of the directives before a `---`, with the comments and empty lines around them. Returns the `---` without
 * directives, or if they are in an open document, which only `...` ends.
 */
function directivesStart(text: Uint8Array, marker: number): number {
  let hasDirectives = false;
  let end = marker;
  while (end > 0) {
    const start = end === 1 ? 0 : text.lastIndexOf(LINE_FEED, end - 2) + 1;
    const unit = text[start];
    if (unit === PERCENT_SIGN) hasDirectives = true;
    else if (unit !== DASH && isMarker(text, start)) break;
    else if (unit !== NUMBER_SIGN && text[unit === RETURN ? start + 1 : start] !== LINE_FEED) return marker;
    end = start;
  }
  return hasDirectives ? end : marker;
}

/**
 * Splits a text into its documents. A document starts at each `---`, or at its directives, and after each `...`; the part
 * after a `...` can be empty except for comments.
 */
export function documentsIn(text: Uint8Array): DocumentRange[] {
  const documents: DocumentRange[] = [];
  let start = 0;
  const splitAt = (end: number): void => {
    if (end > start) documents.push({ start, end });
    start = Math.max(start, end);
  };
  for (let line = 0; line < text.length; ) {
    const next = text.indexOf(LINE_FEED, line) + 1 || text.length;
    if (isMarker(text, line))
      splitAt(text[line] === DASH ? start + directivesStart(text.subarray(start), line - start) : next);
    line = next;
  }
  splitAt(text.length);
  return documents;
}
