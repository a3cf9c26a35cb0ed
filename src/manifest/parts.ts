/**
 * Manifests in parts: what is in memory at once is one document, or one item of a large List in JSON, however many there
 * are. The parts' texts, one after the other, are the text of the manifest without its byte order mark.
 */

import { MAX_DOCUMENT } from "../yaml/limits.ts";
import { jsonParts } from "./json-parts.ts";
import type { Part } from "./part.ts";
import { PartCursor } from "./part-cursor.ts";
import type { ByteSource } from "./window.ts";
import { yamlParts } from "./yaml-parts.ts";

/** Lists that are no longer than this are read whole, in bytes. */
const LARGE = 1 << 20;

/**
 * Reads a manifest: YAML documents, or JSON objects one after the other.
 *
 * @param large in bytes: from what size on a List in JSON is read item by item
 * @param limit in bytes: how large a document, or an item of such a List, may be
 * @throws PlacedDocumentError for what `parseManifest` throws a DocumentError for, and for what is no UTF-8: the first
 *   such thing in the order of the text, and in one document what is wrong with its syntax before anything else.
 */
export function* manifestParts(
  source: ByteSource,
  large = LARGE,
  limit = MAX_DOCUMENT,
): Generator<Part, void, undefined> {
  const cursor = new PartCursor(source, limit);
  const isJson = yield* cursor.placedHere(jsonParts(cursor, Math.min(large, limit)));
  if (!isJson) yield* cursor.placedHere(yamlParts(cursor));
}
