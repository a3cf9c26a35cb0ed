/**
 * Takes the place of the YAML library: what `src/` asks it for, upon the reader that the page has for Kubernetes' YAML.
 * The tags and schemas have the library's names and mean what they mean there.
 */
import type { Event, ScalarEvent } from "js-yaml";
import { yamlEvents } from "../../../src/yaml/events.ts";
import { scalarValue } from "../../../src/yaml/scalar-value.ts";

export { CHOMPING_MODE, COLLECTION_STYLE, EVENT_ID, SCALAR_STYLE } from "./codes.ts";
export { DEFAULT_SCALAR_STYLE_RULES, dump } from "./dump.ts";
export { loadAll } from "./load.ts";
export {
  binaryTag,
  boolCoreTag,
  CORE_SCHEMA,
  defineMappingTag,
  defineScalarTag,
  floatCoreTag,
  intCoreTag,
  legacyMapTag,
  mergeTag,
  NOT_RESOLVED,
  nullCoreTag,
  omapTag,
  pairsTag,
  timestampTag,
} from "./tags.ts";
export { YAMLException } from "./yaml-exception.ts";

export function parseEvents(text: string, { maxDepth }: { maxDepth: number }): Event[] {
  return yamlEvents(text, maxDepth, "1.2");
}

export function getScalarValue(text: string, event: ScalarEvent): string {
  return scalarValue(text, event);
}
