/** Maps: lists of items by a key, and values that are made once. */

/** The items by their keys, in the order of the first item of each. */
export function grouped<K, T>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) addTo(groups, keyOf(item), item);
  return groups;
}

/** Adds an item to those with the same key. */
export function addTo<K, T>(groups: Map<K, T[]>, key: K, item: T): void {
  getOrAdd(groups, key, () => []).push(item);
}

interface Entries<K, V> {
  get(key: K): V | undefined;
  has(key: K): boolean;
  set(key: K, value: V): unknown;
}

/** The value of a key. A missing one is made and added, even if it is undefined. */
export function getOrAdd<K, V>(map: Entries<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined || map.has(key)) return known as V;
  const made = make();
  map.set(key, made);
  return made;
}
