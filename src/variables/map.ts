/** Variables by name. Values are those of YAML and JSON: text, numbers, booleans, null, lists and maps. */
export type Variables = { [name: string]: unknown };

/** The map's own value for a name, or undefined. */
export function getOwn(map: Readonly<Variables>, name: string): unknown {
  return Object.hasOwn(map, name) ? map[name] : undefined;
}
