/** How Garden's functions read YAML: as its fourth release of js-yaml did. */
import { NOT_RESOLVED } from "js-yaml";
import { type Dialect, GARDEN } from "../../yaml/dialect.ts";
import { DocumentError } from "../../yaml/error.ts";
import { MERGE, type Scalar, YAML_TAG } from "../../yaml/tag.ts";
import { DEPTH_LIMIT } from "./limits.ts";
import { toText } from "./to-text.ts";
import { scalarTags } from "./yaml-schema.ts";

/** Tags of lists and maps without text. */
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
    if (type !== "omap" && type !== "pairs") throw badTag("unknown tag of a list", offset);
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

/** Each key is the text of its value, as JavaScript prints it; a date's is in UTC. */
function keyText(value: unknown): string | undefined {
  if (value instanceof Date) return toText(value);
  if (!Array.isArray(value)) return isMap(value) ? String({}) : String(value);
  return value.some(Array.isArray) ? undefined : String(value.map((item) => (isMap(item) ? {} : item)));
}

function isMap(value: unknown): value is Members {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
