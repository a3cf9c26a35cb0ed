/**
 * Manifests in parts. Only one document, or one item of a large List in JSON, is in memory at a time. The texts of the
 * parts together are the text of the manifest without its byte order mark.
 */

import { LINE_FEED, RETURN } from "../text/position.ts";
import { DASH, isMarker } from "../yaml/ascii.ts";
import { KUBERNETES, MAX_DOCUMENT } from "../yaml/dialect.ts";
import { DocumentError } from "../yaml/error.ts";
import type { IsOutlined } from "../yaml/outline.ts";
import { parseYaml } from "../yaml/parse.ts";
import { jsonParts } from "./json-parts.ts";
import { type Part, PartCursor } from "./part-cursor.ts";
import type { ByteSource, Window } from "./window.ts";

/** Lists up to this size in bytes are read whole. */
const LARGE = 1 << 20;

/**
 * Reads a manifest: YAML documents, or JSON objects one after the other.
 *
 * @param large the size in bytes from which a List in JSON is read item by item
 * @param limit the most bytes of a document, or of an item of such a List
 * @param isOutlined whether only what identifies an object is needed; its duplicate keys are not reported
 * @throws DocumentError with its position, for text that `parseManifest` refuses or that is not UTF-8: the first problem
 *   in the order of the text. In one document, syntax errors come first.
 */
export function* manifestParts(
  source: ByteSource,
  large = LARGE,
  limit = MAX_DOCUMENT,
  isOutlined?: IsOutlined,
): Generator<Part, void, undefined> {
  const cursor = new PartCursor(source, limit);
  const isJson = yield* cursor.parts(jsonParts(cursor, Math.min(large, limit)));
  if (!isJson) yield* cursor.parts(yamlParts(cursor, isOutlined));
}

function* yamlParts(cursor: PartCursor, isOutlined: IsOutlined | undefined): Generator<Part, void, undefined> {
  while (cursor.window.has(0)) yield yamlPart(cursor, isOutlined);
}

/**
 * The text up to the next line that starts with the word `---`, which ends a document in any context. `%YAML` and `%TAG`
 * precede the `---` of their document, so a text that ends with them continues after it.
 */
function yamlPart(cursor: PartCursor, isOutlined: IsOutlined | undefined): Part {
  const { window } = cursor;
  for (let end = nextMarker(window, 0); ; end = nextMarker(window, end)) {
    const text = cursor.text(end);
    try {
      return cursor.take(
        text,
        end,
        cursor.read(text, (onDuplicate) => parseYaml(text, KUBERNETES, onDuplicate, isOutlined)),
      );
    } catch (error) {
      // An error before the end of the text is certain.
      const mayGoOn = error instanceof DocumentError && error.code === "syntax" && error.offset >= text.length;
      if (!mayGoOn || !window.has(end)) throw error;
    }
  }
}

/** The offset of the next line after an offset that starts with `---` and white space; or the end. */
function nextMarker(window: Window, from: number): number {
  for (let at = from + 1; window.has(at); at++) {
    const dash = window.bytes.indexOf(DASH, at);
    if (dash !== -1 && startsDocument(window, dash)) return dash;
    at = dash === -1 ? window.bytes.length - 1 : dash;
  }
  return window.bytes.length;
}

function startsDocument(window: Window, at: number): boolean {
  const before = window.bytes[at - 1];
  if (before !== LINE_FEED && before !== RETURN) return false;
  // Reads the whole marker.
  window.has(at + 3);
  return isMarker(window.bytes, at);
}
