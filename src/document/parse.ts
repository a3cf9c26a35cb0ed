/** Manifests: YAML (one document or many) or JSON (one object or many, one after the other). */
import { type Event, parseEvents, YAMLException } from "js-yaml";
import { compose } from "./compose.ts";
import { ManifestError } from "./error.ts";
import { readJsonObjects } from "./json.ts";
import { MAX_DEPTH } from "./limits.ts";
import type { Node } from "./node.ts";

/**
 * Reads every document of a text.
 *
 * @throws ManifestError for text that is neither YAML nor JSON, a key that a mapping has twice, and an alias that leads
 *   nowhere, to itself, or to a million values.
 * @example parseManifest("a: 1\n---\nb: [on]\n").map((root) => root.value) // [{ a: 1 }, { b: [true] }]
 */
export function parseManifest(text: string): Node[] {
  return readJsonObjects(text) ?? parseYaml(text);
}

/** Reads every document of a text that is YAML; there may be JSON in it, too. */
export function parseYaml(text: string): Node[] {
  return compose(text, eventsOf(text));
}

function eventsOf(text: string): Event[] {
  try {
    return parseEvents(text, { maxDepth: MAX_DEPTH });
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    throw new ManifestError("SYNTAX", withoutText(error.reason), error.mark?.position ?? 0);
  }
}

/** The reason without what it says of the text: what follows a `!` may be meant for a password. */
function withoutText(reason: string): string {
  return reason.replace(/ ".*"|: .*/s, "");
}
