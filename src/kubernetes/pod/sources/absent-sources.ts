/** Sources of `envFrom` that are not given: which names they may set. */

import type { Need } from "../types.ts";
import { isStrictVariableName } from "./names.ts";

interface AbsentSource {
  /** Its number in `envFrom`. */
  readonly index: number;
  readonly need: Need;
}

/** The longest key of a ConfigMap or Secret. */
const LONGEST_KEY = 253;

export class AbsentSources {
  /** By the length of their prefix, then by the prefix: a name is cut once for each length, however many there are. */
  private readonly byLength = new Map<number, Map<string, AbsentSource>>();
  private readonly onlyStrictNames: boolean;

  /** @param onlyStrictNames whether keys are skipped that make no strict variable names */
  constructor(onlyStrictNames: boolean) {
    this.onlyStrictNames = onlyStrictNames;
  }

  get isEmpty(): boolean {
    return this.byLength.size === 0;
  }

  /** Adds a source that follows those added before. */
  add(prefix: string, index: number, need: Need): void {
    const source = { index, need };
    const sameLength = this.byLength.get(prefix.length);
    if (sameLength === undefined) this.byLength.set(prefix.length, new Map([[prefix, source]]));
    else sameLength.set(prefix, source);
  }

  /**
   * What a name needs that one of the sources may set: it begins with the source's prefix, and goes on as a key does.
   *
   * @param behind only sources with a larger number count
   */
  needOf(name: string, behind = -1): Need | undefined {
    if (this.isEmpty || (this.onlyStrictNames && !isStrictVariableName(name))) return undefined;
    const keyStart = longestKeyAtEnd(name);
    for (const [length, sources] of this.byLength) {
      if (length < keyStart || length >= name.length) continue;
      const source = sources.get(name.slice(0, length));
      if (source !== undefined && source.index > behind && !isReserved(name.slice(length))) return source.need;
    }
    return undefined;
  }
}

/** Where the longest text begins that ends the name and consists of a key's characters. */
function longestKeyAtEnd(name: string): number {
  let start = name.length;
  const least = Math.max(0, name.length - LONGEST_KEY);
  while (start > least && /[-._a-zA-Z0-9]/.test(name[start - 1]!)) start--;
  return start;
}

/** Texts of the right characters that no key may be. */
function isReserved(key: string): boolean {
  return key === "." || key.startsWith("..");
}
