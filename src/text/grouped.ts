/** Lists of items by a key. */

/** The items by their keys, in the order of the first item of each. */
export function grouped<K, T>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) addTo(groups, keyOf(item), item);
  return groups;
}

/** Adds an item to those with the same key. */
export function addTo<K, T>(groups: Map<K, T[]>, key: K, item: T): void {
  const known = groups.get(key);
  if (known === undefined) groups.set(key, [item]);
  else known.push(item);
}
