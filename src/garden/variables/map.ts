/** Variables by name. Values are those of YAML and JSON: text, numbers, booleans, null, lists and maps. */
export type Variables = { [name: string]: unknown };
