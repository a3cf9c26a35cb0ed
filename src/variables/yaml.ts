/** YAML as varfiles and config files are written in it: what the current releases of the field's tool accept, through js-yaml. */
import {
  CORE_SCHEMA,
  constructFromEvents,
  defineMappingTag,
  defineScalarTag,
  defineSequenceTag,
  EVENT_ID,
  type Event,
  mapTag,
  mergeTag,
  NOT_RESOLVED,
  parseEvents,
  type Schema,
  seqTag,
  YAMLException,
} from "js-yaml";
import { yamlReason } from "../template/functions/yaml-reason.ts";
import { placeAt, VariablesError } from "./error.ts";

export interface YamlDocument {
  readonly value: unknown;
  /** Where its root stands; for a document without one, where the document begins. */
  readonly offset: number;
}

/** @throws VariablesError `syntax` */
export function parseYamlDocuments(source: string, file: string | undefined): YamlDocument[] {
  try {
    const events = parseEvents(source, {});
    const values = constructFromEvents(events, { source, schema: schema() });
    return documentOffsets(events, source).map((offset, i) => ({ value: values[i], offset }));
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    const place = placeAt(source, error.mark?.position ?? 0, file);
    throw new VariablesError("syntax", `this is not valid YAML: ${yamlReason(error)}`, place);
  }
}

function documentOffsets(events: readonly Event[], source: string): number[] {
  const offsets: number[] = [];
  /** The end of everything seen so far. */
  let end = 0;
  events.forEach((event, i) => {
    if (event.type === EVENT_ID.DOCUMENT) {
      const root = offsetOf(events[i + 1]!);
      offsets.push(root >= 0 ? root : Math.max(0, source.indexOf("---", end)));
      end = Math.max(end, offsets.at(-1)!);
    } else {
      end = Math.max(end, event.type === EVENT_ID.SCALAR ? event.valueEnd : offsetOf(event));
    }
  });
  return offsets;
}

/** -1 for an event that has no place of its own. */
function offsetOf(event: Event): number {
  switch (event.type) {
    case EVENT_ID.SEQUENCE:
    case EVENT_ID.MAPPING:
      return event.start;
    case EVENT_ID.SCALAR:
      return event.valueStart;
    case EVENT_ID.ALIAS:
      return event.anchorStart;
    default:
      return -1;
  }
}

let gardenSchema: Schema | undefined;

/**
 * YAML 1.2's core schema, `<<`, and three habits: a null key is the empty name; a tag that is not known leaves text,
 * lists and maps as they are; but a tag before nothing at all (an unquoted text that begins with "!") is an error.
 */
function schema(): Schema {
  const plainMap = {
    ...mapTag,
    addPair: (map: Record<string, unknown>, key: unknown, value: unknown) => mapTag.addPair(map, key ?? "", value),
    has: (map: Record<string, unknown>, key: unknown) => mapTag.has(map, key ?? ""),
  };
  gardenSchema ??= CORE_SCHEMA.withTags(
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
  return gardenSchema;
}
