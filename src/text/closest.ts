/** The most keys that are compared, because a suggestion must not cost more than the resolution. */
const MAX_KEYS = 1000;
const MAX_LENGTH = 64;

/**
 * The key that `key` is most likely a typo of: the one with the fewest changes (an inserted, deleted, replaced, or
 * swapped character). Ignores case.
 *
 * @param most the most changes; by default, one for every three characters
 * @example closest("LOG_LEVL", ["LOG_LEVEL", "LOG_FILE"]) // "LOG_LEVEL"
 */
export function closest(key: string, keys: readonly string[], most = Math.floor(key.length / 3)): string | undefined {
  if (key.length > MAX_LENGTH) return undefined;
  const candidates = keys.slice(0, MAX_KEYS).filter(({ length }) => Math.abs(length - key.length) <= most);
  const [best] = closestOf(key, candidates, 1);
  return best !== undefined && distance(key.toLowerCase(), best.toLowerCase()) <= most ? best : undefined;
}

/** The keys with the fewest changes, closest first. Equally close keys keep their order. */
export function closestOf(key: string, keys: readonly string[], count: number): string[] {
  const wanted = key.slice(0, MAX_LENGTH).toLowerCase();
  const changes = keys.slice(0, MAX_KEYS).map((each) => distance(wanted, each.slice(0, MAX_LENGTH).toLowerCase()));
  const order = Array.from(changes, (_, i) => i).sort((a, b) => changes[a]! - changes[b]!);
  return order.slice(0, count).map((i) => keys[i]!);
}

/** At most five keys for a message, those that are closest to `key`: `a, b, c, d, e and 3 more`. */
export function listOfClosest(key: string, keys: readonly string[]): string {
  const listed = keys.length > 5 ? closestOf(key, keys, 5) : keys;
  return `${listed.join(", ")}${keys.length > listed.length ? ` and ${keys.length - listed.length} more` : ""}`;
}

/** Words with fewer characters are often similar to each other: `API` and `APP`. */
const MIN_WORD = 4;

/**
 * Whether a name is one change away from another one that is probably meant. Names that differ only in digits, in the
 * plural, or in a short word are probably both right.
 *
 * @example isMisspelling("DB_HSOT", "DB_HOST") // true
 */
export function isMisspelling(name: string, meant: string): boolean {
  const plain = (text: string) => text.replace(/\d+/g, "").replace(/s$/i, "");
  if (name === meant || plain(name) === plain(meant) || closest(name, [meant], 1) === undefined) return false;
  const [words, others] = [name, meant].map((text) => text.toLowerCase().split(/[-_.]/)) as [string[], string[]];
  // A separator is missing, or is one too many.
  if (words.length !== others.length) return name.length > MIN_WORD;
  const changed = words.findIndex((word, i) => word !== others[i]);
  return changed === -1 || Math.max(words[changed]!.length, others[changed]!.length) >= MIN_WORD;
}

/** The number of changes from one text to another (optimal string alignment). */
function distance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitution = last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      let changes = Math.min(last[j]! + 1, row[j - 1]! + 1, substitution);
      if (a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        changes = Math.min(changes, beforeLast[j - 2]! + 1);
      }
      row.push(changes);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length]!;
}
