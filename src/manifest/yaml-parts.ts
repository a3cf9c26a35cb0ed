/** The documents of a YAML stream, one by one. */
import { LINE_FEED, RETURN } from "../text/position.ts";
import { KUBERNETES } from "../yaml/dialect.ts";
import { DocumentError } from "../yaml/error.ts";
import { DASH, isMarker } from "../yaml/marker.ts";
import { parseYaml } from "../yaml/parse.ts";
import type { Part } from "./part.ts";
import { type PartCursor, readDocuments } from "./part-cursor.ts";
import type { Window } from "./window.ts";

export function* yamlParts(cursor: PartCursor): Generator<Part, void, undefined> {
  while (cursor.window.has(0)) yield yamlPart(cursor);
}

/**
 * The text up to the next `---` that is a line's first word. Such a line ends a document, whatever it stands in. Only
 * `%YAML` and `%TAG` stand before their document's `---`: a text that ends with them goes on behind it.
 */
function yamlPart(cursor: PartCursor): Part {
  const { window } = cursor;
  let end = nextMarker(window, 0);
  let text = cursor.text(end);
  while (true) {
    try {
      const read = readDocuments((onDuplicate) => parseYaml(text, KUBERNETES, onDuplicate));
      return cursor.take(text, end, read);
    } catch (error) {
      if (!(error instanceof DocumentError)) throw error;
      // The parser has come as far as the place that it tells.
      const isCertain = error.offset < text.length;
      if (error.code !== "syntax" || isCertain || !window.has(end)) throw cursor.placedError(text, error);
    }
    end = nextMarker(window, end);
    text = cursor.text(end);
  }
}

/** The offset of the next line behind an offset that begins with `---` and a blank; that of the end if there is none. */
function nextMarker(window: Window, from: number): number {
  for (let at = from + 1; window.has(at); at++) {
    const dash = window.bytes.indexOf(DASH, at);
    if (dash !== -1 && beginsDocument(window, dash)) return dash;
    at = dash === -1 ? window.bytes.length - 1 : dash;
  }
  return window.bytes.length;
}

function beginsDocument(window: Window, at: number): boolean {
  const before = window.bytes[at - 1];
  if (before !== LINE_FEED && before !== RETURN) return false;
  // Reads as far as the marker goes.
  window.has(at + 3);
  return isMarker(window.bytes, at);
}
