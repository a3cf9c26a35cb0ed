/** The types of the values of templates. */

/** Variables by name. Values are those of YAML and JSON: text, numbers, booleans, null, lists and maps. */
export type Variables = { [name: string]: unknown };

/** Whether a value is a map: an object that is not a list or an instance of a class. */
export function isMap(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const prototype = Object.getPrototypeOf(value);
  // Object literals of other realms have another Object.prototype.
  return prototype === null || prototype === Object.prototype || Object.getPrototypeOf(prototype) === null;
}

/** The type of a value, for messages. */
export function typeOf(value: unknown): string {
  if (value === undefined || value === null) return String(value);
  if (Array.isArray(value)) return "a list";
  return isMap(value) ? "a map" : `a ${typeof value}`;
}
