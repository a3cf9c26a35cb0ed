import {
  binaryTag,
  boolCoreTag,
  CORE_SCHEMA,
  defineScalarTag,
  floatCoreTag,
  NOT_RESOLVED,
  nullCoreTag,
  type ScalarTagDefinition,
  type Schema,
  timestampTag,
} from "js-yaml";

let tags: readonly ScalarTagDefinition<unknown>[] | undefined;
let schema: Schema | undefined;

/**
 * The scalars of the YAML that Garden's functions read and write: YAML 1.2's core schema with dates, bytes, and `_` between
 * a number's digits.
 */
export function scalarTags(): readonly ScalarTagDefinition<unknown>[] {
  tags ??= [
    nullCoreTag,
    boolCoreTag,
    integerTag(),
    floatTag(),
    timestampTag,
    binaryTag,
  ] as ScalarTagDefinition<unknown>[];
  return tags;
}

export function yamlSchema(): Schema {
  schema ??= CORE_SCHEMA.withTags(...scalarTags());
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
