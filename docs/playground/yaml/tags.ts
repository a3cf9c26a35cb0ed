/** What YAML's tags mean: which texts stand for which values, and how these are written. */

import { setKey } from "../../../src/text/own-keys.ts";
import { YAML_TAG } from "../../../src/yaml/tag.ts";

export const NOT_RESOLVED = Symbol();

export interface ScalarTag {
  readonly nodeKind: "scalar";
  readonly tagName: string;
  /** Whether a plain scalar may mean this without a tag. */
  readonly implicit?: boolean;
  resolve(source: string, isExplicit: boolean): unknown;
  identify(value: unknown): boolean;
  represent(value: never): string;
}

export interface SequenceTag {
  readonly nodeKind: "sequence";
  readonly tagName: string;
  /** Makes the value of a list's items, in their place; what is wrong with them otherwise. */
  finish?(items: unknown[]): string | undefined;
}

export type Members = Record<string, unknown>;

export interface MappingTag {
  readonly nodeKind: "mapping";
  readonly tagName: string;
  create(): Members;
  /** What is wrong with the pair; empty if nothing is. */
  addPair(map: Members, key: unknown, value: unknown): string;
  has(map: Members, key: unknown): boolean;
}

export type Tag = ScalarTag | SequenceTag | MappingTag;

type ScalarOptions = Omit<ScalarTag, "nodeKind" | "tagName" | "represent"> & Partial<Pick<ScalarTag, "represent">>;

export function defineScalarTag(tagName: string, options: ScalarOptions): ScalarTag {
  return { represent: String, ...options, nodeKind: "scalar", tagName };
}

export function defineMappingTag(tagName: string, options: MappingTag): MappingTag {
  return { ...options, nodeKind: "mapping", tagName };
}

export class Schema {
  readonly tags: readonly Tag[];

  constructor(tags: readonly Tag[]) {
    this.tags = tags;
  }

  withTags(...tags: Tag[]): Schema {
    return new Schema([...this.tags, ...tags]);
  }
}

const BOOLEANS = new Map(["true", "True", "TRUE", "false", "False", "FALSE"].map((text, i) => [text, i < 3]));

export const nullCoreTag = /* @__PURE__ */ defineScalarTag(`${YAML_TAG}null`, {
  implicit: true,
  resolve: (source) => (/^(?:|~|null|Null|NULL)$/.test(source) ? null : NOT_RESOLVED),
  identify: (value) => value === null,
});

export const boolCoreTag = /* @__PURE__ */ defineScalarTag(`${YAML_TAG}bool`, {
  implicit: true,
  resolve: (source) => BOOLEANS.get(source) ?? NOT_RESOLVED,
  identify: (value) => typeof value === "boolean",
});

const INTEGER = /^(?:0o[0-7]+|0x[0-9a-fA-F]+|[-+]?[0-9]+)$/;
const TAGGED_INTEGER = /^[-+]?(?:0b[01]+|0o[0-7]+|0x[0-9a-fA-F]+|[0-9]+)$/;

export const intCoreTag = /* @__PURE__ */ defineScalarTag(`${YAML_TAG}int`, {
  implicit: true,
  resolve(source, isExplicit) {
    const isInteger = (isExplicit ? TAGGED_INTEGER : INTEGER).test(source);
    // Number() reads 0b, 0o and 0x, and takes no zero in front for another base.
    const value = isInteger ? signed(source, Number) : Number.NaN;
    return Number.isFinite(value) ? value : NOT_RESOLVED;
  },
  identify: (value) => Number.isInteger(value) && !Object.is(value, -0) && !String(value).includes("e"),
});

const FLOAT = /^[-+]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?$/;

export const floatCoreTag = /* @__PURE__ */ defineScalarTag(`${YAML_TAG}float`, {
  implicit: true,
  resolve(source) {
    if (/^\.(?:nan|NaN|NAN)$/.test(source)) return Number.NaN;
    if (/^[-+]?\.(?:inf|Inf|INF)$/.test(source)) return signed(source, () => Number.POSITIVE_INFINITY);
    const value = FLOAT.test(source) ? signed(source, Number.parseFloat) : Number.NaN;
    return Number.isFinite(value) ? value : NOT_RESOLVED;
  },
  identify: (value) => typeof value === "number",
  represent(value: number) {
    if (Number.isNaN(value)) return ".nan";
    if (!Number.isFinite(value)) return value < 0 ? "-.inf" : ".inf";
    return Object.is(value, -0) ? "-0.0" : String(value).replace(/^(-?[0-9]+)e/, "$1.e");
  },
});

