/** Keys beyond these are not compared: a suggestion must not cost more than the resolution. */
const MAX_KEYS = 1000;
const MAX_LENGTH = 64;

/**
 * The key that somebody who wrote `key` most likely meant: the one that the fewest changes lead to (a character more,
 * less, another, or two swapped), at most one change for every three characters, letter case for free.
 *
 * @example closest("LOG_LEVL", ["LOG_LEVEL", "LOG_FILE"]) // "LOG_LEVEL"
 */
export function closest(key: string, keys: readonly string[]): string | undefined {
  if (key.length > MAX_LENGTH) return undefined;
  const wanted = key.toLowerCase();
  let best: string | undefined;
  let fewest = Math.floor(wanted.length / 3);
  for (const candidate of keys.slice(0, MAX_KEYS)) {
    if (Math.abs(candidate.length - wanted.length) > fewest) continue;
    const changes = distance(wanted, candidate.toLowerCase());
    if (best === undefined ? changes <= fewest : changes < fewest) {
      best = candidate;
      fewest = changes;
    }
  }
  return best;
}

/** The keys that the fewest changes lead to, closest first; of equally close ones the first. */
export function closestOf(key: string, keys: readonly string[], count: number): string[] {
  const wanted = key.slice(0, MAX_LENGTH).toLowerCase();
  const changes = keys.slice(0, MAX_KEYS).map((each) => distance(wanted, each.slice(0, MAX_LENGTH).toLowerCase()));
  const order = Array.from(changes, (_, i) => i).sort((a, b) => changes[a]! - changes[b]!);
  return order.slice(0, count).map((i) => keys[i]!);
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
