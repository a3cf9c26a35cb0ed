/** Manifests: YAML (one document or many) or JSON (one object or many, one after the other). */
import { type Event, parseEvents, YAMLException } from "js-yaml";
import { compose } from "./compose.ts";
import { ManifestError } from "./error.ts";
import { jsonObjects } from "./json-stream.ts";
import type { Node } from "./node.ts";

/** Collections inside collections. No manifest is near it, and the parser calls itself for each. */
const MAX_DEPTH = 256;

/**
 * Reads every document of a text.
 *
 * @throws ManifestError for text that is neither YAML nor JSON, a key that a mapping has twice, and an alias that leads
 *   nowhere, to itself, or to a million values.
 * @example parseManifest("a: 1\n---\nb: [on]\n").map((root) => root.value) // [{ a: 1 }, { b: [true] }]
 */
export function parseManifest(text: string): Node[] {
  // One JSON object is YAML too; of several, each is read alone, as YAML wants a `---` between them.
  const objects = jsonObjects(text);
  if (objects.length < 2) return compose(text, eventsOf(text, 0));
  return objects.flatMap(([start, end]) => compose(text, eventsOf(text.slice(start, end), start)));
}

/** The parser's events for a part of a text that begins at `start`, with offsets into the whole. */
function eventsOf(part: string, start: number): Event[] {
  try {
    const events = parseEvents(part, { maxDepth: MAX_DEPTH });
    if (start > 0) for (const event of events) shift(event as unknown as Record<string, number>, start);
    return events;
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    throw new ManifestError("SYNTAX", error.reason, start + (error.mark?.position ?? 0));
  }
}

const OFFSETS = ["start", "valueStart", "valueEnd", "anchorStart", "anchorEnd", "tagStart", "tagEnd"] as const;

function shift(event: Record<string, number>, by: number): void {
  for (const name of OFFSETS) {
    // Absent is -1.
    if (event[name] !== undefined && event[name] >= 0) event[name] += by;
  }
}
