/** Which names the entries of `env` declare that are not set yet. */

import type { EnvVar } from "./objects.ts";

/** So many entries are compared one by one, which takes less time than to index them. */
const FEW = 16;

export class LaterEntries {
  /** The entry that is being set; behind the last, when all are. */
  current = 0;
  private readonly entries: readonly EnvVar[];
  /** The number of each name's first entry that may not be set yet. Made when it is first needed. */
  private numbers: Map<string, number> | undefined;
  /** For each entry, the number of the next one of its name; -1 if there is none. */
  private next: Int32Array | undefined;

  constructor(entries: readonly EnvVar[]) {
    this.entries = entries;
  }

  /** Moves on to an entry. */
  advance(index: number): void {
    this.current = index;
  }

  /** The number of the first entry of a name that is not set yet, the current one included. */
  indexOf(name: string): number | undefined {
    const { current, entries } = this;
    if (this.numbers === undefined && entries.length - current <= FEW) {
      for (let i = current; i < entries.length; i++) if ((entries[i]!.name ?? "") === name) return i;
      return undefined;
    }
    this.numbers ??= this.numbersByName();
    let number = this.numbers.get(name);
    if (number === undefined || number >= current) return number;
    while (number !== -1 && number < current) number = this.next![number]!;
    if (number !== -1) this.numbers.set(name, number);
    else this.numbers.delete(name);
    return number === -1 ? undefined : number;
  }

  private numbersByName(): Map<string, number> {
    const numbers = new Map<string, number>();
    this.next = new Int32Array(this.entries.length);
    for (let i = this.entries.length - 1; i >= this.current; i--) {
      const name = this.entries[i]!.name ?? "";
      this.next[i] = numbers.get(name) ?? -1;
      numbers.set(name, i);
    }
    return numbers;
  }
}
