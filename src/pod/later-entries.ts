/** Which names the entries of `env` declare that are not set yet. */

import type { EnvVar } from "./objects.ts";

export class LaterEntries {
  /** The entry that is being set; behind the last, when all are. */
  current = 0;
  private readonly entries: readonly EnvVar[];
  /** The numbers of each name's entries, the last one first. Made when it is first needed. */
  private numbers: Map<string, number[]> | undefined;

  constructor(entries: readonly EnvVar[]) {
    this.entries = entries;
  }

  /** Moves on to an entry. */
  advance(index: number): void {
    this.current = index;
  }

  /** The number of the first entry of a name that is not set yet, the current one included. */
  indexOf(name: string): number | undefined {
    if (this.current >= this.entries.length) return undefined;
    this.numbers ??= this.numbersByName();
    const numbers = this.numbers.get(name);
    while (numbers !== undefined && numbers.length > 0 && numbers.at(-1)! < this.current) numbers.pop();
    return numbers?.at(-1);
  }

  private numbersByName(): Map<string, number[]> {
    const numbers = new Map<string, number[]>();
    for (let i = this.entries.length - 1; i >= this.current; i--) {
      const name = this.entries[i]!.name ?? "";
      const sameName = numbers.get(name);
      if (sameName === undefined) numbers.set(name, [i]);
      else sameName.push(i);
    }
    return numbers;
  }
}
