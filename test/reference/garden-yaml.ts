/** YAML as varfiles and config documents are written in it, by way of js-yaml and a schema of its own. */
import {
  CORE_SCHEMA,
  constructFromEvents,
  defineMappingTag,
  defineScalarTag,
  defineSequenceTag,
  mapTag,
  mergeTag,
  NOT_RESOLVED,
  parseEvents,
  type Schema,
  seqTag,
} from "js-yaml";

/** The values of a text's documents. */
export function gardenYaml(source: string): unknown[] {
  return constructFromEvents(parseEvents(source, {}), { source, schema: SCHEMA });
}

/**
 * YAML 1.2's core schema and `<<`, with three differences. A null key is the empty name. An unknown tag does not change
 * a string, a list, or a map. A tag without a value (an unquoted text that begins with "!") is an error.
 */
function schema(): Schema {
  const plainMap = {
    ...mapTag,
    addPair: (map: Record<string, unknown>, key: unknown, value: unknown) => mapTag.addPair(map, key ?? "", value),
    has: (map: Record<string, unknown>, key: unknown) => mapTag.has(map, key ?? ""),
  };
  return CORE_SCHEMA.withTags(
    mergeTag,
    plainMap,
    defineScalarTag("", {
      matchByTagPrefix: true,
      resolve: (text) => (text === "" ? NOT_RESOLVED : text),
      identify: () => false,
    }),
    defineSequenceTag("", { ...seqTag, matchByTagPrefix: true }),
    defineMappingTag("", { ...plainMap, matchByTagPrefix: true }),
  );
}

const SCHEMA = schema();
