/** The dialects of YAML that Kubernetes and Garden read. */
import { isLetter, type YamlVersion } from "./cursor.ts";
import { DocumentError } from "./error.ts";
import type { Scalar } from "./node.ts";
import { numberKey, resolvePlain, resolveTagged, specialNumber } from "./scalar.ts";
import { MERGE, YAML_TAG } from "./tags.ts";

/** The most levels of nested collections, because the readers recurse. Real manifests have about ten. */
export const MAX_DEPTH = 256;

/**
 * The most bytes of one document, or of one item of a List in JSON. Short values take about a hundred times as much
 * memory as text.
 */
export const MAX_DOCUMENT = 16 << 20;

/** The most nodes of a document with aliases replaced. A few lines of aliases to aliases can mean billions. */
export const MAX_NODES_BY_ALIASES = 1_000_000;

export interface Dialect {
  /** YAML 1.1 as go-yaml v2 reads it, or YAML 1.2, which here also allows the small indentation that go-yaml does. */
  readonly version: YamlVersion;
  /** Whether a last line without a line break has one: kubectl reads manifests line by line. js-yaml adds one, too. */
  readonly endsLastLine: boolean;
  /** The most levels of nested collections. */
  readonly maxDepth: number;
  /** The most nodes that the aliases of a document can add. */
  readonly maxNodesByAliases: number;
  /** The most mappings that one `<<` can merge, and the most mappings and keys that all of them in a text can. */
  readonly maxMerged: number;
  readonly maxMergedKeys: number;
  /** The value of a plain scalar without a tag. */
  plain(text: string): Scalar;
  /**
   * The value of a scalar with a tag.
   *
   * @param tag its long form, or `!`
   * @throws DocumentError if the text does not match the tag
   */
  tagged(text: string, tag: string, offset: number): Scalar;
  /** The name of a key that is not a string; undefined if it is an error. */
  key(value: unknown): string | undefined;
  /** The value of a list with a tag, and a check of a map with a tag. Without them, these tags are ignored. */
  list?(items: unknown[], tag: string, offset: number): unknown[];
  map?(map: Readonly<Record<string, unknown>>, tag: string, offset: number): void;
  /** Whether the last value counts if several `<<` merge the same key; otherwise, the first one does. */
  readonly lastMergeWins: boolean;
  /** Whether `<<` can merge an alias of a list. */
  readonly mergesAliasedLists: boolean;
  /** Whether a duplicate key is an error; otherwise, the last value counts. */
  readonly refusesDuplicates: boolean;
  /** Whether infinity and NaN, which JSON does not have, are errors. */
  readonly isJson: boolean;
}

/** Reading `Number.POSITIVE_INFINITY` could have an effect, so bundlers would keep the tables below. */
const UNLIMITED = 2 ** 53;

/** The YAML of manifests; see scalar.ts. */
export const KUBERNETES: Dialect = {
  endsLastLine: true,
  version: "1.1",
  maxDepth: MAX_DEPTH,
  maxNodesByAliases: MAX_NODES_BY_ALIASES,
  maxMerged: UNLIMITED,
  maxMergedKeys: UNLIMITED,
  plain: resolvePlain,
  tagged: resolveTagged,
  key: (value) => (typeof value === "number" ? numberKey(value) : scalarKey(value)),
  lastMergeWins: true,
  mergesAliasedLists: false,
  refusesDuplicates: false,
  isJson: true,
};

/**
 * The YAML of Garden's varfiles and config documents: YAML 1.2's core schema and `<<`. A null key is the empty name.
 * An unknown tag is ignored but needs a value. The caller limits the size of aliases.
 */
export const GARDEN: Dialect = {
  endsLastLine: true,
  version: "1.2",
  maxDepth: 100,
  maxNodesByAliases: UNLIMITED,
  maxMerged: 100,
  maxMergedKeys: 10_000,
  plain: resolveCore,
  tagged(text, tag, offset) {
    if (tag === "!" || tag === "tag:yaml.org,2002:str") return text;
    if (tag === MERGE && (text === "" || text === "<<")) return "<<";
    const resolve = CORE_TAGS.get(tag);
    const value = resolve !== undefined ? resolve(text) : text === "" || tag === MERGE ? undefined : text;
    if (value === undefined) throw new DocumentError("bad-tag", "the value does not match its tag", offset);
    return value;
  },
  key: (value) => (value === null ? "" : scalarKey(value)),
  lastMergeWins: false,
  mergesAliasedLists: true,
  refusesDuplicates: true,
  isJson: false,
};

/** The name of a number or a boolean. */
export function scalarKey(value: unknown): string | undefined {
  return typeof value === "number" || typeof value === "bigint" || typeof value === "boolean"
    ? String(value)
    : undefined;
}

/** A plain scalar that starts with any other character is a string. */
const MAY_BE_MORE = /^(?:$|[-+.0-9nNtTfF~])/;
const NULL = /^(?:|~|null|Null|NULL)$/;
const TRUE = /^(?:true|True|TRUE)$/;
const FALSE = /^(?:false|False|FALSE)$/;
const INTEGER = /^(?:0o[0-7]+|0x[0-9a-fA-F]+|[-+]?[0-9]+)$/;
const TAGGED_INTEGER = /^[-+]?(?:0b[01]+|0o[0-7]+|0x[0-9a-fA-F]+|[0-9]+)$/;
const FLOAT = /^[-+]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?$/;

/** The value of a plain scalar without a tag in the core schema of YAML 1.2. */
export function resolveCore(text: string): Scalar {
  if (!MAY_BE_MORE.test(text) || (isLetter(text.charCodeAt(0)) && text.length > 5)) return text;
  const value = nullOf(text);
  return value !== undefined ? value : (booleanOf(text) ?? integerOf(text, INTEGER) ?? floatOf(text) ?? text);
}

/** The value of a text with one of the schema's tags; undefined if it does not match the tag. */
export const CORE_TAGS: ReadonlyMap<string, (text: string) => Scalar | undefined> = /* @__PURE__ */ new Map<
  string,
  (text: string) => Scalar | undefined
>([
  [`${YAML_TAG}null`, nullOf],
  [`${YAML_TAG}bool`, booleanOf],
  [`${YAML_TAG}int`, (text: string) => integerOf(text, TAGGED_INTEGER)],
  [`${YAML_TAG}float`, floatOf],
]);

function nullOf(text: string): null | undefined {
  return NULL.test(text) ? null : undefined;
}

export function booleanOf(text: string): boolean | undefined {
  return TRUE.test(text) || (FALSE.test(text) ? false : undefined);
}

function integerOf(text: string, pattern: RegExp): number | undefined {
  if (!pattern.test(text)) return undefined;
  // Number() reads 0b, 0o and 0x. It reads 017 as seventeen.
  const magnitude = Number(text.replace(/^[-+]/, ""));
  return finite(text[0] === "-" ? -magnitude : magnitude);
}

function floatOf(text: string): number | undefined {
  return FLOAT.test(text) ? finite(Number.parseFloat(text)) : specialNumber(text);
}

function finite(value: number): number | undefined {
  return Number.isFinite(value) ? value : undefined;
}
