/** Variables by name. Values are what YAML and JSON can say: text, numbers, booleans, null, lists and maps. */
export type Variables = { [name: string]: unknown };

/** What a map says itself about a name; undefined if it says nothing. */
export function getOwn(map: Readonly<Variables>, name: string): unknown {
  return Object.hasOwn(map, name) ? map[name] : undefined;
}