function signed(source: string, read: (magnitude: string) => number): number {
  return source[0] === "-" ? -read(source.slice(1)) : read(source.replace("+", ""));
}

export const mergeTag = /* @__PURE__ */ defineScalarTag(`${YAML_TAG}merge`, {
  implicit: true,
  resolve: (source, isExplicit) => (source === "<<" || (isExplicit && source === "") ? "<<" : NOT_RESOLVED),
  identify: () => false,
});

const DATE = /^(\d{4})-(\d\d)-(\d\d)$/;
const TIME =
  /^(\d{4})-(\d\d?)-(\d\d?)(?:[Tt]|[ \t]+)(\d\d?):(\d\d):(\d\d)(?:\.(\d*))?(?:[ \t]*(?:Z|([-+])(\d\d?)(?::(\d\d))?))?$/;

export const timestampTag = /* @__PURE__ */ defineScalarTag(`${YAML_TAG}timestamp`, {
  implicit: true,
  resolve(source) {
    const found = DATE.exec(source) ?? TIME.exec(source);
    if (found === null) return NOT_RESOLVED;
    const [, year, month, day, hour = 0, minute = 0, second = 0, , , zoneHour = 0, zoneMinute = 0] = Array.from(
      found,
      (part) => Number(part ?? 0),
    );
    const date = new Date(0);
    date.setUTCFullYear(year!, month! - 1, day);
    const isInYear = date.getUTCMonth() + 1 === month && date.getUTCDate() === day;
    if (!isInYear || hour > 23 || minute > 59 || second > 59) return NOT_RESOLVED;
    if (zoneHour > 23 || zoneMinute > 59) return NOT_RESOLVED;
    const offset = (zoneHour * 60 + zoneMinute) * (found[8] === "-" ? -1 : 1);
    date.setUTCHours(hour, minute - offset, second, Number((found[7] ?? "").slice(0, 3).padEnd(3, "0")));
    return date;
  },
  identify: (value) => value instanceof Date,
  represent: (value: Date) => value.toISOString(),
});

export const binaryTag = /* @__PURE__ */ defineScalarTag(`${YAML_TAG}binary`, {
  resolve(source) {
    const text = source.replace(/\s/g, "");
    if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return NOT_RESOLVED;
    return Uint8Array.from(atob(text), (unit) => unit.charCodeAt(0));
  },
  identify: (value) => value instanceof Uint8Array,
  represent: (value: Uint8Array) => btoa(Array.from(value, (byte) => String.fromCharCode(byte)).join("")),
});

/** A list of maps with one key each, no two of which are the same. */
export const omapTag: SequenceTag = {
  nodeKind: "sequence",
  tagName: `${YAML_TAG}omap`,
  finish(items) {
    const keys = items.map(onlyKey);
    if (keys.includes(undefined)) return "cannot resolve an ordered map item";
    return new Set(keys).size < keys.length ? "duplicate key in ordered map" : undefined;
  },
};

/** A list of maps with one key each, which become lists of the key and its value. */
export const pairsTag: SequenceTag = {
  nodeKind: "sequence",
  tagName: `${YAML_TAG}pairs`,
  finish(items) {
    for (const [i, item] of items.entries()) {
      const key = onlyKey(item);
      if (key === undefined) return "cannot resolve a pairs item";
      items[i] = [key, (item as Members)[key]];
    }
    return undefined;
  },
};

/** Keys that are no scalars become text, as JavaScript prints them. */
export const legacyMapTag: MappingTag = {
  nodeKind: "mapping",
  tagName: `${YAML_TAG}map`,
  create: () => ({}),
  addPair(map, key, value) {
    const name = nameOf(key);
    if (name === undefined) return "nested arrays are not supported inside keys";
    setKey(map, name, value);
    return "";
  },
  has(map, key) {
    const name = nameOf(key);
    return name !== undefined && Object.hasOwn(map, name);
  },
};

function nameOf(key: unknown): string | undefined {
  if (!Array.isArray(key)) return isMap(key) ? String({}) : String(key);
  return key.some(Array.isArray) ? undefined : String(key.map((item) => (isMap(item) ? {} : item)));
}

/** (The only schema that is asked for brings numbers of its own.) */
export const CORE_SCHEMA = /* @__PURE__ */ new Schema([nullCoreTag, boolCoreTag]);

function onlyKey(value: unknown): string | undefined {
  const keys = isMap(value) ? Object.keys(value) : [];
  return keys.length === 1 ? keys[0] : undefined;
}

export function isMap(value: unknown): value is Members {
  if (typeof value !== "object" || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}
