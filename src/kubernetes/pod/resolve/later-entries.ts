/** Which names the entries of `env` declare, behind the one that is asked about. */

import type { EnvVar } from "../objects.ts";

/** So many entries are compared one by one, which takes less time than to index them. */
const FEW = 16;

export class LaterEntries {
  /** As they are now: the entries are somebody else's. */
  private readonly names: readonly string[];
  /** The number of each name's first entry that may not be set yet. Made when it is first needed. */
  private numbers: Map<string, number> | undefined;
  /** For each entry, the number of the next one of its name; -1 if there is none. */
  private next: Int32Array | undefined;

  constructor(entries: readonly EnvVar[]) {
    this.names = entries.map(({ name = "" }) => name);
  }

  /**
   * The number of the first entry of a name that is not set yet, the current one included.
   *
   * @param current the number of the entry that is being set; no smaller one than the time before
   */
  indexOf(name: string, current: number): number | undefined {
    const { names } = this;
    if (this.numbers === undefined && names.length - current <= FEW) {
      const found = names.indexOf(name, current);
      return found === -1 ? undefined : found;
    }
    this.numbers ??= this.numbersByName(current);
    let number = this.numbers.get(name);
    if (number === undefined || number >= current) return number;
    while (number !== -1 && number < current) number = this.next![number]!;
    if (number !== -1) this.numbers.set(name, number);
    else this.numbers.delete(name);
    return number === -1 ? undefined : number;
  }

  private numbersByName(first: number): Map<string, number> {
    const numbers = new Map<string, number>();
    this.next = new Int32Array(this.names.length);
    for (let i = this.names.length - 1; i >= first; i--) {
      const name = this.names[i]!;
      this.next[i] = numbers.get(name) ?? -1;
      numbers.set(name, i);
    }
    return numbers;
  }
}
