import {
  binaryTag,
  CORE_SCHEMA,
  defineMappingTag,
  defineScalarTag,
  floatCoreTag,
  legacyMapTag,
  type MappingTagDefinition,
  mergeTag,
  NOT_RESOLVED,
  omapTag,
  pairsTag,
  type ScalarTagDefinition,
  type Schema,
  timestampTag,
} from "js-yaml";
import { toText } from "./to-text.ts";

let schema: Schema | undefined;

/**
 * The YAML that Garden reads: YAML 1.2's core schema with merge keys, dates, and `_` between a number's digits; what a
 * tag may name is what the library's default was in its fourth release. Maps are plain objects, their keys text.
 */
export function yamlSchema(): Schema {
  schema ??= CORE_SCHEMA.withTags(
    integerTag(),
    floatTag(),
    mergeTag,
    timestampTag,
    binaryTag,
    omapTag,
    pairsTag,
    mapTag(),
    setTag(),
  );
  return schema;
}

const INTEGER = /^[-+]?(?:0b[01_]*[01]|0o[0-7_]*[0-7]|0x[0-9A-Fa-f_]*[0-9A-Fa-f]|[0-9](?:[0-9_]*[0-9])?)$/;

function integerTag(): ScalarTagDefinition<number> {
  return defineScalarTag("tag:yaml.org,2002:int", {
    implicit: true,
    implicitFirstChars: [..."+-0123456789"],
    resolve(source) {
      if (!INTEGER.test(source)) return NOT_RESOLVED;
      const digits = source.replace(/[-+_]/g, "");
      // Number() reads 0b, 0o and 0x; and 017 as seventeen, which is what YAML 1.2 says.
      const magnitude = Number(digits);
      return source[0] === "-" && magnitude !== 0 ? -magnitude : magnitude;
    },
    identify: (value) => Number.isInteger(value) && !Object.is(value, -0) && !String(value).includes("e"),
  });
}

const FLOAT = /^(?:[-+]?[0-9][0-9_]*(?:\.[0-9_]*)?|\.[0-9_]+)(?:[eE][-+]?[0-9]+)?$/;
const INFINITE = /^[-+]?\.(?:inf|Inf|INF)$/;
const NOT_A_NUMBER = /^\.(?:nan|NaN|NAN)$/;

function floatTag(): ScalarTagDefinition<number> {
  return defineScalarTag("tag:yaml.org,2002:float", {
    implicit: true,
    implicitFirstChars: [..."+-.0123456789"],
    resolve(source) {
      if (INFINITE.test(source)) return source[0] === "-" ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
      if (NOT_A_NUMBER.test(source)) return Number.NaN;
      return FLOAT.test(source) && !source.endsWith("_") ? Number.parseFloat(source.replaceAll("_", "")) : NOT_RESOLVED;
    },
    // Tags are asked in order: whole numbers written without an exponent are integers already.
    identify: (value) => typeof value === "number",
    represent: (value) => (Number.isInteger(value) && value !== 0 ? String(value) : floatCoreTag.represent(value)),
  });
}

/** Maps whose keys need not be text: each key is the text of its value, and a date's is in UTC. */
function mapTag(): MappingTagDefinition<Record<string, unknown>> {
  const textOf = (key: unknown) => (key instanceof Date ? toText(key) : key);
  return defineMappingTag("tag:yaml.org,2002:map", {
    ...legacyMapTag,
    addPair: (map, key, value) => legacyMapTag.addPair(map, textOf(key), value),
    has: (map, key) => legacyMapTag.has(map, textOf(key)),
  });
}

/** A set is a map of its members to null. */
function setTag(): MappingTagDefinition<Record<string, unknown>> {
  return defineMappingTag("tag:yaml.org,2002:set", {
    ...mapTag(),
    addPair: (map, key, value) =>
      value === null ? legacyMapTag.addPair(map, key, null) : "a set's member has a value",
    identify: () => false,
  });
}
