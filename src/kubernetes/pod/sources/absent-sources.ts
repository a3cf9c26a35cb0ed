/** The `envFrom` sources that are not in the input, and the names that they may set. */

import type { Need } from "../types.ts";
import { isStrictVariableName } from "./names.ts";

/** The longest key of a ConfigMap or Secret. */
const MAX_KEY_LENGTH = 253;

export class AbsentSources {
  /** By the length of the prefix, then by the prefix, so that a name is cut only once for each length. */
  private readonly byLength = new Map<number, Map<string, { readonly index: number; readonly need: Need }>>();
  private readonly onlyStrictNames: boolean;

  /** @param onlyStrictNames whether keys that are not strict variable names are skipped */
  constructor(onlyStrictNames: boolean) {
    this.onlyStrictNames = onlyStrictNames;
  }

  /** Adds a source, which must follow the sources added before. */
  add(prefix: string, index: number, need: Need): void {
    const { length } = prefix;
    const sameLength = this.byLength.get(length) ?? new Map();
    this.byLength.set(length, sameLength.set(prefix, { index, need }));
  }

  /**
   * The need of a name that one of the sources may set: the name is the source's prefix and a valid key.
   *
   * @param after only sources with a greater index count
   */
  needOf(name: string, after = -1): Need | undefined {
    if (this.byLength.size === 0 || (this.onlyStrictNames && !isStrictVariableName(name))) return undefined;
    const keyStart = longestKeyAtEnd(name);
    for (const [length, sources] of this.byLength) {
      if (length < keyStart || length >= name.length) continue;
      const source = sources.get(name.slice(0, length));
      if (source !== undefined && source.index > after && !isReserved(name.slice(length))) return source.need;
    }
    return undefined;
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
