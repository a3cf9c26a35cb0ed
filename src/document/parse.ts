/** Manifests: YAML (one document or many) or JSON (one object or many, one after the other). */
import { type Event, parseEvents, YAMLException } from "js-yaml";
import { compose } from "./compose.ts";
import { type Dialect, KUBERNETES } from "./dialect.ts";
import { DocumentError } from "./error.ts";
import { readJsonObjects } from "./json.ts";
import type { Node } from "./node.ts";
import { yamlReason } from "./yaml-reason.ts";

/**
 * Reads every document of a text.
 *
 * @throws DocumentError for text that is neither YAML nor JSON, a key that a mapping has twice, and an alias that leads
 *   nowhere, to itself, or to a million values.
 * @example parseManifest("a: 1\n---\nb: [on]\n").map((root) => root.value) // [{ a: 1 }, { b: [true] }]
 */
export function parseManifest(text: string, dialect = KUBERNETES): Node[] {
  return readJsonObjects(text, dialect) ?? parseYaml(text, dialect);
}

/** Reads every document of a text that is YAML; there may be JSON in it, too. */
export function parseYaml(text: string, dialect = KUBERNETES): Node[] {
  return compose(text, eventsOf(text, dialect), dialect);
}

function eventsOf(text: string, { maxDepth }: Dialect): Event[] {
  try {
    return parseEvents(text, { maxDepth });
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    throw new DocumentError("syntax", yamlReason(error), error.mark?.position ?? 0);
  }
}
