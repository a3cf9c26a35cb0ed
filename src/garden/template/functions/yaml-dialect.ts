/** How Garden's functions read YAML: like js-yaml 4. */

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
import { type Dialect, GARDEN } from "../../../yaml/dialect.ts";
import { DocumentError } from "../../../yaml/error.ts";
import type { Scalar } from "../../../yaml/node.ts";
import { specialNumber } from "../../../yaml/scalar.ts";
import { MERGE, YAML_TAG } from "../../../yaml/tags.ts";
import { DEPTH_LIMIT } from "../limits.ts";
import { toText } from "./casts.ts";

/** The values of empty text with the tag of a list or a map. */
const EMPTY: Readonly<Record<string, () => unknown>> = {
  seq: () => [],
  omap: () => [],
  pairs: () => [],
  map: () => ({}),
  set: () => ({}),
};

export const FUNCTIONS: Dialect = {
  ...GARDEN,
  maxDepth: DEPTH_LIMIT,
  // The values of aliases are counted afterward.
  maxNodesByAliases: Number.POSITIVE_INFINITY,
  plain(text) {
    for (const { implicit, resolve, tagName } of scalarTags()) {
      const value = implicit ? resolve(text, false, tagName) : NOT_RESOLVED;
      if (value !== NOT_RESOLVED) return value as Scalar;
    }
    return text;
  },
  tagged(text, tag, offset) {
    if (tag === "!" || tag === `${YAML_TAG}str`) return text;
    if (tag === MERGE && (text === "" || text === "<<")) return "<<";
    const found = scalarTags().find(({ tagName }) => tagName === tag);
    const value = found !== undefined ? found.resolve(text, true, tag) : text === "" ? emptyOf(tag) : NOT_RESOLVED;
    if (value === NOT_RESOLVED) throw badTag("the value does not match its tag", offset);
    return value as Scalar;
  },
  key: keyText,
  list(items, tag, offset) {
    const type = typeOf(tag);
    if (tag === "!" || type === "seq") return items;
    if (type !== "omap" && type !== "pairs") throw badTag("unknown tag for a list", offset);
    const keys = items.map((item) => (isMap(item) ? Object.keys(item) : []));
    const isUnique = type === "pairs" || new Set(keys.flat()).size === items.length;
    if (!isUnique || keys.some(({ length }) => length !== 1)) throw badTag("the list does not match its tag", offset);
    return type === "omap" ? items : items.map((item, i) => [keys[i]![0], (item as Members)[keys[i]![0]!]]);
  },
  map(map, tag, offset) {
    const type = typeOf(tag);
    const isSet = type === "set" && Object.values(map).every((value) => value === null);
    if (tag !== "!" && type !== "map" && !isSet) throw badTag("the map does not match its tag", offset);
  },
};

type Members = Readonly<Record<string, unknown>>;

function badTag(message: string, offset: number): DocumentError {
  return new DocumentError("bad-tag", message, offset);
}

function typeOf(tag: string): string {
  return tag.startsWith(YAML_TAG) ? tag.slice(YAML_TAG.length) : "";
}

function emptyOf(tag: string): unknown {
  const type = typeOf(tag);
  return Object.hasOwn(EMPTY, type) ? EMPTY[type]!() : NOT_RESOLVED;
}

/** A key is the text of its value, as JavaScript prints it; dates are in UTC. */
function keyText(value: unknown): string | undefined {
  if (value instanceof Date) return toText(value);
  if (!Array.isArray(value)) return isMap(value) ? String({}) : String(value);
  return value.some(Array.isArray) ? undefined : String(value.map((item) => (isMap(item) ? {} : item)));
}

function isMap(value: unknown): value is Members {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

let tags: readonly ScalarTagDefinition<unknown>[] | undefined;
let schema: Schema | undefined;

/** The core schema of YAML 1.2 with dates, binary data, and `_` between a number's digits. */
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
      // Number() accepts 0b, 0o, and 0x, and reads 017 as seventeen, as in YAML 1.2.
      const magnitude = Number(digits);
      return source[0] === "-" && magnitude !== 0 ? -magnitude : magnitude;
    },
    identify: (value) => Number.isInteger(value) && !Object.is(value, -0) && !String(value).includes("e"),
  });
}

const FLOAT = /^(?:[-+]?[0-9][0-9_]*(?:\.[0-9_]*)?|\.[0-9_]+)(?:[eE][-+]?[0-9]+)?$/;

function floatTag(): ScalarTagDefinition<number> {
  return defineScalarTag("tag:yaml.org,2002:float", {
    implicit: true,
    implicitFirstChars: [..."+-.0123456789"],
    resolve(source) {
      const isNumber = FLOAT.test(source) && !source.endsWith("_");
      return isNumber ? Number.parseFloat(source.replaceAll("_", "")) : (specialNumber(source) ?? NOT_RESOLVED);
    },
    // Tags are tried in order: whole numbers without an exponent are integers already.
    identify: (value) => typeof value === "number",
    represent: (value) => (Number.isInteger(value) && value !== 0 ? String(value) : floatCoreTag.represent(value)),
  });
}
