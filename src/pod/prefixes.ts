/** Beginnings of names, of which there may be many. */
export class Prefixes {
  /** By their length: a name is cut once for each of these, however many prefixes there are. */
  private readonly byLength = new Map<number, Set<string>>();

  add(prefix: string): void {
    const sameLength = this.byLength.get(prefix.length);
    if (sameLength === undefined) this.byLength.set(prefix.length, new Set([prefix]));
    else sameLength.add(prefix);
  }

  /** Whether the name begins with one of them. */
  haveOneOf(name: string): boolean {
    for (const [length, prefixes] of this.byLength) {
      if (length <= name.length && prefixes.has(name.slice(0, length))) return true;
    }
    return false;
  }
}
