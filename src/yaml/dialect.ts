/** How Kubernetes and Garden read YAML: where they differ. */
import { CORE_TAGS, resolveCore } from "./core.ts";
import type { YamlVersion } from "./cursor.ts";
import { DocumentError } from "./error.ts";
import { MAX_DEPTH, MAX_NODES_BY_ALIASES } from "./limits.ts";
import { numberKey, resolvePlain, resolveTagged } from "./scalar.ts";
import { MERGE, type Scalar } from "./tag.ts";

export interface Dialect {
  /** The YAML that go-yaml v2 reads, or YAML 1.2, whose texts may be indented as little as go-yaml allows. */
  readonly version: YamlVersion;
  /** How many collections may be inside collections. */
  readonly maxDepth: number;
  /** How many nodes the aliases of a document may stand for. */
  readonly maxNodesByAliases: number;
  /** How many mappings one `<<` may name, and how many mappings and keys every `<<` of a text may take. */
  readonly maxMerged: number;
  readonly maxMergedKeys: number;
  /** What a plain scalar without a tag means. */
  plain(text: string): Scalar;
  /**
   * What a scalar with a tag means.
   *
   * @param tag its long form, or `!`
   * @throws DocumentError where the text is none of what the tag says
   */
  tagged(text: string, tag: string, offset: number): Scalar;
  /** The name of a key that is not a string; undefined if it is an error. */
  key(value: unknown): string | undefined;
  /** The value of a list, and what is wrong with a map, that has a tag. Without these, their tags mean nothing. */
  list?(items: unknown[], tag: string, offset: number): unknown[];
  map?(map: Readonly<Record<string, unknown>>, tag: string, offset: number): void;
  /** Whether a key that `<<` merges behind another of its name has its value from there; if not, the first one counts. */
  readonly lastMergeWins: boolean;
  /** Whether `<<` may name a list by its alias. */
  readonly mergesAliasedLists: boolean;
  /** Whether a key that a mapping has twice is an error; if not, the last value counts. */
  readonly refusesDuplicates: boolean;
  /** Whether every value must be one that JSON has: no infinity, and not NaN. */
  readonly isJson: boolean;
}

/** (Not `Number.POSITIVE_INFINITY`: a bundler would keep the tables below, as reading a property may have an effect.) */
const UNLIMITED = 2 ** 53;

/** As Kubernetes reads manifests; see scalar.ts. */
export const KUBERNETES: Dialect = {
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
 * As Garden reads varfiles and config documents: YAML 1.2's core schema and `<<`. A null key is the empty name; a tag that
 * is not known changes nothing, but there must be something behind it. The caller limits what aliases stand for.
 */
export const GARDEN: Dialect = {
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
