/** The `envFrom` sources that are not in the input, and the names that they may set. */

import { getOrAdd } from "../../../text/grouped.ts";
import type { Need } from "../types.ts";
import { isStrictVariableName } from "./names.ts";

/** The longest key of a ConfigMap or Secret. */
const MAX_KEY_LENGTH = 253;

/** What is likely about a source: the keys of the objects with its name, and the need of all other keys. */
export interface LikelyKeys {
  readonly keys: ReadonlySet<string>;
  readonly otherwise: Need;
}

interface Source {
  readonly index: number;
  readonly need: Need;
  readonly likely: LikelyKeys | undefined;
}

export class AbsentSources {
  /** By the length of the prefix, then by the prefix, so that a name is cut only once for each length. */
  private readonly byLength = new Map<number, Map<string, Source>>();
  private readonly onlyStrictNames: boolean;

  /** @param onlyStrictNames whether keys that are not strict variable names are skipped */
  constructor(onlyStrictNames: boolean) {
    this.onlyStrictNames = onlyStrictNames;
  }

  /** Adds a source, which must follow the sources added before. */
  add(prefix: string, index: number, need: Need, likely?: LikelyKeys): void {
    const sameLength = getOrAdd(this.byLength, prefix.length, () => new Map<string, Source>());
    // An earlier source with the prefix can set the other names.
    sameLength.set(prefix, { index, need, likely: sameLength.has(prefix) ? undefined : likely });
  }

  /**
   * The need of a name that one of the sources may set: the name is the source's prefix and a valid key.
   *
   * @param after only sources with a greater index count
   */
  needOf(name: string, after = -1): Need | undefined {
    if (this.byLength.size === 0 || (this.onlyStrictNames && !isStrictVariableName(name))) return undefined;
    let otherwise: Need | undefined;
    const keyStart = longestKeyAtEnd(name);
    for (const [length, sources] of this.byLength) {
      if (length < keyStart || length >= name.length) continue;
      const source = sources.get(name.slice(0, length));
      const key = name.slice(length);
      if (source === undefined || source.index <= after || isReserved(key)) continue;
      if (source.likely?.keys.has(key) !== false) return source.need;
      otherwise ??= source.likely.otherwise;
    }
    return otherwise;
  }
}

/** The start of the longest suffix of the name that consists of key characters. */
function longestKeyAtEnd(name: string): number {
  let start = name.length;
  const least = Math.max(0, name.length - MAX_KEY_LENGTH);
  while (start > least && /[-._a-zA-Z0-9]/.test(name[start - 1]!)) start--;
  return start;
}

/** Whether a text of key characters is not a valid key. */
function isReserved(key: string): boolean {
  return key === "." || key.startsWith("..");
}
