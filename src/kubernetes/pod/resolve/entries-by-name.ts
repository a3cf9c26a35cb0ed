import type { Container } from "../objects.ts";

/** Finds entries of `env` by name, for indexes that do not decrease. */
export class EntriesByName {
  private readonly entries: NonNullable<Container["env"]>;
  /** The index of the first entry of each name that is left. */
  private readonly first = new Map<string, number>();
  /** For each entry, the index of the next one with its name. Made if a name repeats. */
  private readonly next = new Map<number, number>();

  constructor(entries: NonNullable<Container["env"]>) {
    this.entries = entries;
    for (let i = entries.length - 1; i >= 0; i--) this.first.set(entries[i]!.name ?? "", i);
    if (this.first.size < entries.length) this.linkRepeated();
  }

  /** The index of the first entry with the name at `start` or later. */
  from(name: string, start: number): number | undefined {
    let index = this.first.get(name);
    if (index === undefined || index >= start) return index;
    while (index !== undefined && index < start) index = this.next.get(index);
    if (index === undefined) this.first.delete(name);
    else this.first.set(name, index);
    return index;
  }

  private linkRepeated(): void {
    const last = new Map<string, number>();
    for (const [i, { name = "" }] of this.entries.entries()) {
      const before = last.get(name);
      if (before !== undefined) this.next.set(before, i);
      last.set(name, i);
    }
  }
}
